import { existsSync } from "node:fs";
import { FettleError } from "../core/errors.ts";
import { groupSettings } from "../evaluation/plan.ts";
import type { MeteredEpisode } from "../metrics/episode-meter.ts";
import type { Span } from "../rollouts/journal.ts";
import { RunFolder, summaryFile } from "../rollouts/run-folder.ts";
import { interruption, noTask, playRemaining, runSession, type Session } from "../rollouts/session.ts";
import { type Group, type GroupPlan, type Rollout, samplesLeft } from "../rollouts/settings.ts";
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
 * (the model cannot work at all), `environment_failed` (the environment only fails), `unscored` (the environment's own
 * score of a group is no number) or `interrupted`.
 */
export async function processGroups(options: ProcessOptions): Promise<ProcessSummary> {
  return await runSession(new ProcessSession(options));
}

class ProcessSession implements Session<ProcessSummary> {
  readonly #given: ProcessOptions;
  readonly #plan: ProcessPlan;
  readonly #total: number;
  readonly #ledger: GroupLedger;
  readonly #tally = new ProcessTally();
  /** Episodes of earlier sessions, the last record of each id. */
  readonly #kept = new Map<string, MeteredEpisode>();
  #folder: RunFolder | null = null;
  #files: GroupFiles | null = null;
  #refusal: string | null = null;
  #written = 0;

  constructor(given: ProcessOptions) {
    this.#given = given;
    this.#plan = planProcess(given);
    const { groups, groupSize } = this.#plan;
    this.#total = groups * groupSize;
    this.#ledger = new GroupLedger(groups, groupSize);
    this.#tally.groups.planned = groups;
  }

  async open(): Promise<void> {
    const { resume = false, concurrency, retries } = this.#given;
    const { run, out, report, identity } = this.#plan;
    for (const path of [out, report]) if (!resume && path !== null) refuseExisting(path);
    this.#folder = await RunFolder.open({
      path: run,
      kind: "process",
      resume,
      identity,
      settings: { concurrency, retries, out },
      onRollout: (rollout, span) => {
        const { id, level, return: value, solved } = rollout.trace;
        this.#kept.set(id, { level, return: value, solved });
        this.#place(rollout, span);
      },
    });
    this.#files = await GroupFiles.open(this.#plan, this.#tally);
  }

  async play(): Promise<void> {
    const kept = [...this.#kept.values()].filter((episode) => episode.return !== null);
    this.#kept.clear();
    this.#refusal = await playRemaining({
      name: "process",
      settings: groupSettings(this.#plan, this.#given),
      plans: this.#groupPlans(),
      total: this.#total,
      kept,
      folder: this.#folder,
      metrics: this.#given.metrics,
      onEvent: this.#given.onEvent,
      onEpisode: (rollout, span) => this.#place(rollout, span),
      onGroup: async (group) => {
        this.#settle(group);
        if (performance.now() - this.#written > writeEvery) await this.#write();
      },
    });
  }

  async conclude(): Promise<ProcessSummary> {
    const { onEvent = () => {} } = this.#given;
    const summary = await this.#complete();
    if (summary.groups.refused === summary.groups.planned) throw noTask(this.#refusal);
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
    return interruption(groups.finished, groups.planned, "groups", this.#folder);
  }

  async close(): Promise<void> {
    try {
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

  #place({ trace, truth }: Rollout, span: Span | null): void {
    const index = indexOf(this.#plan, { level: trace.level, seed: truth.seed });
    this.#ledger.place(index, trace.sample, trace.return === null ? null : span);
  }

  #settle(group: Group): void {
    this.#ledger.settle(indexOf(this.#plan, group.plan));
    if (group.task === null) this.#tally.groups.refused++;
    else if (!group.complete) this.#tally.groups.incomplete++;
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
}

function refuseExisting(path: string): void {
  if (!existsSync(path)) return;
  throw new FettleError("bad_option", `${path} exists already.`, {
    hint: "Add --resume to continue the run that writes it, or give another file.",
  });
}
