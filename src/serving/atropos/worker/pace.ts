/** How much an environment may produce: the rules of Atropos' environments, as functions of what the server says. */
import type { EnvStatus } from "./client.ts";

export interface PaceSettings {
  /** Sequences in a group. */
  groupSize: number;
  /** Sequences in a batch; the server says it. */
  batchSize: number;
  /** Batches that may wait before production stops: what waits longer was sampled by older weights. */
  maxBatchesOffpolicy: number;
  /** Least share of a batch that is kept for this environment; null for none. */
  minBatchAllocation: number | null;
  /** Most groups played at a time. */
  maxWorkers: number;
}

/** Sequences of a batch that this environment can count on. */
function derivedBatchSize(
  { batchSize, minBatchAllocation }: PaceSettings,
  { unallocated_fraction }: EnvStatus,
): number {
  return Math.floor(batchSize * (unallocated_fraction + (minBatchAllocation ?? 0)));
}

/** So much waits that even what is being played would come too late. */
export function isTooMuch(settings: PaceSettings, status: EnvStatus): boolean {
  const { groupSize, batchSize, maxBatchesOffpolicy, minBatchAllocation } = settings;
  if (maxBatchesOffpolicy <= 0 || status.queue_size * groupSize < maxBatchesOffpolicy * batchSize) return false;
  if (minBatchAllocation === null) return true;
  const packs = Math.ceil((minBatchAllocation * batchSize * maxBatchesOffpolicy) / status.max_group_size);
  return packs * Math.floor(status.max_group_size / groupSize) <= status.self_queue_size;
}

/** Groups that should be in play. `share` in [0, 1] scales the limit of workers: less while an evaluation runs, say. */
export function wantedWorkers(settings: PaceSettings, status: EnvStatus, share = 1): number {
  const { groupSize, batchSize, maxBatchesOffpolicy, minBatchAllocation, maxWorkers } = settings;
  const room = Math.floor((maxBatchesOffpolicy * derivedBatchSize(settings, status)) / groupSize) - status.queue_size;
  const wanted = Math.min(Math.floor(maxWorkers * share), room);
  if (minBatchAllocation === null) return Math.max(0, wanted);
  const { max_group_size: largest, self_queue_size: own } = status;
  const packs =
    Math.ceil((minBatchAllocation * batchSize * maxBatchesOffpolicy) / largest) + Math.floor(largest / groupSize);
  const missing = packs * largest - Math.floor((largest * own) / (largest / groupSize));
  return Math.max(0, wanted, Math.ceil(missing / groupSize));
}

/** What waits is enough for the rest of the run. */
export function isEnough({ groupSize, batchSize }: PaceSettings, status: EnvStatus, totalSteps: number): boolean {
  return status.current_step + Math.floor((status.queue_size * groupSize) / batchSize) > totalSteps;
}

/** Between two polls, a multiple of `every` steps was reached. */
export function hasPassed(every: number, before: number, now: number): boolean {
  return every > 0 && Math.floor(now / every) > Math.floor(before / every);
}
