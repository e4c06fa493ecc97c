/** Everything that can be set about a training run: one table for the library, the command line and the docs. */
import { z } from "zod";
import { metricsOptions } from "../metrics/options.ts";

const share = z.number().min(0).max(1);

export const trainOptionsSchema = z.object({
  out: z.string().default("runs/train").describe("Folder of the run: metrics, checkpoints, table, plots"),
  resume: z.boolean().default(false).describe("Continue the run in the folder where its last checkpoint left off"),
  seed: z.int().nonnegative().default(0).describe("Fixes tasks, sampling and initial weights"),
  levels: z.array(z.string()).default([]).describe("Levels of the curriculum, easiest first; all when empty"),

  width: z.int().positive().default(128).describe("Size of the model's hidden state"),
  layers: z.int().positive().default(4).describe("Transformer blocks"),
  heads: z.int().positive().default(4).describe("Attention heads; divides the width"),
  vocabulary: z.int().min(300).max(65_000).default(2048).describe("Most ids of the tokenizer that is trained first"),
  context: z.int().positive().default(640).describe("Longest conversation in tokens"),
  threads: z.int().positive().default(2).describe("Threads of the engine; 1 makes runs repeatable to the last bit"),

  warm: z
    .string()
    .default("auto")
    .describe(
      "Start of GRPO: a checkpoint folder; none: a supervised warm start; auto: the checkpoint that ships, if one fits",
    ),
  warmMinutes: z.number().nonnegative().default(1.5).describe("Time for the supervised warm start on oracle episodes"),
  warmSteps: z.int().nonnegative().optional().describe("Optimiser steps of the warm start, in place of a time"),
  warmLevels: z.array(z.string()).default([]).describe("Levels of the demonstrations; the first two when empty"),
  warmLimits: z
    .array(z.string().regex(/^[^=]+=(0?\.\d+|1)$/, "write a label and a probability, as redirect_loop=0.1"))
    .default([])
    .describe("Labels that demonstrations teach only until the model gives the answer this probability, as NAME=P"),
  warmShare: z
    .number()
    .positive()
    .max(1)
    .default(1)
    .describe("Share of the tasks whose answers the warm start is shown; the others are left to GRPO"),
  warmBatch: z.int().positive().default(16).describe("Demonstrations per optimiser step"),
  warmRate: z.number().positive().default(2e-3).describe("Peak learning rate of the warm start"),
  recovery: share.default(0).describe("Share of demonstrations in which the oracle answers after a wrong first answer"),
  promptWeight: share.default(0).describe("Weight of prompt tokens in the warm start, relative to answers"),

  minutes: z.number().nonnegative().default(12).describe("Time for GRPO"),
  steps: z.int().nonnegative().optional().describe("Steps of GRPO, in place of a time"),
  groups: z.int().positive().default(24).describe("Groups (tasks) per step"),
  groupSize: z.int().min(2).default(8).describe("Episodes per group"),
  learningRate: z.number().positive().default(3e-4).describe("Peak learning rate of GRPO"),
  finalRate: share.default(0.3).describe("Share of the learning rate that is left at the end"),
  klWeight: z.number().nonnegative().default(0.005).describe("Pull towards the start of GRPO (k3 estimate); 0 is off"),
  clipLow: z.number().positive().default(0.2).describe("Lower bound of the probability ratio: 1 - this"),
  clipHigh: z.number().positive().default(0.28).describe("Upper bound of the probability ratio: 1 + this"),
  normalize: z.boolean().default(true).describe("Divide advantages by the standard deviation of their group"),
  epochs: z.int().positive().default(1).describe("Passes over the episodes of a step"),
  minibatches: z.int().positive().default(1).describe("Optimiser steps per pass"),
  maxGradNorm: z.number().positive().default(1).describe("Largest norm of the gradient"),
  temperature: z.number().positive().default(1).describe("Sampling temperature of training episodes"),
  maxTokens: z.int().positive().default(48).describe("Most tokens of one answer"),
  resample: z.int().nonnegative().default(0).describe("Rounds in which groups without spread are replaced by new ones"),
  candidates: z
    .int()
    .positive()
    .default(4)
    .describe("Tasks drawn per group, of which the one with the rarest labels is played"),

  replay: share.default(0.5).describe("Share of groups from levels already passed, so that they are not forgotten"),
  window: z.int().positive().default(10).describe("Group means that promotion looks at"),
  confirm: z
    .int()
    .nonnegative()
    .default(200)
    .describe("Unseen tasks whose mean must confirm a promotion; 0 trusts the window"),

  evaluationTasks: z
    .int()
    .nonnegative()
    .default(200)
    .describe("Tasks per level and column of the final table; 0 skips it"),
  control: z
    .boolean()
    .default(true)
    .describe("Spend the minutes of GRPO on more supervised steps as well, for comparison"),
  checkpointEvery: z.int().positive().default(1).describe("Steps between checkpoints"),
  ...metricsOptions.shape,
});

export type TrainOptions = z.output<typeof trainOptionsSchema>;
export type TrainOptionsInput = z.input<typeof trainOptionsSchema>;
