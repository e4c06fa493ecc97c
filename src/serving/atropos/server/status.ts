import type { Env, RolloutState } from "./state.ts";

/** Least weight of an environment, so that none starves. */
const leastWeight = 0.01;

/** What `/status-env` answers: by it an environment decides how much to produce. */
export interface EnvStatus {
  current_step: number;
  /** What waits, in groups of the size of the one who asks. */
  queue_size: number;
  /** Share of a batch that no environment has reserved. */
  unallocated_fraction: number;
  /** Its own groups that wait. */
  self_queue_size: number;
  /** Sequences in the largest group that waits; 1 when none does. */
  max_group_size: number;
  /** Share of the requests to the model that it should make, in [0.01, 1]. */
  env_weight: number;
}

/** `alive`: environments that are connected and not silent. */
export function envStatus(state: RolloutState, env: Env, alive: readonly Env[]): EnvStatus {
  const waiting = state.queue.flatMap(({ groups }) => groups);
  const largest = waiting.reduce((most, { size }) => Math.max(most, size), 1);
  const bySender = new Map<number | null, number>();
  let groupSize = env.request.group_size;
  for (const { env: sender, size } of waiting) {
    bySender.set(sender, (bySender.get(sender) ?? 0) + size);
    if (sender === env.id) groupSize = Math.max(groupSize, size);
  }
  const own = bySender.get(env.id) ?? 0;
  const reserved = minimumsOf(state, alive);
  let fromOthers = 0;
  for (const [sender, sequences] of bySender) {
    if (sender === env.id) continue;
    const least = sender === null ? 0 : (reserved.get(sender) ?? 0);
    fromOthers += Math.max(0, Math.ceil(sequences / largest) * largest - least);
  }
  const allocated = alive.reduce((sum, { request }) => sum + (request.min_batch_allocation ?? 0), 0);
  return {
    current_step: state.step,
    queue_size: Math.floor((own + fromOthers) / groupSize),
    unallocated_fraction: 1 - Math.min(1, allocated),
    self_queue_size: Math.floor(own / groupSize),
    max_group_size: largest,
    env_weight: Math.max(leastWeight, shareOf(env, alive)),
  };
}

/** Its part of all weights, each times the length of its sequences; 0 where nobody has any. */
function shareOf(env: Env, alive: readonly Env[]): number {
  const weigh = ({ request }: Env) => request.max_token_length * Math.max(0, request.weight);
  const total = alive.reduce((sum, other) => sum + weigh(other), 0);
  return total > 0 ? Math.min(1, weigh(env) / total) : 0;
}

/** Sequences of a batch that are kept for each environment; those with none are left out. */
export function minimumsOf(state: RolloutState, alive: readonly Env[]): Map<number, number> {
  const batch = state.registration?.batch_size ?? 0;
  const minimums = alive.map(
    ({ id, request }) => [id, Math.floor(batch * (request.min_batch_allocation ?? 0))] as const,
  );
  return new Map(minimums.filter(([, minimum]) => minimum > 0));
}
