import { access } from "node:fs/promises";
import { FettleError } from "../core/errors.ts";
import { groupSettings } from "../evaluation/plan.ts";
import type { MeteredEpisode } from "../metrics/episode-meter.ts";
import { EpisodeMetrics } from "../rollouts/episode-metrics.ts";
import { ErrorStreak } from "../rollouts/error-streak.ts";
import { isMissing } from "../rollouts/files.ts";
import type { Span } from "../rollouts/journal.ts";
import { ProgressTracker } from "../rollouts/progress.ts";
import { RunFolder, summaryFile } from "../rollouts/run-folder.ts";
import { runGroups } from "../rollouts/run-groups.ts";
import { type EpisodeRecord, type Group, type GroupPlan, samplesLeft } from "../rollouts/settings.ts";
import { GroupFiles } from "./group-files.ts";
import { GroupLedger } from "./group-ledger.ts";
import { indexOf, type ProcessOptions, type ProcessPlan, placeOf, planProcess } from "./plan.ts";
import { type ProcessSummary, ProcessTally } from "./summary.ts";

export type { ProcessOptions } from "./plan.ts";

/** Milliseconds between two looks at what can be written. */
const writeEvery = 500;

/**
 * Plays groups of episodes and writes them as training data: settled, in the order of the run, only groups of which every
 * episode has a score. Every finished episode is kept in the run folder at once, from which the file is written anew on
 * resume. Throws FettleError `bad_option`, `unknown_level`, `bad_input_file`, `bad_run_folder`, `no_task`, `model_failed`
 * (the model cannot work at all) or `interrupted`.
 */
export async function processGroups(options: ProcessOptions): Promise<ProcessSummary> {
  const session = new Session(options);
  try {
    await session.open();
    await session.play();
    return await session.conclude();
  } catch (error) {
    throw await session.explain(error);
  } finally {
    await session.close();
  }
}

class Session {
  readonly #given: ProcessOptions;
  readonly #plan: ProcessPlan;
  readonly #total: number;
  readonly #ledger: GroupLedger;
  readonly #streak: ErrorStreak;
  readonly #tally = new ProcessTally();
  /** Episodes of earlier sessions, the last record of each id. */
  readonly #kept = new Map<string, MeteredEpisode>();
  #metrics: EpisodeMetrics | null = null;
  #folder: RunFolder | null = null;
  #files: GroupFiles | null = null;
  #refusal = "";
  #written = 0;

  constructor(given: ProcessOptions) {
    this.#given = given;
    this.#plan = planProcess(given);
    const { groups, groupSize } = this.#plan;
    this.#total = groups * groupSize;
    this.#ledger = new GroupLedger(groups, groupSize);
    this.#streak = new ErrorStreak(given.concurrency);
    this.#tally.groups.planned = groups;
  }

  async open(): Promise<void> {
    const { resume = false, concurrency, retries } = this.#given;
    const { run, out, report, identity } = this.#plan;
    for (const path of [out, report]) if (!resume && path !== null) await refuseExisting(path);
    this.#folder = await RunFolder.open({
      path: run,
      kind: "process",
      resume,
      identity,
      settings: { concurrency, retries, out },
      onRecord: (record, span) => {
        const { id, level, return: value, solved } = record.trace;
        this.#kept.set(id, { level, return: value, solved });
        this.#place(record, span);
      },
    });
    this.#files = await GroupFiles.open(this.#plan, this.#tally);
  }

  async play(): Promise<void> {
    const { signal, metrics: kinds = [], onEvent = () => {} } = this.#given;
    const { run } = this.#plan;
    const kept = [...this.#kept.values()].filter((episode) => episode.return !== null);
    this.#kept.clear();
    const tracker = new ProgressTracker(onEvent, this.#total, { done: kept.length });
    for (const episode of kept) tracker.include(episode.return);
    if (kinds.length > 0)
      this.#metrics = new EpisodeMetrics({ folder: run, kinds, group: "process", total: this.#total, kept });
    onEvent({ type: "start", total: this.#total, done: kept.length, folder: run });
    const groups = runGroups(
      {
        ...groupSettings(this.#plan, this.#given),
        onEpisode: (record) => {
          const span = this.#folder?.journal.append(record);
          if (span) this.#place(record, span);
          this.#metrics?.add(record.trace);
          tracker.episode(record.trace);
        },
      },
      this.#groupPlans(),
    );
    for await (const group of groups) {
      this.#settle(group, tracker);
      this.#streak.check(group, this.#resumeHint("Once that is mended"));
      if (performance.now() - this.#written > writeEvery) await this.#write();
    }
    tracker.tell();
    signal?.throwIfAborted();
    if (kept.length === 0) this.#streak.finish(this.#resumeHint("Once that is mended"));
  }

  async conclude(): Promise<ProcessSummary> {
    const { onEvent = () => {} } = this.#given;
    const summary = await this.#complete();
    if (summary.groups.refused === summary.groups.planned)
      throw new FettleError("no_task", `No task could be generated for these seeds: ${this.#refusal}`);
    await this.#folder?.write(summaryFile, summary);
    onEvent({ type: "end", done: summary.groups.finished, total: summary.groups.planned, folder: this.#plan.run });
    return summary;
  }

  /** Whatever broke off because the signal fired is an interruption; what is finished is written all the same. */
  async explain(error: unknown): Promise<unknown> {
    if (!this.#files) return error;
    if (FettleError.isInstance(error)) {
      // Whatever goes wrong with the file now matters less than this.
      if (error.code === "model_failed") await this.#complete().catch(() => {});
      return error;
    }
    if (!this.#given.signal?.aborted) return error;
    const { groups } = await this.#complete();
    return new FettleError("interrupted", `Stopped after ${groups.finished} of ${groups.planned} groups.`, {
      hint: this.#resumeHint("To go on"),
    });
  }

  async close(): Promise<void> {
    try {
      this.#metrics?.close();
      await this.#files?.close();
    } finally {
      await this.#folder?.close();
    }
  }

  *#groupPlans(): Generator<GroupPlan> {
    const { environment, groups, groupSize, split, options } = this.#plan;
    for (let index = 0; index < groups; index++) {
      const samples = samplesLeft(environment, groupSize, (sample) => this.#ledger.has(index, sample));
      if (samples.length > 0) yield { ...placeOf(this.#plan, index), split, options, samples };
      else this.#ledger.settle(index);
    }
  }

  #place({ trace, truth }: EpisodeRecord, span: Span): void {
    const index = indexOf(this.#plan, { level: trace.level, seed: truth.seed });
    this.#ledger.place(index, trace.sample, trace.return === null ? null : span);
  }

  #settle(group: Group, tracker: ProgressTracker): void {
    this.#ledger.settle(indexOf(this.#plan, group.plan));
    if (group.task === null) {
      this.#refusal ||= group.error ?? "";
      this.#tally.groups.refused++;
      tracker.skip(group.plan.samples.length);
    } else if (!group.complete) this.#tally.groups.incomplete++;
    for (const { trace } of group.episodes) if (trace.error !== null) this.#tally.failed(trace.error);
  }

  /** Writes what follows in order. The journal comes first: it is what the file is written from. */
  async #write(): Promise<void> {
    await this.#folder?.journal.flush();
    await this.#files?.write(this.#ledger.ready());
    this.#written = performance.now();
  }

  async #complete(): Promise<ProcessSummary> {
    await this.#folder?.journal.flush();
    await this.#files?.write(this.#ledger.rest());
    const { environment, model, groupSize } = this.#plan;
    const { groups, episodes, rows, errors } = this.#tally;
    const summary: ProcessSummary = {
      format: "fettle-process/1",
      environment: environment.name,
      version: environment.version,
      model: model.id,
      groupSize,
      groups: { ...groups },
      episodes,
      rows,
      errors,
    };
    await this.#files?.finish(summary);
    return summary;
  }

  #resumeHint(when: string): string {
    return `${when}, repeat the command with --resume: everything finished is kept in ${this.#plan.run}.`;
  }
}

async function refuseExisting(path: string): Promise<void> {
  try {
    await access(path);
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  throw new FettleError("bad_option", `${path} exists already.`, {
    hint: "Add --resume to continue the run that writes it, or give another file.",
  });
}
