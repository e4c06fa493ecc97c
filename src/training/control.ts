import { existsSync } from "node:fs";
import type { Engine } from "../engines/engine.ts";
import { tokenizerFiles } from "../engines/tokenizer/files.ts";
import type { Run } from "./run.ts";
import { TaskStream } from "./task-stream.ts";
import { supervise } from "./warm-start.ts";

/**
 * What GRPO is compared with: the same start, trained for the same minutes on more supervised steps. It learns beside
 * GRPO in an engine of its own, or after it. It has no checkpoints: a resumed run begins it again.
 */
export class Control {
  readonly #run: Run;
  readonly #stop = new AbortController();
  #learning: Promise<number> | null = null;

  constructor(run: Run) {
    this.#run = run;
  }

  /** Begins to learn, for `seconds`, with so many threads. Does nothing when it has learned already. */
  start(seconds: number, threads: number): void {
    if (this.#learning || existsSync(this.#run.folders.control)) return;
    this.#learning = this.#learn(seconds, threads);
    // Whoever awaits `finish` hears of a failure.
    this.#learning.catch(() => {});
  }

  /** Seconds it learned; its weights are in the run's `control` folder. */
  async finish(): Promise<number> {
    return this.#learning ? await this.#learning : this.#run.parts.state.grpo.seconds;
  }

  /** Stops learning. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#learning?.catch(() => {});
  }

  async #learn(seconds: number, threads: number): Promise<number> {
    const engine = await this.#run.parts.openEngine(threads);
    try {
      await engine.load(this.#run.folders.start);
      return await this.#supervise(engine, seconds);
    } finally {
      await engine.close();
    }
  }

  async #supervise(engine: Engine, seconds: number): Promise<number> {
    const { options, environment, environmentOptions, tokenizer, emit } = this.#run.parts;
    const done = { rounds: 0, optimizerSteps: 0, seconds: 0 };
    const stream = new TaskStream({
      environment,
      options: environmentOptions,
      name: `${options.seed}/control`,
      candidates: options.candidates,
      exclude: (level) => this.#run.heldOut.hashes(level),
    });
    await supervise(this.#run, {
      phase: "control",
      engine,
      stream,
      rate: options.warmRate / 2,
      budget: { steps: null, seconds },
      signal: this.#stop.signal,
      done,
      onRound: async (row, progress) =>
        emit({ type: "row", row, progress, secondsLeft: Math.max(0, seconds - row.elapsed) }),
    });
    const files = tokenizerFiles(tokenizer, options.context);
    await engine.save(this.#run.folders.control, { optimizer: false, files });
    return done.seconds;
  }
}
