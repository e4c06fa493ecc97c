import type { AnyEnvironment, Services, Task } from "../core/environment.ts";
import type { ErrorCode } from "../core/errors.ts";
import type { Split } from "../core/splits.ts";
import type { PrivateRecord, Sampling, Trace } from "../core/trace.ts";
import type { Player } from "../models/scripted.ts";

/** What may end an episode early. null: no limit. */
export interface Limits {
  /** Milliseconds for one turn (model and environment together). */
  turnMs: number | null;
  /** Milliseconds for an episode. */
  episodeMs: number | null;
  /** Completion tokens of an episode, counted where the model reports usage. */
  episodeTokens: number | null;
}

export const noLimits: Limits = { turnMs: null, episodeMs: null, episodeTokens: null };

export const defaultSampling: Sampling = { temperature: 1, topP: 1, maxTokens: 1024, seed: 0 };

/** Longest completion that is kept, in UTF-16 units; what is longer counts as cut off by a limit. */
export const longestCompletion = 1 << 20;

/** What all episodes of a run share. */
export interface EpisodeSettings {
  environment: AnyEnvironment;
  model: Player;
  /** `seed` is the run's: each turn draws its own from it, so that concurrency changes nothing. null: the model chooses. */
  sampling?: Partial<Sampling>;
  limits?: Partial<Limits>;
  /** Fresh episodes tried after one that ended in an error. Default 2. */
  retries?: number;
  services?: Services;
  /** Cancels: episodes in flight end as `cancelled`. */
  signal?: AbortSignal;
}

export interface EpisodeRequest {
  task: Task;
  /** Index in the group, from 0. */
  sample: number;
  /** Name of the group; the task's key when absent. */
  group?: string;
}

/** An episode as it was played, in two records: what anyone may read, and the truth. */
export interface Rollout {
  trace: Trace;
  truth: PrivateRecord;
  /** Code of the expected error in which it ended just now; absent otherwise, and never on disk. */
  code?: ErrorCode;
}

/** A group to play: episodes on one task. */
export interface GroupPlan {
  level: string;
  seed: number;
  split: Split;
  /** Options of the environment, parsed by its schema. */
  options: unknown;
  /** Sample indexes to play: 0 to n - 1, or fewer when some are there already. */
  samples: readonly number[];
  /** Name of the group; the task's key when absent. */
  group?: string;
  /** The task, when it has been generated already. */
  task?: Task;
}

export interface Group {
  plan: GroupPlan;
  /** Position of the plan. */
  index: number;
  /** null when no task could be generated: see `error`. */
  task: Task | null;
  /** In the order of `plan.samples`. */
  episodes: Rollout[];
  /** Every episode has a return. A trainer drops and counts groups that have not. */
  complete: boolean;
  /** Why the group is incomplete, else null. */
  error: string | null;
}

/** `size` samples for a plan: 0 to size - 1. */
export function sampleIndexes(size: number): number[] {
  return Array.from({ length: size }, (_, sample) => sample);
}

/**
 * Samples of a group that are still to be played. An environment that settles groups settles all of one at once, so that
 * a group of which one is missing is played as a whole.
 */
export function samplesLeft(environment: AnyEnvironment, size: number, done: (sample: number) => boolean): number[] {
  const missing = sampleIndexes(size).filter((sample) => !done(sample));
  return missing.length > 0 && environment.settle ? sampleIndexes(size) : missing;
}
