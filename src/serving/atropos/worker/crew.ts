import { deadline } from "../../../models/deadline.ts";
import type { GroupPlan } from "../../../rollouts/settings.ts";

/** A group in play. */
export interface InPlay {
  readonly plan: GroupPlan;
  /** Fires when the group is broken off. */
  readonly signal: AbortSignal;
  /** Set once it is played and on its way to the server: it is no longer broken off. */
  sending: boolean;
}

interface Member extends InPlay {
  started: number;
  breakOff(): void;
}

/** The groups in play: how many there are changes with what the server says. */
export class Crew {
  readonly #play: (group: InPlay) => Promise<void>;
  readonly #signal: AbortSignal;
  readonly #members = new Set<Member>();
  readonly #running = new Set<Promise<void>>();
  #failure: { error: unknown } | null = null;

  /** `play` plays one group to its end. What it rejects with, `check` throws; a group that was broken off is forgotten. */
  constructor(play: (group: InPlay) => Promise<void>, signal: AbortSignal) {
    this.#play = play;
    this.#signal = signal;
  }

  get size(): number {
    return this.#members.size;
  }

  start(plan: GroupPlan): void {
    const own = deadline(this.#signal, null);
    const { signal, abort: breakOff } = own;
    const member: Member = { plan, signal, sending: false, started: performance.now(), breakOff };
    this.#members.add(member);
    this.run(
      this.#play(member).finally(() => {
        own.dispose();
        this.#members.delete(member);
      }),
      signal,
    );
  }

  /** Counts a promise as work of the crew. What it rejects with is thrown by `check`, unless the signal has fired. */
  run(work: Promise<void>, signal: AbortSignal): void {
    const running: Promise<void> = work
      .catch((error: unknown) => {
        if (!signal.aborted) this.#failure ??= { error };
      })
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Throws what a group failed with, if one did. */
  check(): void {
    if (this.#failure) throw this.#failure.error;
  }

  /** Breaks groups off, oldest first, until `most` are left or all others are being sent. Returns their plans. */
  reduceTo(most: number): GroupPlan[] {
    const idle = [...this.#members].filter(({ sending }) => !sending);
    return this.#breakOff(idle.slice(0, Math.max(0, this.#members.size - most)));
  }

  /** Breaks groups off that have been in play for longer than `milliseconds`. Returns their plans. */
  dropOlderThan(milliseconds: number): GroupPlan[] {
    const now = performance.now();
    return this.#breakOff(
      [...this.#members].filter(({ sending, started }) => !sending && now - started > milliseconds),
    );
  }

  /** Breaks everything off, and resolves when nothing runs any more. */
  async stop(): Promise<void> {
    for (const { breakOff } of this.#members) breakOff();
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  #breakOff(members: readonly Member[]): GroupPlan[] {
    for (const member of members) {
      member.breakOff();
      this.#members.delete(member);
    }
    return members.map(({ plan }) => plan);
  }
}
