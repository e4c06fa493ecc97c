import { FettleError } from "../core/errors.ts";
import type { Group } from "./settings.ts";

/** Notices an endpoint that is down, which would turn every remaining task into an error, while little is lost. */
export class ErrorStreak {
  readonly #most: number;
  #length = 0;
  #played = 0;
  #reason: string | null = null;

  /** `concurrency`: most episodes in flight; twice as many may fail in a row, and at least 20. */
  constructor(concurrency = 32) {
    this.#most = Math.max(20, 2 * concurrency);
  }

  /** Throws FettleError `model_failed` with the hint once too many episodes have failed in a row. */
  check(group: Group, hint: string): void {
    const failed = group.episodes.filter(({ trace }) => trace.return === null).length;
    this.#played += group.episodes.length;
    this.#reason = group.error;
    this.#length = failed > 0 && failed === group.episodes.length ? this.#length + failed : 0;
    if (this.#length < this.#most) return;
    throw new FettleError("model_failed", `The last ${this.#length} episodes all failed: ${group.error}`, { hint });
  }

  /** At the end of a run. Throws FettleError `model_failed` with the hint when every episode has failed. */
  finish(hint: string): void {
    if (this.#played > 0 && this.#length === this.#played)
      throw new FettleError("model_failed", `Every episode failed: ${this.#reason}`, { hint });
  }
}
