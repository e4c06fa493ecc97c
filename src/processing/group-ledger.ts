import type { Span } from "../rollouts/journal.ts";

/** A group of which every episode has a return, and where its traces stand. */
export interface FinishedGroup {
  /** Position in the run, from 0. */
  index: number;
  /** In the order of the samples. */
  spans: readonly Span[];
}

/**
 * Keeps where the traces of unfinished and unwritten groups stand, and hands finished groups out in the order of the run,
 * whatever order they finished in: the file of a run that was interrupted is that of a run left alone.
 */
export class GroupLedger {
  readonly #size: number;
  /** By position; a missing span has not been played, a null one ended in an error. */
  readonly #groups = new Map<number, (Span | null | undefined)[]>();
  readonly #settled = new Set<number>();
  readonly #count: number;
  #next = 0;

  /** `count` groups of `size` episodes. */
  constructor(count: number, size: number) {
    this.#count = count;
    this.#size = size;
  }

  /** Where the newest trace of an episode stands; null when it has no return. */
  place(index: number, sample: number, span: Span | null): void {
    const spans = this.#groups.get(index) ?? [];
    spans[sample] = span;
    this.#groups.set(index, spans);
  }

  has(index: number, sample: number): boolean {
    return Boolean(this.#groups.get(index)?.[sample]);
  }

  /** Nothing more of this group will be played. */
  settle(index: number): void {
    this.#settled.add(index);
  }

  /** Finished groups that follow those handed out before. Each group is handed out once. */
  *ready(): Generator<FinishedGroup> {
    for (; this.#next < this.#count && this.#settled.has(this.#next); this.#next++) yield* this.#take(this.#next);
  }

  /** As `ready`, and goes on behind groups that are not finished. */
  *rest(): Generator<FinishedGroup> {
    for (; this.#next < this.#count; this.#next++) yield* this.#take(this.#next);
  }

  *#take(index: number): Generator<FinishedGroup> {
    const spans = this.#groups.get(index) ?? [];
    this.#groups.delete(index);
    this.#settled.delete(index);
    const whole = spans.filter((span): span is Span => Boolean(span));
    if (whole.length === this.#size) yield { index, spans: whole };
  }
}
