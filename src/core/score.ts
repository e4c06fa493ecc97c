import { z } from "zod";

/**
 * One named score. `value` is in [0, 1]; `null` means it could not be computed, which makes the step unscored: never a 0.
 * `reward` scores make up the reward by weight, `metric` scores are shown only, `held-out` scores never reach a trainer.
 */
export const scoreSchema = z.object({
  name: z.string(),
  role: z.string(),
  value: z.number().min(0).max(1).nullable(),
  weight: z.number().min(0),
  kind: z.enum(["reward", "metric", "held-out"]),
  /** For people: why the value is what it is. May quote the truth, so it is private. */
  why: z.string(),
});
export type Score = z.infer<typeof scoreSchema>;

/** A score that trainers and viewers may see: no `why`, no held-out scores. */
export type PublicScore = Omit<Score, "why">;

export function publicScores(scores: readonly Score[]): PublicScore[] {
  return scores.filter((score) => score.kind !== "held-out").map(({ why: _why, ...rest }) => rest);
}

/**
 * What of a step's scores, its reward and the return so far is no number in [0, 1], in words; null when all are. A score
 * may be null instead. No tolerance: what trainers get must be what the contract says.
 */
export function rangeProblem(scores: readonly Score[], reward: number, outcome: number): string | null {
  for (const { name, value } of scores)
    if (value !== null && !inRange(value)) return outside(`the score "${name}"`, value);
  if (!inRange(reward)) return outside("the reward of a step", reward);
  return inRange(outcome) ? null : outside("the return", outcome);
}

/** Whether it is a number in [0, 1]. */
export function inRange(value: unknown): boolean {
  return typeof value === "number" && value >= 0 && value <= 1;
}

function outside(what: string, value: unknown): string {
  return `${what} is ${String(value)}, which is no number in [0, 1]`;
}
