import pLimit from "p-limit";
import type { Task } from "../core/environment.ts";
import { describeError } from "../core/errors.ts";
import { inRange } from "../core/score.ts";
import { deadline } from "../models/deadline.ts";
import { isScripted } from "../models/scripted.ts";
import { runEpisode } from "./run-episode.ts";
import type { EpisodeSettings, Group, GroupPlan, Rollout } from "./settings.ts";

export interface GroupSettings extends EpisodeSettings {
  /** Most episodes in flight. Default 32. */
  concurrency?: number;
  /** Called with every finished episode (settled, where the environment settles groups), before its group is yielded. */
  onEpisode?: (rollout: Rollout, plan: GroupPlan) => void;
}

/**
 * Plays groups of episodes and yields each group once it is finished: in order of finishing, which is the order of the
 * plans only for `concurrency: 1`. A task is generated once, however many episodes play it. One bad episode or task never
 * takes others down: it makes its own group incomplete. After `signal` fired nothing more is yielded; episodes cut short
 * are neither recorded nor handed to `onEpisode`. Rejects only with errors that concern the whole run.
 */
export async function* runGroups(
  settings: GroupSettings,
  plans: Iterable<GroupPlan>,
): AsyncGenerator<Group, void, undefined> {
  const concurrency = settings.concurrency ?? 32;
  const limit = pLimit(concurrency);
  const stop = deadline(settings.signal, null);
  const own = { ...settings, signal: stop.signal };
  const finished: (Group | null)[] = [];
  const failures: unknown[] = [];
  const breath = isScripted(settings.model) ? breather() : () => undefined;
  let [queued, running, index] = [0, 0, 0];
  let wake = () => {};
  const nextGroup = () => new Promise<void>((resolve) => (wake = resolve));
  function* drain(): Generator<Group, void, undefined> {
    if (failures.length > 0) throw failures[0];
    for (const group of finished.splice(0)) if (group) yield group;
  }
  try {
    for (const plan of plans) {
      // Tasks are generated ahead of the episodes by at most one round, so that memory stays bounded.
      while (queued >= concurrency) {
        if (finished.length + failures.length === 0) await nextGroup();
        yield* drain();
      }
      if (stop.signal.aborted) break;
      queued += plan.samples.length;
      running++;
      playGroup(own, plan, index++, limit)
        .then(
          (group) => finished.push(group),
          (error: unknown) => failures.push(error),
        )
        .finally(() => {
          queued -= plan.samples.length;
          running--;
          wake();
        });
      await breath();
    }
    while (running > 0) {
      await nextGroup();
      yield* drain();
    }
    yield* drain();
  } finally {
    // The consumer left early or the run cannot go on: nothing may keep running behind its back.
    stop.abort();
    while (running > 0) await nextGroup();
    stop.dispose();
  }
}

/** All groups, in the order of the plans. For runs that fit in memory. */
export async function collectGroups(settings: GroupSettings, plans: Iterable<GroupPlan>): Promise<Group[]> {
  const groups: Group[] = [];
  for await (const group of runGroups(settings, plans)) groups[group.index] = group;
  return groups;
}

/** null when it was cancelled. */
async function playGroup(
  settings: GroupSettings,
  plan: GroupPlan,
  index: number,
  limit: ReturnType<typeof pLimit>,
): Promise<Group | null> {
  let task: Task;
  try {
    const { level, seed, split, options } = plan;
    task = plan.task ?? (await settings.environment.generate({ level, seed, split, options }));
  } catch (error) {
    return { plan, index, task: null, episodes: [], complete: false, error: describeError(error) };
  }
  const { environment, onEpisode } = settings;
  const settles = environment.settle !== undefined;
  const played = await Promise.all(
    plan.samples.map((sample) =>
      limit(async () => {
        if (settings.signal?.aborted) return null;
        const rollout = await runEpisode(settings, {
          task,
          sample,
          ...(plan.group !== undefined && { group: plan.group }),
        });
        if (rollout.trace.stop === "cancelled") return null;
        if (!settles) onEpisode?.(rollout, plan);
        return rollout;
      }),
    ),
  );
  const episodes = played.filter((rollout) => rollout !== null);
  if (episodes.length < played.length) return null;
  const firstFailed = () => episodes.find(({ trace }) => trace.return === null);
  if (settles) {
    settleGroup(settings, episodes, firstFailed()?.trace.error ?? null);
    for (const rollout of episodes) onEpisode?.(rollout, plan);
  }
  const failed = firstFailed();
  const error = failed ? (failed.trace.error ?? "an episode has no return") : null;
  return { plan, index, task, episodes, complete: failed === undefined, error };
}

/** Applies the environment's group scores in place; without all returns none can be settled. */
function settleGroup({ environment }: GroupSettings, episodes: Rollout[], failure: string | null): void {
  const traces = episodes.map(({ trace }) => trace);
  const returns =
    failure === null
      ? environment.settle?.(
          traces.map(({ return: value, solved, turns, totals }) => ({
            return: value ?? 0,
            solved,
            completionTokens: turns.every(({ usage }) => usage !== null) ? totals.completion : null,
          })),
        )
      : undefined;
  for (const [i, trace] of traces.entries()) {
    const settled = returns?.[i];
    if (settled !== undefined && inRange(settled)) trace.return = settled;
    else if (trace.return !== null) {
      const problem =
        settled === undefined
          ? "the environment settled fewer episodes than it was given"
          : `the environment gave ${settled}, which is no number in [0, 1]`;
      Object.assign(trace, { return: null, solved: false, stop: "error" });
      trace.error = `its group could not be settled: ${failure ?? problem}`;
    }
  }
}

/**
 * Scripted episodes never leave the microtask queue: let timers, writes and signals have their turn now and then. Models
 * wait by themselves, and one that batches must get all requests of a round before the event loop goes on.
 */
function breather(): () => Promise<void> | undefined {
  let last = performance.now();
  return () => {
    if (performance.now() - last < 20) return undefined;
    return new Promise((resolve) =>
      setImmediate(() => {
        last = performance.now();
        resolve();
      }),
    );
  };
}
