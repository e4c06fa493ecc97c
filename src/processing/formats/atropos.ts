import { type AtroposRecord, atroposRecord } from "../../rollouts/atropos-record.ts";
import type { ScoredGroup } from "../../rollouts/scored-group.ts";
import { conversation, isCutOff, originOf, type TrainingMessage } from "./conversation.ts";

/** One line of the file: a group as Atropos' `process` writes it, with what Fettle knows of it besides. */
export interface AtroposLine extends Omit<AtroposRecord, "messages"> {
  messages: TrainingMessage[][];
  /** Ignored by Atropos. */
  fettle: ReturnType<typeof originOf> & {
    group: string;
    /** Per sequence, like `solved` and `stop`. */
    samples: number[];
    solved: boolean[];
    stop: string[];
    tokens: "exact" | "unavailable";
  };
}

export interface AtroposLineOptions {
  /** Let sequences that a limit cut off count like all others. Else `overrides` takes their advantage away. */
  keepTruncated: boolean;
}

/** `group` holds at least one episode. */
export function atroposLine(group: ScoredGroup, { keepTruncated }: AtroposLineOptions): AtroposLine {
  const { traces } = group;
  const [first] = traces;
  if (!first) throw new RangeError("a group needs an episode");
  const record = atroposRecord(group, { messages: false });
  const cut = traces.map((trace) => !keepTruncated && isCutOff(trace));
  return {
    ...record,
    overrides: cut.includes(true) ? cut.map((is) => (is ? { set_advantage_to_zero: true } : {})) : null,
    messages: traces.map(conversation),
    fettle: {
      ...originOf(first),
      group: first.group,
      samples: traces.map(({ sample }) => sample),
      solved: traces.map(({ solved }) => solved),
      stop: traces.map(({ stop }) => stop),
      tokens: record.tokens ? "exact" : "unavailable",
    },
  };
}
