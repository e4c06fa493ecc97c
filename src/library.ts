/** The library's functions, each of which loads what it needs when it is first called. */
import type { AnyEnvironment } from "./core/environment.ts";
import { FettleError } from "./core/errors.ts";
import { type EnvironmentSettings, environments } from "./environments/registry.ts";
import type { Comparison } from "./evaluation/compare.ts";
import type { EvaluateOptions } from "./evaluation/plan.ts";
import type { Summary } from "./evaluation/summary.ts";
import type { ValidateOptions } from "./evaluation/validate.ts";
import type { Validation } from "./evaluation/validation-report.ts";
import type { EngineModelOptions } from "./models/engine-model.ts";
import type { Model } from "./models/model.ts";
import type { ProcessOptions } from "./processing/plan.ts";
import type { ProcessSummary } from "./processing/summary.ts";
import type { RolloutServer, RolloutServerOptions } from "./serving/atropos/server/server.ts";
import type { WorkSettings, WorkSummary } from "./serving/atropos/worker/worker.ts";
import type { ActionOf, ConnectOptions, ObservationOf, OpenEnvClient } from "./serving/openenv/client.ts";
import type { RunningServer, ServeOptions } from "./serving/openenv/server.ts";
import type { TrainReport } from "./training/report.ts";
import type { TrainSettings } from "./training/train.ts";

/** A built-in environment. Throws FettleError `unknown_environment`. */
export async function openEnvironment(name: string, settings: EnvironmentSettings = {}): Promise<AnyEnvironment> {
  const open = Object.hasOwn(environments, name) ? environments[name] : undefined;
  if (open) return open(settings);
  throw new FettleError("unknown_environment", `There is no environment "${name}".`, {
    hint: `Environments: ${Object.keys(environments).join(", ")}.`,
  });
}

/**
 * Measures a model on an environment. Throws FettleError `bad_option`, `unknown_level`, `no_task`, `bad_input_file` (of
 * `evals`), `bad_run_folder`, `model_failed`, `environment_failed` or `interrupted`.
 */
export async function evaluate(options: EvaluateOptions): Promise<Summary> {
  return (await import("./evaluation/evaluate.ts")).evaluate(options);
}

/**
 * Writes scored groups of rollouts as training data, with a page to look at them. Throws FettleError `bad_option`,
 * `unknown_level`, `bad_input_file`, `bad_run_folder`, `no_task`, `model_failed`, `environment_failed`, `unscored` (the
 * environment's own score of a group is no number) or `interrupted`.
 */
export async function processGroups(options: ProcessOptions): Promise<ProcessSummary> {
  return (await import("./processing/process.ts")).processGroups(options);
}

/** Compares two evaluations, by their run folders, on the tasks both finished. Throws FettleError `bad_run_folder`. */
export async function compare(a: string, b: string): Promise<Comparison> {
  return (await import("./evaluation/compare.ts")).compare(a, b);
}

/**
 * Holds an environment to its promises. A breach is in the report, not thrown. Throws FettleError `bad_option`,
 * `unknown_level` or `interrupted`.
 */
export async function validate(environment: AnyEnvironment, options: ValidateOptions = {}): Promise<Validation> {
  return (await import("./evaluation/validate.ts")).validate(environment, options);
}

/**
 * Trains a small model on an environment: warm start, GRPO under the curriculum, held-out table. Throws FettleError
 * `bad_option`, `unknown_level`, `bad_input_file`, `bad_run_folder`, `no_task`, `engine_unavailable`, `model_failed`,
 * `environment_failed` or `interrupted`.
 */
export async function train(settings: TrainSettings): Promise<TrainReport> {
  return (await import("./training/train.ts")).train(settings);
}

/** What a training run made, as a model; close it when done. Throws FettleError `bad_input_file` or `engine_unavailable`. */
export async function trainedModel(
  folder: string,
  options: Partial<EngineModelOptions> & { threads?: number } = {},
): Promise<Model & { close(): Promise<void> }> {
  return (await import("./models/trained-model.ts")).trainedModel(folder, options);
}

/**
 * Serves environments over the OpenEnv protocol. Resolves once the port is open. Throws FettleError `bad_option` when there
 * is nothing to serve or the port cannot be opened.
 */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  return (await import("./serving/openenv/server.ts")).serve(options);
}

/**
 * Connects to an OpenEnv server, ours or any other. With `environment`, actions and observations have its types. Throws
 * FettleError `bad_option` for what is no URL and `connection_failed`; so do the client's calls, and more: see there.
 */
export async function connect<E extends AnyEnvironment = AnyEnvironment>(
  url: string,
  options: ConnectOptions<E> = {},
): Promise<OpenEnvClient<ActionOf<E>, ObservationOf<E>>> {
  return (await import("./serving/openenv/client.ts")).connect(url, options);
}

/**
 * Serves Atropos' Rollout API, where environments send scored groups and trainers fetch batches. Throws FettleError
 * `bad_option` or `bad_run_folder`.
 */
export async function serveRollouts(options: RolloutServerOptions = {}): Promise<RolloutServer> {
  return (await import("./serving/atropos/server/server.ts")).serveRollouts(options);
}

/**
 * Plays groups for the trainer of a Rollout API server, ours or the original's, until it has enough. Throws FettleError
 * `bad_option`, `unknown_level`, `no_task`, `connection_failed`, `model_failed`, `environment_failed` or `interrupted`.
 */
export async function feedRollouts(settings: WorkSettings): Promise<WorkSummary> {
  return (await import("./serving/atropos/worker/worker.ts")).work(settings);
}
