/** Measuring players on tasks that training never sees. */
import type { AnyEnvironment, Services, Task } from "../core/environment.ts";
import type { Split } from "../core/splits.ts";
import { clusteredMean, type Estimate, mean, type Observed, pairedDifference } from "../core/statistics.ts";
import type { Player } from "../models/scripted.ts";
import { playPolicy } from "../rollouts/play-policy.ts";
import { collectGroups } from "../rollouts/run-groups.ts";
import { firstConfirmSeed, firstHeldOutSeed, type HeldOutRequest, heldOutTasks } from "./task-stream.ts";

/** `training`: the split that training draws from, unseen seeds. `heldOut`: the test split. */
export const columns = ["training", "heldOut"] as const;
export type Column = (typeof columns)[number];

/** Of a level with few tasks, half is left to train on. */
const tablePart = [0, 1 / 4] as const;
const confirmPart = [1 / 4, 1 / 2] as const;
const everything = [0, 1] as const;

export interface HeldOutSettings {
  environment: AnyEnvironment;
  environmentOptions: unknown;
  services: Services;
  maxTokens: number;
  signal?: AbortSignal;
}

/** Held-out tasks by level and purpose, made when first asked for. All of them are kept out of training. */
export class HeldOut {
  readonly #settings: HeldOutSettings;
  readonly #counts: { evaluation: number; confirmation: number };
  readonly #made = new Map<string, Promise<Task[]>>();

  constructor(settings: HeldOutSettings, counts: { evaluation: number; confirmation: number }) {
    this.#settings = settings;
    this.#counts = counts;
  }

  /** Tasks of the final table; empty where the split has none. */
  evaluation(level: string, column: Column): Promise<Task[]> {
    const split = column === "training" ? "train" : "test";
    const apart = split === "test" && this.#settings.environment.splitBy !== undefined;
    const part = apart ? everything : tablePart;
    return this.#tasks(level, split, { count: this.#counts.evaluation, from: firstHeldOutSeed, part });
  }

  /** Tasks that confirm promotions from a level: of the training split, and of other seeds than the table's. */
  confirmation(level: string): Promise<Task[]> {
    return this.#tasks(level, "train", { count: this.#counts.confirmation, from: firstConfirmSeed, part: confirmPart });
  }

  /** Content hashes that training must not see. */
  async hashes(level: string): Promise<ReadonlySet<string>> {
    const sets = await Promise.all([
      this.evaluation(level, "training"),
      this.confirmation(level),
      // Splits that share nothing need no look: their tasks take a while to make.
      this.#settings.environment.splitBy === undefined ? this.evaluation(level, "heldOut") : [],
    ]);
    return new Set(sets.flat().map(({ hash }) => hash));
  }

  #tasks(level: string, split: Split, which: Pick<HeldOutRequest, "count" | "from" | "part">): Promise<Task[]> {
    const key = `${level}/${split}/${which.from}`;
    const known = this.#made.get(key);
    if (known) return known;
    const { environment, environmentOptions: options, signal } = this.#settings;
    const made = heldOutTasks(environment, { level, split, options, ...which, signal });
    this.#made.set(key, made);
    return made;
  }
}

/** What a player got on one task. */
export interface Result {
  task: Task;
  return: number;
  solved: boolean;
}

/** One greedy episode per task. Episodes that end in an error are left out. Throws the signal's reason once it fires. */
export async function play(settings: HeldOutSettings, player: Player, tasks: readonly Task[]): Promise<Result[]> {
  const { environment, environmentOptions, services, maxTokens, signal } = settings;
  const groups = await collectGroups(
    {
      environment,
      model: player,
      services,
      sampling: { temperature: 0, topP: 1, maxTokens, seed: 0 },
      concurrency: 128,
      ...(signal && { signal }),
    },
    tasks.map((task) => ({
      level: task.level,
      seed: task.seed,
      split: task.split,
      options: environmentOptions,
      samples: [0],
      group: `held-out/${task.key}`,
      task,
    })),
  );
  // Some of the tasks would pass for all of them.
  signal?.throwIfAborted();
  return groups.flatMap(({ task, episodes: [rollout] }) => {
    const value = rollout?.trace.return ?? null;
    return task && rollout && value !== null ? [{ task, return: value, solved: rollout.trace.solved }] : [];
  });
}

/** As `play`, with the same answer in every turn. */
export async function playConstant(
  { environment, services, signal }: HeldOutSettings,
  constant: unknown,
  tasks: readonly Task[],
): Promise<Result[]> {
  const results: Result[] = [];
  for (const task of tasks) {
    signal?.throwIfAborted();
    const { error, solved, return: value } = await playPolicy(environment, task, { constant }, { services });
    if (error === null) results.push({ task, return: value, solved });
  }
  return results;
}

const observed = (results: readonly Result[]): Observed[] =>
  results.map((result) => ({ cluster: result.task.key, value: result.return }));

/** Mean return and share of tasks solved, with their 95 % intervals. */
export function summarize(results: readonly Result[]): Estimate & { solved: Estimate } {
  const solved = results.map(({ task, solved }) => ({ cluster: task.key, value: solved ? 1 : 0 }));
  return { ...clusteredMean(observed(results), { unit: true }), solved: clusteredMean(solved, { unit: true }) };
}

/** Mean of a - b over the tasks both played, with its paired 95 % interval. */
export const difference = (a: readonly Result[], b: readonly Result[]): Estimate =>
  pairedDifference(observed(a), observed(b));

/** Mean return by label; a task with several labels counts for each. */
export function byLabel(results: readonly Result[]): Map<string, { n: number; mean: number }> {
  const values = new Map<string, number[]>();
  for (const { task, return: value } of results)
    for (const label of task.labels) values.set(label, [...(values.get(label) ?? []), value]);
  return new Map([...values].sort().map(([label, list]) => [label, { n: list.length, mean: mean(list) }]));
}
