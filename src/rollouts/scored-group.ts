import type { AnyEnvironment } from "../core/environment.ts";
import { FettleError } from "../core/errors.ts";
import type { Trace } from "../core/trace.ts";

/** Episodes on one task, all of them with a settled return, in the order of their samples. */
export interface ScoredGroup {
  traces: readonly Trace[];
  /** One per episode, in the range in which trainers of other projects know the environment; [0, 1] unless it has one. */
  scores: readonly number[];
}

/**
 * `traces` of one group, none of which ended in an error. Throws FettleError `unscored` for a score that is no number: the
 * environment is at fault.
 */
export function scoredGroup(environment: AnyEnvironment, traces: readonly Trace[]): ScoredGroup {
  const scores = traces.map((trace) => environment.externalScore?.(trace) ?? trace.return ?? Number.NaN);
  if (scores.every(Number.isFinite)) return { traces, scores };
  throw new FettleError("unscored", `"${environment.name}" scores ${traces[0]?.group} with ${scores.join(", ")}.`);
}

/** All scores are equal: nothing to learn from for a trainer that compares episodes within a group. */
export function isUniform({ scores }: ScoredGroup): boolean {
  return scores.every((score) => score === scores[0]);
}
