import { join } from "node:path";
import type { Task } from "../core/environment.ts";
import { FettleError } from "../core/errors.ts";
import { isScripted } from "../models/scripted.ts";
import { EpisodeMetrics } from "../rollouts/episode-metrics.ts";
import { ErrorStreak } from "../rollouts/error-streak.ts";
import { ProgressTracker } from "../rollouts/progress.ts";
import { describeError } from "../rollouts/run-episode.ts";
import { RunFolder, summaryFile } from "../rollouts/run-folder.ts";
import { runGroups } from "../rollouts/run-groups.ts";
import { type EpisodeRecord, type Group, type GroupPlan, samplesLeft } from "../rollouts/settings.ts";
import { type Baseline, playBaselines } from "./baselines.ts";
import { EvalsFolder } from "./evals-folder.ts";
import { type Outcome, outcomeOf, sortOutcomes } from "./outcome.ts";
import { type EvaluateOptions, type EvaluationPlan, groupSettings, identityOf, planEvaluation } from "./plan.ts";
import { type Summary, summarise } from "./summary.ts";

export type { EvaluateOptions } from "./plan.ts";

export interface Evaluation {
  summary: Summary;
  /** By level, seed and sample. */
  outcomes: Outcome[];
}

/**
 * Plays every task of the levels `groupSize` times and sums up. Throws FettleError `bad_option`, `unknown_level`,
 * `bad_run_folder`, `model_failed` (the model cannot work at all) or `interrupted` (the signal fired; the message says how
 * far it got, the hint how to go on).
 */
export async function evaluate(options: EvaluateOptions): Promise<Summary> {
  return (await runEvaluation(options)).summary;
}

/** As `evaluate`, with the outcome of every episode. */
export async function runEvaluation(options: EvaluateOptions): Promise<Evaluation> {
  const session = new Session(options);
  try {
    await session.open();
    await session.play();
    return await session.conclude();
  } catch (error) {
    throw session.explain(error);
  } finally {
    await session.close();
  }
}

class Session {
  readonly #given: EvaluateOptions;
  readonly #plan: EvaluationPlan;
  readonly #total: number;
  readonly #streak: ErrorStreak;
  /** The last record of every episode, by id. */
  readonly #outcomes = new Map<string, Outcome>();
  readonly #refused = new Map<string, number>();
  #refusal = "";
  #folder: RunFolder | null = null;
  #metrics: EpisodeMetrics | null = null;
  #evals: EvalsFolder | null = null;

  constructor(given: EvaluateOptions) {
    this.#given = given;
    this.#plan = planEvaluation(given);
    this.#streak = new ErrorStreak(given.concurrency);
    const { levels, seeds, groupSize } = this.#plan;
    this.#total = levels.length * seeds.length * groupSize;
  }

  async open(): Promise<void> {
    const { folder, evals, resume = false, concurrency, retries } = this.#given;
    const { environment, groupSize } = this.#plan;
    if (evals !== undefined)
      this.#evals = await EvalsFolder.open({ folder: evals, together: environment.settle ? groupSize : 1 });
    if (folder === undefined) return;
    this.#folder = await RunFolder.open({
      path: folder,
      kind: "evaluate",
      resume,
      identity: identityOf(this.#plan),
      settings: { concurrency, retries },
      onRecord: (record) => this.#take(record),
    });
  }

  async play(): Promise<void> {
    const { signal, onEvent = () => {} } = this.#given;
    const kept = [...this.#outcomes.values()].filter((outcome) => outcome.return !== null);
    const tracker = new ProgressTracker(onEvent, this.#total, { done: kept.length });
    for (const outcome of kept) tracker.include(outcome.return);
    this.#measure(kept);
    onEvent({ type: "start", total: this.#total, done: kept.length, folder: this.#folder?.path ?? null });
    const groups = runGroups(
      {
        ...groupSettings(this.#plan, this.#given),
        onEpisode: (record) => {
          this.#folder?.journal.append(record);
          this.#take(record);
          this.#metrics?.add(record.trace);
          tracker.episode(record.trace);
        },
      },
      this.#groupPlans(kept),
    );
    for await (const group of groups) {
      if (group.task === null) this.#refuse(group, tracker);
      this.#streak.check(group, this.#resumeHint("Once that is mended"));
      // A disk slower than the policy must not fill the memory.
      if ((this.#folder?.journal.backlog ?? 0) > 2048) await this.#folder?.journal.flush();
    }
    await this.#folder?.journal.flush();
    tracker.tell();
    signal?.throwIfAborted();
    if (this.#outcomes.size === 0)
      throw new FettleError("no_task", `No task could be generated for these seeds: ${this.#refusal}`);
    if (kept.length === 0) this.#streak.finish(this.#resumeHint("Once that is mended"));
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
    return this.#given.signal?.aborted && !FettleError.isInstance(error) ? this.#interrupted() : error;
  }

  async close(): Promise<void> {
    try {
      this.#metrics?.close();
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

  #measure(kept: readonly Outcome[]): void {
    const { folder, metrics: kinds = [] } = this.#given;
    if (folder === undefined || kinds.length === 0) return;
    this.#metrics = new EpisodeMetrics({ folder, kinds, group: "evaluate", total: this.#total, kept });
  }

  #take(record: EpisodeRecord): void {
    const outcome = outcomeOf(record);
    this.#outcomes.set(outcome.id, outcome);
    this.#evals?.add(record.trace);
  }

  #refuse({ plan, error }: Group, tracker: ProgressTracker): void {
    this.#refusal ||= error ?? "";
    this.#refused.set(plan.level, (this.#refused.get(plan.level) ?? 0) + 1);
    tracker.skip(plan.samples.length);
  }

  #interrupted(): FettleError {
    const done = [...this.#outcomes.values()].filter((outcome) => outcome.return !== null).length;
    return new FettleError("interrupted", `Stopped after ${done} of ${this.#total} episodes.`, {
      hint: this.#resumeHint("To go on"),
    });
  }

  #resumeHint(when: string): string {
    return this.#folder
      ? `${when}, repeat the command with --resume: everything finished is kept in ${this.#folder.path}.`
      : `${when}, start again; with a run folder nothing finished would be lost.`;
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
      const tasks: Task[] = [];
      for (const seed of seeds) {
        signal?.throwIfAborted();
        try {
          tasks.push(await environment.generate({ level, seed, split, options }));
        } catch (error) {
          if (!(FettleError.isInstance(error) && error.code === "no_task")) throw error;
        }
      }
      const shared = { level, options, ...(services && { services }), ...(signal && { signal }) };
      found.set(level, await playBaselines(environment, tasks, shared));
    }
    return found;
  }
}
