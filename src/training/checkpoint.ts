import { existsSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { curriculumStateSchema } from "../core/curriculum.ts";
import { FettleError } from "../core/errors.ts";
import { taskStreamStateSchema } from "./task-stream.ts";

/** Everything a run needs to go on, beside weights and optimiser: randomness is derived from the counters. */
export const runStateSchema = z.object({
  format: z.literal("fettle-train/1"),
  phase: z.enum(["warm", "grpo", "done"]),
  /** Checkpoints written, this one included. */
  serial: z.int(),
  /** Rows written to `metrics.jsonl`. */
  rows: z.int(),
  warm: z.object({ rounds: z.int(), optimizerSteps: z.int(), seconds: z.number() }),
  grpo: z.object({ steps: z.int(), optimizerSteps: z.int(), seconds: z.number(), heldUntil: z.int() }),
  /** Tasks handed out to the two phases. */
  streams: z.object({ warm: taskStreamStateSchema, grpo: taskStreamStateSchema }),
  curriculum: curriculumStateSchema,
  /** Mean return on confirming tasks at each confirmed promotion. */
  confirmations: z.array(z.object({ from: z.string(), to: z.string(), mean: z.number(), step: z.int() })),
});
export type RunState = z.infer<typeof runStateSchema>;

const stateFile = "training.json";

/** Contents of the file that holds a run's state in its checkpoint folder, by name. */
export const stateFiles = (state: RunState): Record<string, string> => ({ [stateFile]: `${JSON.stringify(state)}\n` });

const checkpointPattern = /^checkpoint-\d{6,}$/;

/** Names sort by serial number. */
export const checkpointName = (serial: number) => `checkpoint-${String(serial).padStart(6, "0")}`;

/** The newest whole checkpoint below a folder, or null. */
export async function latestCheckpoint(folder: string): Promise<string | null> {
  if (!existsSync(folder)) return null;
  const names = (await readdir(folder)).filter((name) => checkpointPattern.test(name)).sort();
  const last = names.at(-1);
  return last ? join(folder, last) : null;
}

/** Deletes everything beside the checkpoint: earlier ones, and halves that a kill left behind. */
export async function keepLatest(folder: string, name: string): Promise<void> {
  for (const other of await readdir(folder))
    if (other !== name) await rm(join(folder, other), { recursive: true, force: true });
}

/** Throws FettleError `bad_run_folder` when the checkpoint holds no state of a training run. */
export async function readState(checkpoint: string): Promise<RunState> {
  try {
    return runStateSchema.parse(JSON.parse(await readFile(join(checkpoint, stateFile), "utf8")));
  } catch (cause) {
    throw new FettleError("bad_run_folder", `${checkpoint} holds no state of a training run.`, {
      hint: "Start a new run in another folder.",
      cause,
    });
  }
}
