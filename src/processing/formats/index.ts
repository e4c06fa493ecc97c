import { isUniform, type ScoredGroup } from "../../rollouts/scored-group.ts";
import { type AtroposLineOptions, atroposLine } from "./atropos.ts";
import { type PreferenceOptions, preferenceRows } from "./preference.ts";
import { type SftOptions, sftRows } from "./sft.ts";

/** `atropos`: a group a line. `sft`: a conversation a line. `preference`: a pair a line. */
export const processFormats = ["atropos", "sft", "preference"] as const;
export type ProcessFormat = (typeof processFormats)[number];

export interface FormatOptions extends AtroposLineOptions, SftOptions, PreferenceOptions {
  format: ProcessFormat;
  /** Leave out groups whose scores are all equal: they hold no difference to learn from. */
  mixedOnly: boolean;
}

export const formatDefaults: FormatOptions = {
  format: "atropos",
  mixedOnly: false,
  keepTruncated: false,
  threshold: 0.5,
  margin: 0.1,
  top: 1,
};

/** What one group puts into the file: nothing, one line or several. */
export function rowsOf(group: ScoredGroup, options: FormatOptions): object[] {
  if (options.mixedOnly && isUniform(group)) return [];
  if (options.format === "sft") return sftRows(group, options);
  if (options.format === "preference") return preferenceRows(group, options);
  return [atroposLine(group, options)];
}
