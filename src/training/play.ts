/** One step's episodes: which levels, which tasks, and what came of them. */
import type { Curriculum } from "../core/curriculum.ts";
import type { AnyEnvironment, Services, Task } from "../core/environment.ts";
import { Random } from "../core/random.ts";
import { mean } from "../core/statistics.ts";
import type { Trace } from "../core/trace.ts";
import type { Model } from "../models/model.ts";
import type { ErrorStreak } from "../rollouts/error-streak.ts";
import { collectGroups } from "../rollouts/run-groups.ts";
import { type Group, sampleIndexes } from "../rollouts/settings.ts";
import { advantagesOf, type Sample, samplesOf } from "./grpo.ts";
import type { TrainOptions } from "./options.ts";
import type { TaskStream } from "./task-stream.ts";

export interface PlaySettings {
  environment: AnyEnvironment;
  environmentOptions: unknown;
  services: Services;
  model: Model;
  options: Pick<
    TrainOptions,
    "groups" | "groupSize" | "replay" | "resample" | "temperature" | "maxTokens" | "normalize" | "seed"
  >;
  signal?: AbortSignal;
}

/** A group whose episodes all have a return. */
export interface PlayedGroup {
  task: Task;
  traces: Trace[];
  returns: number[];
  /** By episode and credited turn; null: the returns do not differ. */
  advantages: number[][] | null;
}

export interface PlayedStep {
  groups: PlayedGroup[];
  /** Groups left out because an episode or the task failed. */
  dropped: number;
  samples: Sample[];
}

/**
 * Plays the groups of one step. Groups without spread teach nothing: up to `resample` times, as many new groups as lack
 * spread are played beside them. `step` fixes what is sampled. Throws FettleError `model_failed` or `environment_failed` once
 * `streak` has seen too many episodes fail in a row.
 */
export async function playStep(
  settings: PlaySettings,
  where: { stream: TaskStream; curriculum: Curriculum; step: number; streak: ErrorStreak },
): Promise<PlayedStep> {
  const { stream, curriculum, step, streak } = where;
  const { options } = settings;
  const played: PlayedStep = { groups: [], dropped: 0, samples: [] };
  for (let round = 0; round <= options.resample; round++) {
    const useful = played.groups.filter(({ advantages }) => advantages !== null).length;
    const missing = options.groups - useful;
    if (missing <= 0) break;
    const levels = levelsOf(curriculum, missing, options.replay, new Random(`${options.seed}/levels/${step}/${round}`));
    const tasks: Task[] = [];
    for (const level of levels) tasks.push(await stream.next(level));
    for (const group of await playRound(settings, tasks, `${options.seed}/${step}/${round}`)) {
      streak.check(group, "Once that is mended, --resume goes on from the last checkpoint.");
      const complete = playedGroup(group, options.normalize);
      if (complete) played.groups.push(complete);
      else played.dropped++;
    }
  }
  played.samples = played.groups.flatMap(({ traces, advantages }) =>
    advantages ? traces.flatMap((trace, i) => samplesOf(trace, advantages[i]!)) : [],
  );
  return played;
}

/** Levels of `count` groups: a share of the levels passed, the rest of the current one. */
export function levelsOf(curriculum: Curriculum, count: number, replay: number, random: Random): string[] {
  const { passed, level } = curriculum;
  const replayed = passed.length === 0 ? 0 : Math.round(count * replay);
  return Array.from({ length: count }, (_, i) => (i < replayed ? random.pick(passed) : level));
}

async function playRound(settings: PlaySettings, tasks: Task[], name: string): Promise<Group[]> {
  const { environment, environmentOptions, services, model, options, signal } = settings;
  const sampling = {
    temperature: options.temperature,
    topP: 1,
    maxTokens: options.maxTokens,
    seed: new Random(`sampling/${name}`).int(0, 0x7fffffff),
  };
  return await collectGroups(
    {
      environment,
      model,
      sampling,
      services,
      concurrency: tasks.length * options.groupSize,
      ...(signal && { signal }),
    },
    tasks.map((task) => ({
      level: task.level,
      seed: task.seed,
      split: task.split,
      options: environmentOptions,
      samples: sampleIndexes(options.groupSize),
      task,
    })),
  );
}

/** null when an episode or the task failed. */
function playedGroup({ complete, task, episodes }: Group, normalize: boolean): PlayedGroup | null {
  if (!complete || !task) return null;
  const traces = episodes.map(({ trace }) => trace);
  const returns = traces.map((trace) => trace.return ?? 0);
  return { task, traces, returns, advantages: advantagesOf(traces, normalize) };
}

/** Records the means of current-level groups; replayed groups never count. Returns the promotion they caused, if any. */
export function recordMeans(
  curriculum: Curriculum,
  groups: readonly PlayedGroup[],
): { from: string; to: string } | null {
  const { level } = curriculum;
  for (const { task, returns } of groups) {
    if (task.level !== level) continue;
    const promotion = curriculum.record(level, task.key, mean(returns));
    if (promotion) return promotion;
  }
  return null;
}
