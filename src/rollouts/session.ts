/** A command that plays the episodes of a run, and may be interrupted and gone on with: evaluate and process are such. */
import { FettleError } from "../core/errors.ts";
import type { MeteredEpisode } from "../metrics/episode-meter.ts";
import type { MetricsKind } from "../metrics/options.ts";
import { EpisodeMetrics } from "./episode-metrics.ts";
import { ErrorStreak } from "./error-streak.ts";
import type { Span } from "./journal.ts";
import { ProgressTracker, type RunListener } from "./progress.ts";
import type { RunFolder } from "./run-folder.ts";
import { type GroupSettings, runGroups } from "./run-groups.ts";
import type { Group, GroupPlan, Rollout } from "./settings.ts";

/** What such a command does, step by step. */
export interface Session<Result> {
  /** Opens its files and takes in what earlier sessions have finished. */
  open(): Promise<void>;
  /** Plays what is left: see `playRemaining`. */
  play(): Promise<void>;
  /** Sums up, and writes what can only be written at the end. */
  conclude(): Promise<Result>;
  /** The error to throw for what broke a step off. */
  explain(error: unknown): unknown;
  /** Closes what was opened, whatever happened. */
  close(): Promise<void>;
}

export async function runSession<Result>(session: Session<Result>): Promise<Result> {
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

export interface Remaining {
  /** The command's name. */
  name: string;
  settings: Omit<GroupSettings, "onEpisode">;
  /** What is left to play. */
  plans: Iterable<GroupPlan>;
  /** Episodes of the whole run. */
  total: number;
  /** Episodes with a return that earlier sessions have finished. */
  kept: readonly MeteredEpisode[];
  /** Keeps every finished episode; null where nothing is kept. */
  folder: RunFolder | null;
  /** What is measured goes to the folder in these forms. Default none. */
  metrics?: readonly MetricsKind[] | undefined;
  onEvent?: RunListener | undefined;
  /** Called with every finished episode, and where its trace stands in the folder. */
  onEpisode(rollout: Rollout, span: Span | null): void;
  /** Called with every group when nothing more of it will be played. */
  onGroup(group: Group): void | Promise<void>;
}

/** Episodes that may wait for the disk: one slower than the policy must not fill the memory. */
const mostWaiting = 2048;

/**
 * Plays what is left of a run. Returns why the first task that could not be made could not be, or null. Throws FettleError
 * `model_failed` (a model that cannot work at all, or only fails), `environment_failed` (an environment that only fails) or
 * `bad_run_folder`, and the reason of the signal.
 */
export async function playRemaining(remaining: Remaining): Promise<string | null> {
  const { name, settings, plans, total, kept, folder, metrics: kinds = [], onEvent = () => {} } = remaining;
  const tracker = new ProgressTracker(onEvent, total, { done: kept.length });
  for (const episode of kept) tracker.include(episode.return);
  const streak = new ErrorStreak(settings.concurrency);
  const hint = resumeHint("Once that is mended", folder);
  const metrics =
    folder && kinds.length > 0 ? new EpisodeMetrics({ folder: folder.path, kinds, group: name, total, kept }) : null;
  try {
    onEvent({ type: "start", total, done: kept.length, folder: folder?.path ?? null });
    const onEpisode = (rollout: Rollout) => {
      remaining.onEpisode(rollout, folder?.journal.append(rollout) ?? null);
      metrics?.add(rollout.trace);
      tracker.episode(rollout.trace);
    };
    let refusal: string | null = null;
    for await (const group of runGroups({ ...settings, onEpisode }, plans)) {
      if (group.task === null) {
        refusal ??= group.error;
        tracker.skip(group.plan.samples.length);
      }
      await remaining.onGroup(group);
      streak.check(group, hint);
      if ((folder?.journal.backlog ?? 0) > mostWaiting) await folder?.journal.flush();
    }
    await folder?.journal.flush();
    tracker.tell();
    settings.signal?.throwIfAborted();
    if (kept.length === 0) streak.finish(hint);
    return refusal;
  } finally {
    metrics?.close();
  }
}

/** The error of a run without a single task. */
export function noTask(refusal: string | null): FettleError {
  return new FettleError("no_task", `No task could be generated for these seeds: ${refusal}`);
}

/** The error of a run that the user stopped. `what` is counted, in the plural. */
export function interruption(done: number, total: number, what: string, folder: RunFolder | null): FettleError {
  return new FettleError("interrupted", `Stopped after ${done} of ${total} ${what}.`, {
    hint: resumeHint("To go on", folder),
  });
}

function resumeHint(when: string, folder: RunFolder | null): string {
  return folder
    ? `${when}, repeat the command with --resume: everything finished is kept in ${folder.path}.`
    : `${when}, start again; with a run folder nothing finished would be lost.`;
}
