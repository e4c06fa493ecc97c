import { join } from "node:path";
import { Curriculum } from "../core/curriculum.ts";
import type { AnyEnvironment, Level, PromptForm, Services } from "../core/environment.ts";
import type { Engine } from "../engines/engine.ts";
import { tokenizerFiles } from "../engines/tokenizer/files.ts";
import type { Tokenizer } from "../engines/tokenizer/tokenizer.ts";
import { engineModel } from "../models/engine-model.ts";
import type { Model } from "../models/model.ts";
import { diskFailure } from "../rollouts/files.ts";
import type { Checkpoints } from "./checkpoints.ts";
import type { TrainEvent } from "./events.ts";
import { HeldOut, type HeldOutSettings } from "./held-out.ts";
import { type MetricsRow, openRows, type RowSink } from "./metrics.ts";
import type { TrainOptions } from "./options.ts";
import type { RunState } from "./run-state.ts";
import { TaskStream, type TaskStreamState } from "./task-stream.ts";

/** Small models read the compact form. */
export const form: PromptForm = "compact";

/**
 * Whether the control learns beside GRPO, each on half of the threads. With a budget of steps it comes afterwards: only
 * then is known how long GRPO took.
 */
export function controlBeside(options: TrainOptions): boolean {
  return options.control && options.evaluationTasks > 0 && options.steps === undefined && options.minutes > 0;
}

/** Threads of the engine during GRPO. */
export function grpoThreads(options: TrainOptions): number {
  return controlBeside(options) ? Math.max(1, Math.floor(options.threads / 2)) : options.threads;
}

/** Levels of demonstrations, of a run with these levels. */
export function warmLevelsOf({ warmLevels }: TrainOptions, levels: readonly Level[]): string[] {
  return warmLevels.length > 0 ? warmLevels : levels.slice(0, 2).map(({ name }) => name);
}

export interface RunParts {
  environment: AnyEnvironment;
  environmentOptions: unknown;
  services: Services;
  options: TrainOptions;
  levels: Level[];
  engine: Engine;
  /** Another engine of the same shape. */
  openEngine: (threads: number) => Promise<Engine>;
  /** Checkpoint that the run begins with, in place of a warm start of its own; null when it goes on. */
  warm: string | null;
  tokenizer: Tokenizer;
  model: Model;
  state: RunState;
  checkpoints: Checkpoints<RunState>;
  emit: (event: TrainEvent) => void;
  signal: AbortSignal | undefined;
}

/** A training run in progress: its parts, its state, and where both are written. */
export class Run {
  readonly parts: RunParts;
  readonly heldOut: HeldOut;
  readonly folders: { start: string; control: string; model: string };
  readonly rows: RowSink;
  readonly streams: { warm: TaskStream; grpo: TaskStream };
  curriculum: Curriculum;

  constructor(parts: RunParts) {
    const { options, state, levels } = parts;
    this.parts = parts;
    this.heldOut = new HeldOut(this.heldOutSettings, {
      evaluation: options.evaluationTasks,
      confirmation: options.confirm,
    });
    const below = (name: string) => join(options.out, name);
    this.folders = { start: below("start"), control: below("control"), model: below("model") };
    this.rows = openRows(options.out, options.metrics, state.rows);
    this.streams = {
      warm: this.stream("warm", state.streams.warm),
      grpo: this.stream("grpo", state.streams.grpo),
    };
    this.curriculum = new Curriculum(levels, { window: options.window, state: state.curriculum });
  }

  get heldOutSettings(): HeldOutSettings {
    const { environment, environmentOptions, services, options, signal } = this.parts;
    return { environment, environmentOptions, services, maxTokens: options.maxTokens, ...(signal && { signal }) };
  }

  /** Levels of demonstrations. */
  get warmLevels(): string[] {
    return warmLevelsOf(this.parts.options, this.parts.levels);
  }

  /** Training tasks of a phase, from a state on. */
  stream(phase: "warm" | "grpo" | "control", state: TaskStreamState): TaskStream {
    const { environment, environmentOptions, options } = this.parts;
    return new TaskStream({
      environment,
      options: environmentOptions,
      name: `${options.seed}/${phase}`,
      candidates: options.candidates,
      exclude: (level) => this.heldOut.hashes(level),
      state,
    });
  }

  /** Files of the tokenizer by name, which go with all weights. */
  get tokenizerFiles(): Record<string, string> {
    return tokenizerFiles(this.parts.tokenizer, this.parts.options.context);
  }

  /** Goes on with a fresh engine of so many threads, and closes the old one. */
  async replaceEngine(threads: number): Promise<void> {
    const { parts } = this;
    await parts.engine.close();
    parts.engine = await parts.openEngine(threads);
    parts.model = await engineModel(parts.engine, parts.tokenizer, { id: "trained", form });
  }

  /** Writes one row and, where one is due, a checkpoint that includes it. */
  async record(row: MetricsRow, checkpointDue: boolean): Promise<void> {
    const { state } = this.parts;
    state.rows = row.row;
    state.curriculum = this.curriculum.toJSON();
    this.rows.write(row);
    if (checkpointDue) await this.checkpoint();
  }

  async checkpoint(): Promise<void> {
    const { checkpoints, engine, state } = this.parts;
    await checkpoints.write(engine, state, this.tokenizerFiles);
  }

  /**
   * Writes the current weights where they can be opened, without what only training needs. Throws FettleError
   * `bad_run_folder` when it cannot.
   */
  async export(folder: string, engine = this.parts.engine): Promise<void> {
    try {
      await engine.save(folder, { optimizer: false, files: this.tokenizerFiles });
    } catch (error) {
      throw diskFailure(folder, error);
    }
  }
}
