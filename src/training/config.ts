import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { AnyEnvironment } from "../core/environment.ts";
import { FettleError } from "../core/errors.ts";
import { canonicalJson } from "../core/json.ts";
import { diskFailure, writeAtomically } from "../rollouts/files.ts";
import { lockFolder } from "../rollouts/lock.ts";
import { type TrainOptions, trainOptionsSchema } from "./options.ts";

const configSchema = z.object({
  format: z.literal("fettle-train-config/1"),
  environment: z.object({ name: z.string(), version: z.string(), options: z.unknown() }),
  options: trainOptionsSchema,
});

/** Options that may differ when a run is resumed: where it is, and what changes no number of a step. */
const freeOptions = ({ out, resume, threads, checkpointEvery, metrics }: TrainOptions) => ({
  out,
  resume,
  threads,
  checkpointEvery,
  metrics,
});

/**
 * Makes the folder of a run where there is none, and keeps other processes out of it. Returns what releases it. Throws
 * FettleError `bad_run_folder` while another process is training there, and when the folder cannot be made.
 */
export async function claimFolder(folder: string): Promise<() => Promise<void>> {
  try {
    await mkdir(folder, { recursive: true });
    return await lockFolder(folder);
  } catch (error) {
    throw diskFailure(folder, error);
  }
}

/**
 * Writes the configuration of a new run into its folder, or takes the options of the run to resume from it; options given
 * on resuming must be defaults or agree. Throws FettleError `bad_run_folder`.
 */
export async function openFolder(
  environment: AnyEnvironment,
  environmentOptions: unknown,
  options: TrainOptions,
): Promise<TrainOptions> {
  const path = join(options.out, "config.json");
  const { name, version } = environment;
  const fresh = {
    format: "fettle-train-config/1",
    environment: { name, version, options: environmentOptions },
    options,
  };
  if (!existsSync(path) || (await neverBegan(options.out))) {
    try {
      await writeAtomically(path, `${JSON.stringify(fresh, null, 2)}\n`);
    } catch (error) {
      throw diskFailure(options.out, error);
    }
    return options;
  }
  if (!options.resume)
    throw new FettleError("bad_run_folder", `${options.out} holds a run already.`, {
      hint: "Continue it with --resume, or choose another folder with --out.",
    });
  const stored = await readConfig(path);
  if (canonicalJson(stored.environment) !== canonicalJson(fresh.environment))
    throw new FettleError(
      "bad_run_folder",
      `${options.out} was trained on another environment or other task options.`,
      {
        hint: `It holds a run of ${stored.environment.name} ${stored.environment.version}.`,
      },
    );
  const free = freeOptions(options);
  const defaults: Record<string, unknown> = trainOptionsSchema.parse({});
  const before: Record<string, unknown> = stored.options;
  for (const [key, value] of Object.entries(options)) {
    const text = canonicalJson(value);
    if (!(key in free) && text !== canonicalJson(defaults[key]) && text !== canonicalJson(before[key]))
      throw new FettleError("bad_run_folder", `${options.out} was started with ${key} ${shown(before[key])}.`, {
        hint: "Leave the option out to continue that run, or choose another folder with --out.",
      });
  }
  return { ...stored.options, ...free };
}

/** A stored option as a message shows it. */
const shown = (value: unknown) => (value === undefined ? "left out" : canonicalJson(value));

/** Whether a run stopped before its first checkpoint (an option was unusable, say): there is nothing to keep. */
async function neverBegan(folder: string): Promise<boolean> {
  if (existsSync(join(folder, "checkpoints"))) return false;
  return await readConfig(join(folder, "config.json")).then(
    () => true,
    () => false,
  );
}

async function readConfig(path: string) {
  try {
    return configSchema.parse(JSON.parse(await readFile(path, "utf8")));
  } catch (cause) {
    throw new FettleError("bad_run_folder", `${path} is not the configuration of a training run.`, { cause });
  }
}
