import { z } from "zod";
import type { AnyEnvironment, Task } from "../core/environment.ts";
import { FettleError } from "../core/errors.ts";
import { Random } from "../core/random.ts";
import type { Split } from "../core/splits.ts";

/** Training draws its seeds below this number; held-out tasks and the tasks that confirm promotions lie above it. */
export const firstHeldOutSeed = 2 ** 30;
export const firstConfirmSeed = firstHeldOutSeed + 2 ** 29;

export const taskStreamStateSchema = z.object({
  /** Seeds drawn so far, by level. */
  drawn: z.record(z.string(), z.int()),
  /** Tasks handed out so far, by level and label. */
  labels: z.record(z.string(), z.record(z.string(), z.int())),
});
export type TaskStreamState = z.infer<typeof taskStreamStateSchema>;

export interface TaskStreamOptions {
  environment: AnyEnvironment;
  /** Options of the environment, parsed. */
  options: unknown;
  /** Names the stream: streams of different names draw different seeds. */
  name: string;
  /** Tasks drawn for each one handed out: the one whose labels were handed out least is taken. */
  candidates: number;
  /** Content hashes of a level's tasks that are never handed out. */
  exclude(level: string): Promise<ReadonlySet<string>>;
  state?: TaskStreamState;
}

/** An endless supply of training tasks with balanced labels, fixed by its name and state. */
export class TaskStream {
  readonly #options: TaskStreamOptions;
  readonly #state: TaskStreamState;

  constructor(options: TaskStreamOptions) {
    this.#options = options;
    this.#state = structuredClone(options.state ?? { drawn: {}, labels: {} });
  }

  /** Throws FettleError `no_task` when 1,000 seeds in a row give no usable task. */
  async next(level: string): Promise<Task> {
    const counts = (this.#state.labels[level] ??= {});
    const rarity = ({ labels }: Task) =>
      labels.reduce((sum, label) => sum + (counts[label] ?? 0), 0) / Math.max(1, labels.length);
    let chosen = await this.#draw(level);
    for (let i = 1; i < this.#options.candidates; i++) {
      const other = await this.#draw(level);
      if (rarity(other) < rarity(chosen)) chosen = other;
    }
    for (const label of chosen.labels) counts[label] = (counts[label] ?? 0) + 1;
    return chosen;
  }

  toJSON(): TaskStreamState {
    return structuredClone(this.#state);
  }

  async #draw(level: string): Promise<Task> {
    const { environment, options, name, exclude } = this.#options;
    const excluded = await exclude(level);
    for (let attempt = 0; attempt < 1000; attempt++) {
      const index = this.#state.drawn[level] ?? 0;
      this.#state.drawn[level] = index + 1;
      const seed = new Random(`${name}/${level}/${index}`).int(0, firstHeldOutSeed - 1);
      const task = await generateOrNull(environment, { level, seed, split: "train", options });
      if (task && !excluded.has(task.hash)) return task;
    }
    throw new FettleError("no_task", `No usable task of level "${level}" in 1,000 seeds.`, {
      hint:
        excluded.size > 0
          ? "It has few tasks, or all are held out: lower --evaluation-tasks and --confirm, or check with `fettle validate`."
          : "Check the options of the environment with `fettle validate`.",
    });
  }
}

export interface HeldOutRequest {
  level: string;
  split: Split;
  /** Options of the environment, parsed. */
  options: unknown;
  count: number;
  /** First seed. */
  from: number;
  /** What may be held out of a small level: tasks whose hash lies in this part of all hashes, in [0, 1). */
  part: readonly [from: number, to: number];
  signal?: AbortSignal | undefined;
}

/**
 * `count` different tasks of consecutive seeds. Where 10 seeds per task do not give that many, the level is small: those
 * of its `part` (at least one), so that there are others left. Throws the signal's reason once it fires.
 */
export async function heldOutTasks(
  environment: AnyEnvironment,
  { level, split, options, count, from, part, signal }: HeldOutRequest,
): Promise<Task[]> {
  const tasks = new Map<string, Task>();
  for (let seed = from; tasks.size < count && seed < from + 10 * count; seed++) {
    signal?.throwIfAborted();
    const task = await generateOrNull(environment, { level, seed, split, options });
    if (task && !tasks.has(task.hash)) tasks.set(task.hash, task);
  }
  const found = [...tasks.values()];
  if (found.length === count) return found;
  const own = found.filter(({ hash }) => {
    const place = placeOf(hash, 0);
    return place >= part[0] && place < part[1];
  });
  return own.length > 0 ? own : found.slice(0, 1);
}

/** Where a content hash lies among all hashes, in [0, 1), the same in every run: by its digits `digit` to `digit` + 7. */
export const placeOf = (hash: string, digit: number): number =>
  Number.parseInt(hash.slice(digit, digit + 8), 16) / 2 ** 32;

/** A seed that gives no certified task is skipped; any other failure is the environment's and is thrown. */
async function generateOrNull(
  environment: AnyEnvironment,
  request: { level: string; seed: number; split: Split; options: unknown },
): Promise<Task | null> {
  try {
    return await environment.generate(request);
  } catch (error) {
    if (FettleError.isInstance(error) && error.code === "no_task") return null;
    throw error;
  }
}
