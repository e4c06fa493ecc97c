import { z } from "zod";
import { Curriculum, curriculumStateSchema } from "../core/curriculum.ts";
import type { Level } from "../core/environment.ts";
import { taskStreamStateSchema } from "./task-stream.ts";

/** How far a supervised phase has come: rounds, optimiser steps, and seconds of training. */
export const supervisedCountsSchema = z.object({ rounds: z.int(), optimizerSteps: z.int(), seconds: z.number() });
export type SupervisedCounts = z.infer<typeof supervisedCountsSchema>;

/** Everything a run needs to go on, beside weights and optimiser: randomness is derived from the counters. */
export const runStateSchema = z.object({
  format: z.literal("fettle-train/1"),
  phase: z.enum(["warm", "grpo", "done"]),
  /** Rows written to `metrics.jsonl`. */
  rows: z.int(),
  warm: supervisedCountsSchema,
  grpo: z.object({ steps: z.int(), optimizerSteps: z.int(), seconds: z.number(), heldUntil: z.int() }),
  /** Tasks handed out to the two phases. */
  streams: z.object({ warm: taskStreamStateSchema, grpo: taskStreamStateSchema }),
  curriculum: curriculumStateSchema,
  /** Promotions so far, with the mean return on the tasks that confirmed each; null where none had to. */
  confirmations: z.array(z.object({ from: z.string(), to: z.string(), mean: z.number().nullable(), step: z.int() })),
});
export type RunState = z.infer<typeof runStateSchema>;

/** State of a run that begins on the first of the levels. */
export function initialState(levels: readonly Level[]): RunState {
  const nothing = { drawn: {}, labels: {} };
  return {
    format: "fettle-train/1",
    phase: "warm",
    rows: 0,
    warm: { rounds: 0, optimizerSteps: 0, seconds: 0 },
    grpo: { steps: 0, optimizerSteps: 0, seconds: 0, heldUntil: 0 },
    streams: { warm: nothing, grpo: nothing },
    curriculum: new Curriculum(levels).toJSON(),
    confirmations: [],
  };
}
