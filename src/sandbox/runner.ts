import { z } from "zod";
import type { End } from "../core/sandbox.ts";
import type { LineProcess } from "./line-process.ts";
import type { Pooled } from "./pool.ts";
import { readOrNotice } from "./processor-time.ts";

/** Limits of one attempt, in milliseconds of processor time (five times as much by the clock) and megabytes. */
export interface AttemptLimits {
  /** Until the first frame: loading the source. */
  loadMs: number;
  /** From one frame to the next: answering one call. */
  stepMs: number;
  totalMs: number;
  memoryMb: number;
}

export interface Attempt {
  /** Raw lines, as the untrusted side wrote them: claims, not facts. Never parsed here. */
  frames: string[];
  end: End;
  cpuMs: number;
}

const endSchema = z.object({
  end: z.enum(["done", "timeout", "died", "overflow"]),
  cpuMs: z.number(),
  /** The runner asks to be replaced. */
  worn: z.boolean().optional(),
});

/** Wall clock beside processor time, more than the process itself allows: it should be the first to say so. */
const patience = 10;
const graceMs = 5000;

/** Runs untrusted jobs one after another over a process of the backend. */
export class Runner implements Pooled {
  readonly #process: LineProcess;
  readonly #programsCanHang: boolean;
  #jobsLeft: number;

  constructor(process: LineProcess, options: { programsCanHang: boolean; jobs: number }) {
    this.#process = process;
    this.#programsCanHang = options.programsCanHang;
    this.#jobsLeft = options.jobs;
  }

  get usable(): boolean {
    return this.#process.alive && this.#jobsLeft > 0;
  }

  /**
   * One job (a line of JSON) from a clean state. `frames` is how many will come, null for a program, whose calls
   * `onCall` answers with a raw line. Rejects with `SlotLost` when the runner fails.
   */
  async attempt(
    job: string,
    frames: number | null,
    limits: AttemptLimits,
    onCall: (frame: string) => Promise<string> = async () => '["v",null]',
  ): Promise<Attempt> {
    this.#jobsLeft--;
    const received: string[] = [];
    this.#process.write(`${JSON.stringify({ ...limits, frames })}\n${job}\n`);
    try {
      for (;;) {
        const line = await this.#read(limits);
        if (line === null) {
          this.#jobsLeft = 0;
          await this.#process.kill();
          return { frames: received, end: "timeout", cpuMs: limits.stepMs };
        }
        const rest = line.slice(1);
        if (line[0] === "F") received.push(rest);
        else if (line[0] === "C") this.#process.write(`${await onCall(rest)}\n`);
        else {
          const { end, cpuMs, worn } = endSchema.parse(JSON.parse(rest));
          if (worn) this.#jobsLeft = 0;
          return { frames: received, end, cpuMs };
        }
      }
    } catch (error) {
      // Whatever went wrong in between, this runner's state is unknown now.
      this.#jobsLeft = 0;
      await this.#process.kill();
      throw error;
    }
  }

  /** The next line; null when the program hangs where only ending the runner helps. */
  #read(limits: AttemptLimits): Promise<string | null> {
    const step = Math.max(limits.loadMs, limits.stepMs);
    const longest = patience * Math.max(step, limits.totalMs) + graceMs;
    return this.#programsCanHang ? readOrNotice(this.#process, step + 500, longest) : this.#process.read(longest);
  }

  close(): Promise<void> {
    return this.#process.close();
  }
}
