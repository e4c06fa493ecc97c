import { randomUUID } from "node:crypto";
import { FettleError } from "../../core/errors.ts";
import type { Session } from "./session.ts";

/** A session and who holds it. */
export interface Seat {
  readonly id: string;
  readonly session: Session;
  /** Made by a socket, and ends with it. */
  readonly owned: boolean;
  /** A socket is attached: such a session is never idle. */
  attached: boolean;
  /** Asked to close while a socket was attached; it goes when the socket does. */
  closing: boolean;
  /** Milliseconds, by the clock of the table. */
  lastActive: number;
}

/** The reason why a socket cannot be attached to a session. */
export class SessionError extends Error {}

/** Every session of a server: one place for capacity, attachment and idleness. */
export class SessionTable {
  readonly max: number;
  readonly #idleMs: number;
  readonly #now: () => number;
  readonly #seats = new Map<string, Seat>();

  /** `idleMs`: how long a session without a socket may stay unused; 0 means for ever. `now`: milliseconds, monotonic. */
  constructor(options: { max: number; idleMs: number; now?: () => number }) {
    this.max = options.max;
    this.#idleMs = options.idleMs;
    this.#now = options.now ?? performance.now.bind(performance);
  }

  get active(): number {
    return this.#seats.size;
  }

  /** Seats a new session. Throws FettleError `capacity` when the server is full. */
  create(open: () => Session, by: "socket" | "request"): Seat {
    if (this.#seats.size >= this.max)
      throw new FettleError("capacity", `Server at capacity: ${this.active}/${this.max} sessions active.`, {
        hint: "Close a session, or start the server with a higher --max-sessions.",
      });
    const owned = by === "socket";
    const seat = { id: randomUUID(), session: open(), owned, attached: owned, closing: false, lastActive: this.#now() };
    this.#seats.set(seat.id, seat);
    return seat;
  }

  /** The seat of that id, which counts as used now. */
  get(id: string): Seat | undefined {
    const seat = this.#seats.get(id);
    if (seat) seat.lastActive = this.#now();
    return seat;
  }

  /** Gives a socket to a session that was made without one. Throws SessionError. */
  attach(id: string): Seat {
    const seat = this.get(id);
    if (!seat) throw new SessionError(`Unknown session_id: ${id}`);
    if (seat.attached) throw new SessionError(`Session ${id} already has an attached WebSocket`);
    seat.attached = true;
    return seat;
  }

  /** The socket went away: a session it made ends, another stays unless it was asked to close meanwhile. */
  detach(seat: Seat): void {
    seat.attached = false;
    seat.lastActive = this.#now();
    if (seat.owned || seat.closing) this.release(seat);
  }

  /** Ends a session and frees its slot. */
  release(seat: Seat): void {
    if (this.#seats.delete(seat.id)) seat.session.close();
  }

  /** Closes a session without a socket; one with a socket closes when the socket does. */
  close(id: string): "closed" | "closing" | "unknown" {
    const seat = this.#seats.get(id);
    if (!seat) return "unknown";
    seat.closing = true;
    if (seat.attached) return "closing";
    this.release(seat);
    return "closed";
  }

  /** Ends sessions that nobody holds and nobody used for too long. Returns how many. */
  reapIdle(): number {
    if (this.#idleMs === 0) return 0;
    const limit = this.#now() - this.#idleMs;
    const idle = [...this.#seats.values()].filter((seat) => !seat.attached && seat.lastActive < limit);
    for (const seat of idle) this.release(seat);
    return idle.length;
  }

  releaseAll(): void {
    for (const seat of [...this.#seats.values()]) this.release(seat);
  }
}
