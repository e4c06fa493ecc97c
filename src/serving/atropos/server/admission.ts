import type { SubmittedGroup } from "./group.ts";
import { canFill } from "./packing.ts";
import type { Env, RolloutState } from "./state.ts";
import { Refusal } from "./wire.ts";

/** Groups of one environment that may wait for others to make up its group size. */
const mostBuffered = 256;
/** Seconds that a sender is asked to wait when the queue is full. */
const patience = 1;

export interface Admission {
  state: RolloutState;
  /** Environments that are connected and not silent. */
  alive: readonly Env[];
  /** Groups that may wait; never less than two batches of the smallest groups. */
  maxQueue: number;
  /** Whether a batch can be made of what waits. */
  batchReady: () => boolean;
}

/**
 * Throws a Refusal when groups cannot be taken: 503 with a time to wait while nobody has registered a trainer or the queue
 * is full; 422 for a group that no batch can ever hold. All or none.
 */
export function admit(groups: readonly SubmittedGroup[], admission: Admission): void {
  const { state, alive } = admission;
  const target = state.registration?.batch_size;
  if (target === undefined) throw new Refusal(503, "No trainer has registered yet: call /register first.", patience);
  const units = groups.map((group) => unitSize(group, state));
  const known = new Set([
    ...alive.map(({ request }) => request.group_size),
    ...state.queue.map(({ size }) => size),
    ...units,
  ]);
  for (const [i, group] of groups.entries()) {
    const at = groups.length > 1 ? [i, "tokens"] : ["tokens"];
    const size = units[i] ?? 0;
    if (!canFill(size, known, target)) throw Refusal.at(at, unbatchable(size, known, target), "group_size");
    const buffered = group.env === null ? 0 : (state.buffers[group.env]?.length ?? 0);
    if (size > group.size && buffered >= mostBuffered)
      throw Refusal.at(at, `${buffered} groups of this environment wait for others to make up ${size}`, "group_size");
  }
  const senders = new Set(groups.map(({ env }) => env));
  for (const env of senders) if (isFull(env, admission)) throw new Refusal(503, fullMessage(state), patience);
}

/** Why a group, or an environment's size of groups, can never be part of a batch. */
export function unbatchable(size: number, known: Iterable<number>, target: number): string {
  if (size > target) return `A group of ${size} sequences is larger than the trainer's batch of ${target}`;
  const others = [...known].filter((other) => other !== size).sort((a, b) => a - b);
  const beside = others.length > 0 ? ` beside groups of ${others.join(", ")}` : "";
  return `Groups of ${size} sequences cannot fill a batch of ${target} exactly${beside}`;
}

/** What the group will take in a batch: a smaller group than its environment promised is made up to that size. */
function unitSize({ env, size }: SubmittedGroup, { envs }: RolloutState): number {
  return Math.max(size, (env === null ? undefined : envs[env])?.request.group_size ?? 0);
}

/**
 * Full is full only where a trainer could make room: while no batch can be made of what waits, each environment may still
 * fill its share, since the batch may be waiting for it.
 */
function isFull(env: number | null, { state, alive, maxQueue, batchReady }: Admission): boolean {
  const most = Math.max(maxQueue, 2 * (state.registration?.batch_size ?? 0));
  let [waiting, own] = [0, 0];
  for (const { groups } of state.queue)
    for (const group of groups) {
      waiting++;
      if (group.env === env) own++;
    }
  if (waiting < most) return false;
  return batchReady() || own >= Math.max(1, Math.floor(most / Math.max(1, alive.length)));
}

function fullMessage({ queue }: RolloutState): string {
  const groups = queue.reduce((sum, unit) => sum + unit.groups.length, 0);
  return `The rollout queue is full (${groups} groups): the trainer is behind. Try again later.`;
}
