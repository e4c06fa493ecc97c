/** What a repair is worth: the founding document's table, and the contract's value in [0, 1]. */
import type { SettleInput } from "../../../core/environment.ts";
import type { Trace } from "../../../core/trace.ts";

/** What a submission did to the tests, by the scale of the founding document. */
export type Outcome =
  /** All tests pass. */
  | { kind: "solved" }
  /** Share in (0, 1] of the assertions to be won that pass now; none that passed before fails. */
  | { kind: "partial"; share: number }
  | { kind: "unchanged" }
  /** It does not load, or fails an assertion that passed before, or is no answer at all. */
  | { kind: "broken" };

/** In [-1, 1]: 1 solved; -0.5 + 1.4 share, at most 0.9, for a partial repair; -0.5 unchanged; -1 broken. */
export function seedReward(outcome: Outcome): number {
  switch (outcome.kind) {
    case "solved":
      return 1;
    case "partial":
      return Math.min(-0.5 + 1.4 * outcome.share, 0.9);
    case "unchanged":
      return -0.5;
    case "broken":
      return -1;
  }
}

/** A seed reward as a value of the contract: no repair is worth 0, a whole one 1. */
export const toValue = (seed: number): number => Math.max(0, (seed + 0.5) / 1.5);

/** The metric that keeps a seed reward in a trace: scores lie in [0, 1], so it is moved there. */
export const seedMetric = "seed_reward";
export const toMetric = (seed: number): number => (seed + 1) / 2;

/**
 * The reward of an episode in the founding document's range [-1, 1], for trainers that expect it, from its record with the
 * settled return: what later turns and long answers cost is in it. An episode that earned nothing has the reward of its
 * best turn; a line that is wrong counts as no improvement.
 */
export function seedRewardOf({ turns, return: value }: Pick<Trace, "turns" | "return">): number {
  if (value !== null && value > 0) return 1.5 * value - 0.5;
  const metrics = turns.flatMap(({ scores }) =>
    scores.flatMap((score) => (score.name === seedMetric ? [score.value] : [])),
  );
  return metrics.length < turns.length ? -0.5 : Math.max(-1, ...metrics.map((metric) => 2 * (metric ?? 0) - 1));
}

/** Completion tokens from which an answer counts as long, and from which its length takes everything. */
const lengths = { free: 1024, most: 2048 };

/**
 * The returns of a group. Where every episode is solved, long answers lose: with L completion tokens of at most
 * M = 2048 and T = M / 2, the seed reward 1 becomes 1 - min(1, (L - T) / (M - T)) beyond T. Otherwise, and where tokens
 * were not counted, returns stay.
 */
export function settle(group: readonly SettleInput[]): number[] {
  const counted = group.every(({ solved, completionTokens }) => solved && completionTokens !== null);
  return group.map(({ return: value, completionTokens }) => {
    if (!counted) return value;
    const over = ((completionTokens ?? 0) - lengths.free) / (lengths.most - lengths.free);
    return value * toValue(1 - Math.min(Math.max(over, 0), 1));
  });
}
