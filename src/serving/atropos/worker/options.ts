import { z } from "zod";

/** What happens to training while an evaluation runs: it pauses, goes on with fewer groups, or goes on. */
const evalHandlings = ["stop", "limit", "none"] as const;

/** Options of a worker, under the names and with the defaults that Atropos' environments have, where they have them. */
export const workerOptions = z.object({
  name: z.string().min(1).optional().describe("Name to register under; the environment's when absent"),
  groupSize: z.int().min(1).default(8).describe("Episodes per group"),
  weight: z.number().positive().default(1).describe("Weight beside other environments of the same server"),
  minBatchAllocation: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe("Least share of every batch that comes from this environment, in [0, 1]"),
  maxBatchesOffpolicy: z
    .int()
    .min(1)
    .default(3)
    .describe("Batches that may wait for the trainer before this environment stops playing"),
  maxWorkers: z.int().min(1).default(8).describe("Most groups in play"),
  maxRequests: z.int().min(1).default(512).describe("Most requests to the model under way, times its share by weight"),
  workerTimeout: z.number().min(0).default(600).describe("Seconds after which a group is given up; 0 for never"),
  totalSteps: z.int().min(1).optional().describe("Steps of the trainer after which to end; what it says when absent"),
  stepsPerEval: z.int().min(0).default(100).describe("Steps of the trainer between evaluations; 0 for none"),
  evalTasks: z.int().min(1).default(100).describe("Test tasks of one evaluation"),
  evalTemperature: z.number().min(0).default(0.6).describe("Sampling temperature of evaluations"),
  evalHandling: z.enum(evalHandlings).default("stop").describe("What training does while an evaluation runs"),
  evalLimitRatio: z
    .number()
    .min(0)
    .max(1)
    .default(0.5)
    .describe("Share of groups that play on with eval-handling limit"),
  mixedOnly: z.boolean().default(true).describe("Send only groups whose scores differ"),
  messages: z.boolean().default(false).describe("Send messages beside the tokens"),
  levels: z
    .array(z.string())
    .min(1)
    .optional()
    .describe("Levels of the tasks, in turn; those of the curriculum when absent"),
  seed: z.int().min(0).default(0).describe("Fixes the tasks"),
});
export type WorkerOptions = z.input<typeof workerOptions>;
