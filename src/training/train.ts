import type { AnyEnvironment, Services } from "../core/environment.ts";
import { FettleError } from "../core/errors.ts";
import { environmentOptions } from "../core/given.ts";
import { firstIssue } from "../core/issues.ts";
import { claimFolder, openFolder } from "./config.ts";
import { Control } from "./control.ts";
import { rowEvent, type TrainEvent } from "./events.ts";
import { finish } from "./finish.ts";
import { improve } from "./improve.ts";
import { type TrainOptionsInput, trainOptionsSchema } from "./options.ts";
import type { TrainReport } from "./report.ts";
import { controlBeside, grpoThreads, type Run } from "./run.ts";
import { type CreateEngine, setUp } from "./setup.ts";
import { supervise } from "./supervised-phase.ts";

export interface TrainSettings extends TrainOptionsInput {
  environment: AnyEnvironment;
  /** Options of the environment's tasks, as its schema takes them; its defaults when absent. */
  environmentOptions?: unknown;
  services?: Services;
  /** Makes what samples and learns; the embedded engine when absent. More than once in a run. */
  createEngine?: CreateEngine;
  onEvent?: (event: TrainEvent) => void;
  /** Stops after the step in flight; the run can be resumed. */
  signal?: AbortSignal;
}

/**
 * Trains a small model on an environment: tokenizer, supervised warm start on oracle episodes, GRPO under the
 * curriculum and its control, held-out table. Everything is written to the run folder (`out`): `config.json`,
 * `metrics.jsonl`, `checkpoints/`, `start/` and `model/` (which open with transformers), `control/`, `report.json`. A run
 * that was killed goes on with `resume` from its last checkpoint.
 *
 * Throws FettleError `bad_option` (learning that has diverged included), `unknown_level`, `bad_input_file` (of a checkpoint
 * to start from), `bad_run_folder`, `no_task`, `engine_unavailable`, `model_failed` or `environment_failed` when episodes do
 * nothing but fail, or `interrupted` after `signal`.
 */
export async function train(settings: TrainSettings): Promise<TrainReport> {
  const {
    environment,
    environmentOptions: taskOptions,
    services = {},
    createEngine,
    onEvent,
    signal,
    ...given
  } = settings;
  const parsed = trainOptionsSchema.safeParse(given);
  if (!parsed.success) throw new FettleError("bad_option", `Training options: ${firstIssue(parsed.error)}.`);
  const chosen = environmentOptions(environment, taskOptions);
  const emit = onEvent ?? (() => {});
  const { out } = parsed.data;
  const release = await claimFolder(out);
  try {
    const options = await openFolder(environment, chosen, parsed.data);
    const run = await setUp({
      environment,
      environmentOptions: chosen,
      services,
      options,
      createEngine: createEngine ?? embeddedEngine,
      emit,
      signal,
    });
    try {
      await warmStart(run);
      await beginGrpo(run);
      const report = await compete(run);
      emit({ type: "finished", report });
      return report;
    } finally {
      run.rows.close();
      await run.parts.engine.close();
    }
  } catch (error) {
    if (signal?.aborted)
      throw new FettleError("interrupted", `Training stopped; ${out} holds everything up to the last checkpoint.`, {
        hint: "Continue with --resume.",
        cause: error,
      });
    throw error;
  } finally {
    await release();
  }
}

/** GRPO and its control, then the table. */
async function compete(run: Run): Promise<TrainReport> {
  const { options } = run.parts;
  const control = new Control(run);
  try {
    if (controlBeside(options)) void control.learn(options.minutes * 60, grpoThreads(options));
    await improve(run);
    run.parts.state.phase = "done";
    await run.checkpoint();
    return await finish(run, control);
  } finally {
    await control.close();
  }
}

const embeddedEngine: CreateEngine = async (request, options) => {
  const { createEmbeddedEngine } = await import("../engines/embedded/create-engine.ts");
  return createEmbeddedEngine(request, options);
};

async function warmStart(run: Run): Promise<void> {
  const { options, state, engine, emit } = run.parts;
  if (state.phase !== "warm" || run.parts.warm !== null) return;
  if (state.rows === 0) await run.checkpoint();
  await supervise(run, {
    phase: "warm",
    engine,
    stream: run.streams.warm,
    rate: options.warmRate,
    budget: { steps: options.warmSteps ?? null, seconds: options.warmMinutes * 60 },
    signal: run.parts.signal,
    done: state.warm,
    async onRound(row, progress, stream) {
      state.streams.warm = stream;
      await run.record(row, state.warm.rounds % options.checkpointEvery === 0);
      emit(rowEvent(row, progress));
    },
  });
}

/** Keeps the start of GRPO, for the table and as the reference; the optimiser begins anew with the new objective. */
async function beginGrpo(run: Run): Promise<void> {
  const { state, options } = run.parts;
  if (state.phase !== "warm") return;
  await run.export(run.folders.start);
  if (grpoThreads(options) !== options.threads) await run.replaceEngine(grpoThreads(options));
  await run.parts.engine.load(run.folders.start);
  if (options.klWeight > 0) await run.parts.engine.setReference();
  state.phase = "grpo";
  await run.checkpoint();
}
