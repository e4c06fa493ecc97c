import type { AnyEnvironment, Services } from "../core/environment.ts";
import { FettleError } from "../core/errors.ts";
import { environmentOptions, requireWhole } from "../core/given.ts";
import { contentHash } from "../core/json.ts";
import type { Split } from "../core/splits.ts";
import type { Sampling } from "../core/trace.ts";
import type { MetricsKind } from "../metrics/options.ts";
import { isScripted, type Player } from "../models/scripted.ts";
import type { RunListener } from "../rollouts/progress.ts";
import type { GroupSettings } from "../rollouts/run-groups.ts";
import { defaultSampling, type Limits, noLimits } from "../rollouts/settings.ts";

export interface EvaluateOptions {
  environment: AnyEnvironment;
  model: Player;
  /** Names of levels, in any order; all when absent. */
  levels?: readonly string[];
  /** Tasks per level. Default 100. */
  n?: number;
  /** Tasks have the seeds `seed` to `seed + n - 1`; it fixes what is sampled, too. Default 0. */
  seed?: number;
  /** Default `test`. */
  split?: Split;
  /** Episodes per task. Default 1. */
  groupSize?: number;
  /** Options of the environment, checked by its schema. Default {}. */
  options?: unknown;
  sampling?: Partial<Omit<Sampling, "seed">>;
  /** Most episodes in flight. Default 32. */
  concurrency?: number;
  limits?: Partial<Limits>;
  /** Fresh episodes tried after an error. Default 2. */
  retries?: number;
  services?: Services;
  /** Play no-op, random, the best constant answer and the oracle on the same tasks. Default true. */
  baselines?: boolean;
  /** Run folder; nothing is written when absent. */
  folder?: string;
  /** Also write `metrics.json` and `samples.jsonl` into this folder, as Atropos' environments do. */
  evals?: string;
  /** Continue the run in `folder`: what is finished stays, errors are tried again. */
  resume?: boolean;
  /** What is measured as it goes is also written to the run folder: JSON lines, TensorBoard's event files. Default none. */
  metrics?: readonly MetricsKind[];
  signal?: AbortSignal;
  onEvent?: RunListener;
}

/** Options with their defaults, checked. */
export interface EvaluationPlan {
  environment: AnyEnvironment;
  model: Player;
  levels: string[];
  seeds: number[];
  split: Split;
  groupSize: number;
  options: unknown;
  sampling: Sampling;
  limits: Limits;
  baselines: boolean;
}

/** Throws FettleError `bad_option` or `unknown_level`. */
export function planEvaluation(given: EvaluateOptions): EvaluationPlan {
  const { environment, model, n = 100, seed = 0, groupSize = 1, split = "test", baselines = true } = given;
  requireWhole("n", n, 1);
  requireWhole("seed", seed, 0);
  requireWhole("groupSize", groupSize, 1);
  if (given.concurrency !== undefined) requireWhole("concurrency", given.concurrency, 1);
  if (isScripted(model)) requirePolicy(environment, model.scripted);
  const wanted = new Set(
    (given.levels ?? environment.levels.map(({ name }) => name)).map((name) => environment.level(name).name),
  );
  return {
    environment,
    model,
    levels: environment.levels.map(({ name }) => name).filter((name) => wanted.has(name)),
    seeds: Array.from({ length: n }, (_, i) => seed + i),
    split,
    groupSize,
    options: environmentOptions(environment, given.options),
    sampling: { ...defaultSampling, ...given.sampling, seed },
    limits: { ...noLimits, ...given.limits },
    baselines,
  };
}

/** How the groups of a plan are played. */
export function groupSettings(
  { environment, model, sampling, limits }: Pick<EvaluationPlan, "environment" | "model" | "sampling" | "limits">,
  { concurrency, retries, services, signal }: Pick<EvaluateOptions, "concurrency" | "retries" | "services" | "signal">,
): GroupSettings {
  return {
    environment,
    model,
    sampling,
    limits,
    ...(concurrency !== undefined && { concurrency }),
    ...(retries !== undefined && { retries }),
    ...(services && { services }),
    ...(signal && { signal }),
  };
}

/** What fixes the result of a plan: a run folder is continued only by the same. Holds no secrets. */
export function identityOf(plan: EvaluationPlan): Record<string, unknown> {
  const { environment, model, levels, seeds, split, groupSize, options, sampling, limits, baselines } = plan;
  return {
    environment: environment.name,
    version: environment.version,
    model: model.id,
    form: model.form,
    ...(!isScripted(model) && { modelIdentity: model.identity ?? {}, sampling, limits }),
    levels,
    n: seeds.length,
    seed: seeds[0],
    split,
    groupSize,
    // Options may hold whole documents.
    options: JSON.stringify(options ?? null).length > 4096 ? { hash: contentHash(options) } : options,
    baselines,
  };
}

function requirePolicy(environment: AnyEnvironment, name: string): void {
  const known = new Set(Object.values(environment.roles).flatMap(({ policies }) => Object.keys(policies)));
  if (!known.has(name))
    throw new FettleError("bad_option", `"${environment.name}" has no scripted policy "${name}".`, {
      hint: `Policies: ${[...known].join(", ")}.`,
    });
}
