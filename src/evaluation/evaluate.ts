import { join } from "node:path";
import { describeError, FettleError } from "../core/errors.ts";
import { isScripted } from "../models/scripted.ts";
import { RunFolder, summaryFile } from "../rollouts/run-folder.ts";
import { interruption, noTask, playRemaining, runSession, type Session } from "../rollouts/session.ts";
import { type Group, type GroupPlan, type Rollout, samplesLeft } from "../rollouts/settings.ts";
import { type Baseline, playBaselines, requireTrainingTask } from "./baselines.ts";
import { EvalsFolder } from "./evals-folder.ts";
import { type Outcome, outcomeOf, sortOutcomes } from "./outcome.ts";
import { type EvaluateOptions, type EvaluationPlan, groupSettings, identityOf, planEvaluation } from "./plan.ts";
import { type Summary, summarise } from "./summary.ts";
import { tasksOf } from "./tasks.ts";

export type { EvaluateOptions } from "./plan.ts";

export interface Evaluation {
  summary: Summary;
  /** By level, seed and sample. */
  outcomes: Outcome[];
}

/**
 * Plays every task of the levels `groupSize` times and sums up. Throws FettleError `bad_option`, `unknown_level`, `no_task`,
 * `bad_input_file` (of `evals`), `bad_run_folder`, `model_failed` (the model cannot work at all), `environment_failed` (the
 * environment only fails) or `interrupted` (the signal fired; the message says how far it got, the hint how to go on).
 */
export async function evaluate(options: EvaluateOptions): Promise<Summary> {
  return (await runEvaluation(options)).summary;
}

/** As `evaluate`, with the outcome of every episode. */
export async function runEvaluation(options: EvaluateOptions): Promise<Evaluation> {
  return await runSession(new EvaluationSession(options));
}

class EvaluationSession implements Session<Evaluation> {
  readonly #given: EvaluateOptions;
  readonly #plan: EvaluationPlan;
  readonly #total: number;
  /** The last record of every episode, by id. */
  readonly #outcomes = new Map<string, Outcome>();
  readonly #refused = new Map<string, number>();
  #folder: RunFolder | null = null;
  #evals: EvalsFolder | null = null;

  constructor(given: EvaluateOptions) {
    this.#given = given;
    this.#plan = planEvaluation(given);
    const { levels, seeds, groupSize } = this.#plan;
    this.#total = levels.length * seeds.length * groupSize;
  }

  async open(): Promise<void> {
    const { folder, evals, resume = false, concurrency, retries, signal } = this.#given;
    const { environment, groupSize, baselines, options } = this.#plan;
    if (baselines)
      for (const level of this.#plan.levels)
        await requireTrainingTask(environment, { level, options, ...(signal && { signal }) });
    if (evals !== undefined)
      this.#evals = await EvalsFolder.open({ folder: evals, together: environment.settle ? groupSize : 1 });
    if (folder === undefined) return;
    this.#folder = await RunFolder.open({
      path: folder,
      kind: "evaluate",
      resume,
      identity: identityOf(this.#plan),
      settings: { concurrency, retries },
      onRollout: (rollout) => this.#take(rollout),
    });
  }

  async play(): Promise<void> {
    const kept = this.#scored();
    const refusal = await playRemaining({
      name: "evaluate",
      settings: groupSettings(this.#plan, this.#given),
      plans: this.#groupPlans(kept),
      total: this.#total,
      kept,
      folder: this.#folder,
      metrics: this.#given.metrics,
      onEvent: this.#given.onEvent,
      onEpisode: (rollout) => this.#take(rollout),
      onGroup: (group) => this.#countRefused(group),
    });
    if (this.#outcomes.size === 0) throw noTask(refusal);
  }

  async conclude(): Promise<Evaluation> {
    const { model, split, groupSize, environment, levels } = this.#plan;
    const { onEvent = () => {} } = this.#given;
    const baselines = this.#plan.baselines ? await this.#baselines() : new Map<string, Baseline[]>();
    const outcomes = sortOutcomes(this.#outcomes.values(), levels);
    const refused = this.#refused;
    const summary = summarise(outcomes, { environment, model: model.id, split, groupSize, levels, baselines, refused });
    await this.#folder?.write(summaryFile, summary);
    await this.#evals?.finish(summary, isScripted(model) ? null : this.#plan.sampling);
    await this.#draw(summary);
    onEvent({ type: "end", done: outcomes.length, total: this.#total, folder: this.#folder?.path ?? null });
    return { summary, outcomes };
  }

  /** Whatever broke off because the signal fired is an interruption. */
  explain(error: unknown): unknown {
    if (!this.#given.signal?.aborted || FettleError.isInstance(error)) return error;
    return interruption(this.#scored().length, this.#total, "episodes", this.#folder);
  }

  async close(): Promise<void> {
    try {
      await this.#evals?.close();
    } finally {
      await this.#folder?.close();
    }
  }

  /** Samples that have no return yet, level by level. */
  *#groupPlans(kept: readonly Outcome[]): Generator<GroupPlan> {
    const { environment, levels, seeds, split, options, groupSize } = this.#plan;
    const done = new Set(kept.map(({ level, seed, sample }) => `${level}/${seed}/${sample}`));
    for (const level of levels)
      for (const seed of seeds) {
        const samples = samplesLeft(environment, groupSize, (sample) => done.has(`${level}/${seed}/${sample}`));
        if (samples.length > 0) yield { level, seed, split, options, samples };
      }
  }

  #take(rollout: Rollout): void {
    const outcome = outcomeOf(rollout);
    this.#outcomes.set(outcome.id, outcome);
    this.#evals?.add(rollout.trace);
  }

  #countRefused({ task, plan: { level } }: Group): void {
    if (task === null) this.#refused.set(level, (this.#refused.get(level) ?? 0) + 1);
  }

  /** Episodes that have a return. */
  #scored(): Outcome[] {
    return [...this.#outcomes.values()].filter((outcome) => outcome.return !== null);
  }

  /** Pictures are extra: a machine that cannot draw them still gets its numbers. */
  async #draw(summary: Summary): Promise<void> {
    if (!this.#folder) return;
    const { onEvent = () => {} } = this.#given;
    onEvent({ type: "stage", name: "plots" });
    try {
      const { returnsOf, successOf, writeChart } = await import("./plots/index.ts");
      const folder = join(this.#folder.path, "plots");
      await writeChart(folder, "success_by_level", successOf(summary));
      await writeChart(folder, "return_by_level", returnsOf(summary));
    } catch (error) {
      onEvent({ type: "note", message: `The plots could not be drawn: ${describeError(error)}` });
    }
  }

  async #baselines(): Promise<Map<string, Baseline[]>> {
    const { environment, levels, seeds, split, options } = this.#plan;
    const { services, signal, onEvent = () => {} } = this.#given;
    const found = new Map<string, Baseline[]>();
    for (const level of levels) {
      onEvent({ type: "stage", name: `baselines of ${level}` });
      const { tasks } = await tasksOf(environment, { level, split, options, seeds, signal });
      const shared = { level, options, ...(services && { services }), ...(signal && { signal }) };
      found.set(level, await playBaselines(environment, tasks, shared));
    }
    return found;
  }
}
