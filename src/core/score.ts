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
