import type { StopReason, Trace } from "../core/trace.ts";

/** What a run tells while it goes on. Terminal views, `--json` and logs are written from this stream alone. */
export type RunEvent =
  | { type: "start"; total: number; done: number; folder: string | null }
  | { type: "episode"; id: string; level: string; return: number | null; stop: StopReason; error: string | null }
  | ({ type: "progress" } & Progress)
  | { type: "stage"; name: string }
  /** Something a person should know that changes no result. */
  | { type: "note"; message: string }
  | { type: "end"; done: number; total: number; folder: string | null };

export interface Progress {
  /** Episodes finished, those of earlier sessions included. */
  done: number;
  total: number;
  /** Episodes per second of this session. */
  rate: number;
  /** null before it can be said. */
  secondsLeft: number | null;
  /** Mean return so far, errors left out; null before the first. */
  mean: number | null;
  errors: number;
}

export type RunListener = (event: RunEvent) => void;

/** Counts episodes and tells the listener at most every `intervalMs`. */
export class ProgressTracker {
  readonly #listener: RunListener;
  readonly #total: number;
  readonly #started = performance.now();
  readonly #interval: number;
  #told = 0;
  #before: number;
  #done = 0;
  #sum = 0;
  #scored = 0;
  #errors = 0;

  constructor(listener: RunListener, total: number, options: { done?: number; intervalMs?: number } = {}) {
    this.#listener = listener;
    this.#total = total;
    this.#before = options.done ?? 0;
    this.#interval = options.intervalMs ?? 200;
  }

  /** Counts a return without an event: an episode of an earlier session. */
  include(value: number | null): void {
    if (value === null) this.#errors++;
    else {
      this.#scored++;
      this.#sum += value;
    }
  }

  episode(trace: Trace): void {
    this.#done++;
    this.include(trace.return);
    const { id, level, stop, error } = trace;
    this.#listener({ type: "episode", id, level, return: trace.return, stop, error });
    if (performance.now() - this.#told >= this.#interval) this.tell();
  }

  /** Counts episodes that will never be played (a task that could not be generated). */
  skip(episodes: number): void {
    this.#before += episodes;
  }

  tell(): void {
    this.#told = performance.now();
    this.#listener({ type: "progress", ...this.snapshot() });
  }

  snapshot(): Progress {
    const seconds = (performance.now() - this.#started) / 1000;
    const rate = seconds > 0 ? this.#done / seconds : 0;
    const done = this.#before + this.#done;
    return {
      done,
      total: this.#total,
      rate,
      secondsLeft: this.#done > 0 && seconds >= 1 ? (this.#total - done) / rate : null,
      mean: this.#scored > 0 ? this.#sum / this.#scored : null,
      errors: this.#errors,
    };
  }
}
