import { type ErrorCode, FettleError } from "../core/errors.ts";
import type { Group } from "./settings.ts";

/**
 * Notices an endpoint that is down, or an environment of the user's that is broken, which would turn every remaining task
 * into an error, while little is lost.
 */
export class ErrorStreak {
  readonly #most: number;
  #length = 0;
  #played = 0;
  #reason: string | null = null;
  #code: ErrorCode = "model_failed";

  /** `concurrency`: most episodes in flight; twice as many may fail in a row, and at least 20. */
  constructor(concurrency = 32) {
    this.#most = Math.max(20, 2 * concurrency);
  }

  /**
   * Throws FettleError `model_failed` or `environment_failed` with the hint once too many episodes have failed in a row.
   */
  check(group: Group, hint: string): void {
    const failures = group.episodes.filter(({ trace }) => trace.return === null);
    const failed = failures.length;
    this.#code = failures[0]?.code === "environment_failed" ? "environment_failed" : "model_failed";
    this.#played += group.episodes.length;
    this.#reason = group.error;
    this.#length = failed > 0 && failed === group.episodes.length ? this.#length + failed : 0;
    if (this.#length < this.#most) return;
    throw new FettleError(this.#code, `The last ${this.#length} episodes all failed: ${group.error}`, { hint });
  }

  /**
   * At the end of a run. Throws FettleError `model_failed` or `environment_failed` with the hint when every episode has
   * failed.
   */
  finish(hint: string): void {
    if (this.#played > 0 && this.#length === this.#played)
      throw new FettleError(this.#code, `Every episode failed: ${this.#reason}`, { hint });
  }
}
