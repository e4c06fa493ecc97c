import { existsSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { z } from "zod";
import { FettleError } from "../core/errors.ts";
import type { Engine } from "../engines/engine.ts";
import { diskFailure } from "../rollouts/files.ts";

const stateFile = "training.json";

const namePattern = /^checkpoint-(\d{6,})$/;

/**
 * Checkpoints of one learner in a folder: weights and optimiser, and beside them all else that it needs to go on. Each is
 * a folder with the next serial number, and the one before is deleted once it is whole.
 */
export class Checkpoints<State> {
  readonly #folder: string;
  readonly #schema: z.ZodType<State>;

  constructor(folder: string, schema: z.ZodType<State>) {
    this.#folder = folder;
    this.#schema = schema;
  }

  /** The newest whole checkpoint, or null. Throws FettleError `bad_run_folder` when it holds no state of such a learner. */
  async latest(): Promise<{ folder: string; state: State } | null> {
    const serial = await this.#newest();
    if (serial === 0) return null;
    const folder = join(this.#folder, nameOf(serial));
    try {
      return { folder, state: this.#schema.parse(JSON.parse(await readFile(join(folder, stateFile), "utf8"))) };
    } catch (cause) {
      throw new FettleError("bad_run_folder", `${folder} holds no state of a training run.`, {
        hint: "Start a new run in another folder.",
        cause,
      });
    }
  }

  /** Writes the next one, and `files` (name to contents) with it. Throws FettleError `bad_run_folder` when it cannot. */
  async write(engine: Engine, state: State, files: Readonly<Record<string, string>>): Promise<void> {
    try {
      const name = nameOf((await this.#newest()) + 1);
      await engine.save(join(this.#folder, name), { files: { ...files, [stateFile]: `${JSON.stringify(state)}\n` } });
      // The one before, and halves that a kill left behind.
      for (const other of await readdir(this.#folder))
        if (other !== name) await rm(join(this.#folder, other), { recursive: true, force: true });
    } catch (error) {
      throw diskFailure(this.#folder, error);
    }
  }

  /** Serial number of the newest; 0 when there is none. */
  async #newest(): Promise<number> {
    if (!existsSync(this.#folder)) return 0;
    return Math.max(0, ...(await readdir(this.#folder)).map((name) => Number(namePattern.exec(name)?.[1] ?? 0)));
  }
}

const nameOf = (serial: number) => `checkpoint-${String(serial).padStart(6, "0")}`;
