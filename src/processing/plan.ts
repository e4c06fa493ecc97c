import { FettleError } from "../core/errors.ts";
import { requireWhole } from "../core/given.ts";
import { type EvaluateOptions, type EvaluationPlan, identityOf, planEvaluation } from "../evaluation/plan.ts";
import { type FormatOptions, formatDefaults } from "./formats/index.ts";

export interface ProcessOptions
  extends Omit<EvaluateOptions, "n" | "baselines" | "folder" | "evals" | "resume">,
    Partial<FormatOptions> {
  /** The file to write. */
  out: string;
  /** Groups to play, spread evenly over the levels. Default 100. */
  groups?: number;
  /** Episodes per group. Default 4. */
  groupSize?: number;
  /** Default `train`. */
  split?: EvaluateOptions["split"];
  /** Run folder with every episode, from which the file can be written again. Default: `out` ending in `.run`. */
  run?: string;
  /** Continue the run: what is finished stays, errors are tried again; the file is written anew from both. */
  resume?: boolean;
  /** Write a page to look at the groups beside the file. Default true. */
  report?: boolean;
  /** Most groups in the page. Default 1000. */
  reportGroups?: number;
}

/** Options with their defaults, checked. */
export interface ProcessPlan extends Omit<EvaluationPlan, "seeds" | "baselines"> {
  groups: number;
  seed: number;
  format: FormatOptions;
  out: string;
  run: string;
  /** Where the page goes; null for none. */
  report: string | null;
  reportGroups: number;
  /** What fixes the episodes, but not the form they are written in. */
  identity: Record<string, unknown>;
}

/** Throws FettleError `bad_option` or `unknown_level`. */
export function planProcess(given: ProcessOptions): ProcessPlan {
  const { groups = 100, groupSize = 4, split = "train", seed = 0, out, reportGroups = 1000 } = given;
  for (const [name, value] of Object.entries({ groups, groupSize, top: given.top ?? 1, reportGroups }))
    requireWhole(name, value, 1);
  const { baselines: _none, seeds: _seeds, ...plan } = planEvaluation({ ...given, n: 1, groupSize, split, seed });
  const { baselines: _no, n: _n, ...identity } = identityOf({ ...plan, seeds: [seed], baselines: false });
  const { format, mixedOnly, keepTruncated, threshold, margin, top } = { ...formatDefaults, ...defined(given) };
  if (out.trim() === "") throw new FettleError("bad_option", '"out" must name a file.');
  return {
    ...plan,
    groups,
    seed,
    format: { format, mixedOnly, keepTruncated, threshold, margin, top },
    out,
    run: given.run ?? withEnding(out, ".run"),
    report: (given.report ?? true) ? withEnding(out, ".html") : null,
    reportGroups,
    identity: { ...identity, groups },
  };
}

/** Level and seed of the group at a position: neighbours have different levels. */
export function placeOf({ levels, seed }: ProcessPlan, index: number): { level: string; seed: number } {
  return { level: levels[index % levels.length] ?? "", seed: seed + Math.floor(index / levels.length) };
}

/** The position of a task's group: the inverse of `placeOf`. */
export function indexOf({ levels, seed }: ProcessPlan, place: { level: string; seed: number }): number {
  return (place.seed - seed) * levels.length + levels.indexOf(place.level);
}

function withEnding(path: string, ending: string): string {
  return `${path.replace(/\.jsonl?$/, "")}${ending}`;
}

function defined<T extends object>(value: T): Partial<T> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Partial<T>;
}
