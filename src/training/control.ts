import { existsSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Engine } from "../engines/engine.ts";
import { Checkpoints } from "./checkpoints.ts";
import { rowEvent } from "./events.ts";
import { openRows } from "./metrics.ts";
import type { Run } from "./run.ts";
import { supervisedCountsSchema } from "./run-state.ts";
import { supervise } from "./supervised-phase.ts";
import { taskStreamStateSchema } from "./task-stream.ts";

/** What the control needs to go on, beside weights and optimiser. */
const controlStateSchema = z.object({
  format: z.literal("fettle-control/1"),
  done: supervisedCountsSchema,
  stream: taskStreamStateSchema,
});
type ControlState = z.infer<typeof controlStateSchema>;

const initialState = (): ControlState => ({
  format: "fettle-control/1",
  done: { rounds: 0, optimizerSteps: 0, seconds: 0 },
  stream: { drawn: {}, labels: {} },
});

/**
 * What GRPO is compared with: the same start, trained for the same minutes on more supervised steps. It learns beside
 * GRPO in an engine of its own, or after it. Its folder is that of a small run, with rows, checkpoints and weights of its
 * own: the two go on from different moments when they are resumed.
 */
export class Control {
  /** Where its weights are once it has learned. */
  readonly model: string;
  readonly #run: Run;
  readonly #checkpoints: Checkpoints<ControlState>;
  readonly #stop = new AbortController();
  #learning: Promise<number> | null = null;

  constructor(run: Run) {
    this.#run = run;
    this.model = join(run.folders.control, "model");
    this.#checkpoints = new Checkpoints(join(run.folders.control, "checkpoints"), controlStateSchema);
  }

  /**
   * Learns for `seconds` in all, with so many threads, from where an earlier session left off. Only the first call begins
   * to; every call resolves to the seconds that it learned.
   */
  learn(seconds: number, threads: number): Promise<number> {
    if (!this.#learning) {
      this.#learning = this.#learn(seconds, threads);
      // Whoever waits for the end hears of a failure.
      this.#learning.catch(() => {});
    }
    return this.#learning;
  }

  /** Stops learning. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#learning?.catch(() => {});
  }

  async #learn(seconds: number, threads: number): Promise<number> {
    const saved = await this.#checkpoints.latest();
    const state = saved?.state ?? initialState();
    if (existsSync(this.model)) return state.done.seconds;
    const engine = await this.#run.parts.openEngine(threads);
    try {
      await engine.load(saved?.folder ?? this.#run.folders.start);
      await this.#supervise(engine, state, seconds);
      await this.#run.export(this.model, engine);
      return state.done.seconds;
    } finally {
      await engine.close();
    }
  }

  async #supervise(engine: Engine, state: ControlState, seconds: number): Promise<void> {
    const { folders, parts } = this.#run;
    const { options, signal, emit } = parts;
    const { done } = state;
    const rows = openRows(folders.control, options.metrics, done.rounds);
    try {
      await supervise(this.#run, {
        phase: "control",
        engine,
        stream: this.#run.stream("control", state.stream),
        rate: options.warmRate / 2,
        budget: { steps: null, seconds },
        signal: AbortSignal.any([this.#stop.signal, ...(signal ? [signal] : [])]),
        done,
        onRound: async (row, progress, stream) => {
          state.stream = stream;
          rows.write(row);
          if (done.rounds % options.checkpointEvery === 0 || progress >= 1)
            await this.#checkpoints.write(engine, state, this.#run.tokenizerFiles);
          emit(rowEvent(row, progress));
        },
      });
    } finally {
      rows.close();
    }
  }
}
