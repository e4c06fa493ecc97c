import { z } from "zod";
import type { Level } from "./environment.ts";

export const curriculumStateSchema = z.object({
  level: z.string(),
  /** Mean returns at the current level, oldest first; at most `window`, one per distinct task. */
  recent: z.array(z.object({ task: z.string(), mean: z.number() })),
  promotions: z.array(z.object({ from: z.string(), to: z.string(), at: z.number(), mean: z.number() })),
  /** Means recorded so far, over all levels. */
  recorded: z.number(),
});
export type CurriculumState = z.infer<typeof curriculumStateSchema>;

/**
 * Promotion on the rolling reward: once the last `window` means on distinct tasks of the current level average at least
 * its `promoteAt`, the next level begins with an empty window. It never moves back.
 */
export class Curriculum {
  readonly #levels: readonly Level[];
  readonly #window: number;
  #state: CurriculumState;

  /** `levels` must not be empty. `state` resumes an earlier curriculum over the same levels. */
  constructor(levels: readonly Level[], options: { window?: number; state?: CurriculumState } = {}) {
    this.#levels = levels;
    this.#window = options.window ?? 10;
    this.#state = structuredClone(
      options.state ?? { level: levels[0]?.name ?? "", recent: [], promotions: [], recorded: 0 },
    );
  }

  get level(): string {
    return this.#state.level;
  }

  /** Levels already left, easiest first. */
  get passed(): string[] {
    return this.#levels.slice(0, this.#index()).map((level) => level.name);
  }

  /** Mean of the current window, or null before the first record. */
  get mean(): number | null {
    const { recent } = this.#state;
    return recent.length === 0 ? null : recent.reduce((sum, { mean }) => sum + mean, 0) / recent.length;
  }

  /**
   * Adds the mean return of one group (or one episode), in [0, 1]. Means of other levels and of a task already in the
   * window are ignored. Returns the promotion it caused, if any.
   */
  record(level: string, task: string, mean: number): { from: string; to: string } | null {
    const state = this.#state;
    if (level !== state.level || state.recent.some((entry) => entry.task === task)) return null;
    state.recorded++;
    state.recent.push({ task, mean });
    if (state.recent.length > this.#window) state.recent.shift();
    const current = this.#levels[this.#index()];
    const next = this.#levels[this.#index() + 1];
    const rolling = this.mean ?? 0;
    if (!next || current?.promoteAt == null || state.recent.length < this.#window || rolling < current.promoteAt)
      return null;
    state.promotions.push({ from: level, to: next.name, at: state.recorded, mean: rolling });
    state.level = next.name;
    state.recent = [];
    return { from: level, to: next.name };
  }

  /** A copy that the constructor takes back. */
  toJSON(): CurriculumState {
    return structuredClone(this.#state);
  }

  #index(): number {
    return this.#levels.findIndex((level) => level.name === this.#state.level);
  }
}
