import type { StopReason } from "../core/trace.ts";
import type { Rollout } from "../rollouts/settings.ts";
import { isTruncated } from "../rollouts/trace-facts.ts";

/** What statistics need of one episode; small, so that a hundred thousand fit in memory. */
export interface Outcome {
  id: string;
  level: string;
  seed: number;
  /** Key of the task: what intervals cluster by and comparisons pair by. */
  task: string;
  sample: number;
  labels: readonly string[];
  structure: string;
  /** null: ended in an error. */
  return: number | null;
  solved: boolean;
  stop: StopReason;
  /** A completion or the episode was cut off by a token limit. */
  truncated: boolean;
  turns: number;
  /** null when the model reported no usage. */
  tokens: { prompt: number; completion: number } | null;
  /** Attempts thrown away before this one. */
  failures: number;
}

export function outcomeOf({ trace, truth }: Rollout): Outcome {
  const { turns, totals } = trace;
  return {
    id: trace.id,
    level: trace.level,
    seed: truth.seed,
    task: trace.task.key,
    sample: trace.sample,
    labels: truth.labels,
    structure: truth.structure,
    return: trace.return,
    solved: trace.solved,
    stop: trace.stop,
    truncated: isTruncated(trace),
    turns: turns.length,
    tokens: turns.some(({ usage }) => usage !== null) ? { prompt: totals.prompt, completion: totals.completion } : null,
    failures: trace.failures.length,
  };
}

/** By level (in the order given), seed and sample: sums over the result do not depend on who finished first. */
export function sortOutcomes(outcomes: Iterable<Outcome>, levels: readonly string[]): Outcome[] {
  const rank = new Map(levels.map((level, i) => [level, i]));
  const levelOf = ({ level }: Outcome) => rank.get(level) ?? levels.length;
  return [...outcomes].sort((a, b) => levelOf(a) - levelOf(b) || a.seed - b.seed || a.sample - b.sample);
}
