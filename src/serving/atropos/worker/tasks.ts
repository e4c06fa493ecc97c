import { Curriculum } from "../../../core/curriculum.ts";
import type { AnyEnvironment } from "../../../core/environment.ts";
import { Random } from "../../../core/random.ts";
import { type GroupPlan, sampleIndexes } from "../../../rollouts/settings.ts";

export interface TaskSourceOptions {
  environment: AnyEnvironment;
  /** Levels that take turns, or "auto": the curriculum climbs by mean returns. */
  levels: readonly string[] | "auto";
  groupSize: number;
  /** Fixes the tasks, in their order. */
  name: string;
}

/** Tasks to train on: an endless stream, and a pile of those that were interrupted, which come first. */
export class TaskSource {
  readonly #options: TaskSourceOptions;
  readonly #random: Random;
  readonly #curriculum: Curriculum | null;
  readonly #interrupted: GroupPlan[] = [];
  #drawn = 0;

  constructor(options: TaskSourceOptions) {
    this.#options = options;
    this.#random = new Random(`atropos/${options.name}`);
    const { environment, levels } = options;
    this.#curriculum = levels === "auto" ? new Curriculum(environment.levels) : null;
  }

  /** Levels in play now. */
  get levels(): readonly string[] {
    const { levels } = this.#options;
    return levels === "auto" ? [this.#curriculum?.level ?? ""] : levels;
  }

  next(): GroupPlan {
    const waiting = this.#interrupted.pop();
    if (waiting) return waiting;
    const { environment, groupSize } = this.#options;
    const { levels } = this;
    return {
      level: levels[this.#drawn++ % levels.length] ?? "",
      seed: this.#random.int(0, 0x7fffffff),
      split: "train",
      options: environment.options.parse({}),
      samples: sampleIndexes(groupSize),
    };
  }

  /** A task whose group was broken off: it is played again, newest first. */
  putBack(plan: GroupPlan): void {
    this.#interrupted.push(plan);
  }

  /** Tells the curriculum the mean return of a group. Returns the level it moved on to, if it did. */
  record(level: string, task: string, mean: number): string | null {
    return this.#curriculum?.record(level, task, mean)?.to ?? null;
  }
}
