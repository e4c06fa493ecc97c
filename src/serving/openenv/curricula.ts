import { Curriculum } from "../../core/curriculum.ts";
import type { Level } from "../../core/environment.ts";

/** Episodes in play on one task. They were drawn at one level and count as one mean. */
export interface Group {
  readonly name: string;
  readonly level: string;
  /** Episodes still in play. */
  open: number;
  returns: number[];
}

/**
 * A curriculum that many sessions climb together. Sessions that reset with the same seed while others still play it
 * form a group: they get the same level even if a promotion happens in between, and the group's mean counts once, when
 * its last episode ends.
 */
export class SharedCurriculum {
  readonly #curriculum: Curriculum;
  readonly #groups = new Map<string, Group>();

  constructor(levels: readonly Level[]) {
    this.#curriculum = new Curriculum(levels);
  }

  get level(): string {
    return this.#curriculum.level;
  }

  /** Joins the group of that name, or founds it at the current level. Every `enter` needs one `leave`. */
  enter(name: string): Group {
    const group = this.#groups.get(name) ?? { name, level: this.#curriculum.level, open: 0, returns: [] };
    group.open++;
    this.#groups.set(name, group);
    return group;
  }

  /** `value` is the episode's return in [0, 1], or null when it must not count. `task` is the task's key. */
  leave(group: Group, task: string, value: number | null): void {
    if (value !== null) group.returns.push(value);
    if (--group.open > 0) return;
    this.#groups.delete(group.name);
    if (group.returns.length === 0) return;
    const mean = group.returns.reduce((sum, one) => sum + one, 0) / group.returns.length;
    this.#curriculum.record(group.level, task, mean);
  }

  /** What a client may see: no task keys. */
  summary(): { level: string; mean: number | null; episodes: number; recorded: number; promotions: object[] } {
    const { level, promotions, recorded, recent } = this.#curriculum.toJSON();
    return { level, mean: this.#curriculum.mean, episodes: recent.length, recorded, promotions };
  }
}

/** Curricula by the id that clients chose. The least recently named one gives way once `limit` is reached. */
export class CurriculumTable {
  readonly #levels: readonly Level[];
  readonly #limit: number;
  readonly #table = new Map<string, SharedCurriculum>();

  constructor(levels: readonly Level[], limit = 1024) {
    this.#levels = levels;
    this.#limit = limit;
  }

  /** The curriculum of that id, made on first use. */
  get(id: string): SharedCurriculum {
    const found = this.#table.get(id) ?? new SharedCurriculum(this.#levels);
    this.#table.delete(id);
    this.#table.set(id, found);
    const [oldest] = this.#table.size > this.#limit ? this.#table.keys() : [];
    if (oldest !== undefined) this.#table.delete(oldest);
    return found;
  }

  /** The curriculum of that id if it exists; looking does not keep it alive. */
  peek(id: string): SharedCurriculum | undefined {
    return this.#table.get(id);
  }
}
