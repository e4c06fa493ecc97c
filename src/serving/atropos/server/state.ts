import { z } from "zod";
import { pickExactly } from "./packing.ts";
import { envRequestSchema, registrationSchema } from "./wire.ts";

/** What the server remembers of a group; its text is in the journal. */
export const groupSchema = z.object({
  /** Counts from 0 over all groups ever accepted. */
  id: z.int(),
  env: z.int().nullable(),
  /** Sequences in it. */
  size: z.int(),
});
export type Group = z.infer<typeof groupSchema>;

/** Groups that go into a batch together. */
const unitSchema = z.object({ env: z.int().nullable(), size: z.int(), groups: z.array(groupSchema) });

const envSchema = z.object({
  id: z.int(),
  /** Its name with a number: unique among the environments of this server. */
  name: z.string(),
  request: envRequestSchema,
  disconnected: z.boolean(),
  /** Groups accepted from it so far. */
  accepted: z.int(),
});
export type Env = z.infer<typeof envSchema>;

/** Everything but the texts of groups. */
export const stateSchema = z.object({
  registration: registrationSchema.nullable(),
  /** A trainer has asked for a batch: environments may register. */
  started: z.boolean(),
  /** Starting step and batches handed out. */
  step: z.int(),
  envs: z.array(envSchema),
  /** Oldest first. */
  queue: z.array(unitSchema),
  /** By environment: groups smaller than it promised, until some make up the promised size. */
  buffers: z.record(z.string(), z.array(groupSchema)),
  /** Batches handed out whose arrival is not certain yet, by number. */
  taken: z.record(z.string(), z.array(unitSchema)),
  nextGroup: z.int(),
  nextBatch: z.int(),
  /** The newest group that was queued. */
  latest: z.int().nullable(),
});
export type RolloutState = z.infer<typeof stateSchema>;

export function emptyState(): RolloutState {
  return {
    registration: null,
    started: false,
    step: 0,
    envs: [],
    queue: [],
    buffers: {},
    taken: {},
    nextGroup: 0,
    nextBatch: 0,
    latest: null,
  };
}

/**
 * What changes the state, beside groups that come in: one line of the journal each. The same changes in the same order
 * give the same state.
 */
export const changeSchema = z.discriminatedUnion("op", [
  z.object({ op: z.literal("register"), registration: registrationSchema }),
  z.object({ op: z.literal("register-env"), request: envRequestSchema }),
  z.object({ op: z.literal("disconnect"), env: z.int() }),
  z.object({ op: z.literal("start") }),
  /** The units at these places of the queue go out as one batch. */
  z.object({ op: z.literal("take"), units: z.array(z.int()) }),
  z.object({ op: z.literal("arrived"), batch: z.int() }),
  /** A batch that did not arrive goes back to the front of the queue. */
  z.object({ op: z.literal("return"), batch: z.int() }),
  z.object({ op: z.literal("reset") }),
]);
export type Change = z.infer<typeof changeSchema>;

/**
 * Takes groups in. Returns for each null where it went to the queue, else how many sequences of its environment wait for
 * others once it was taken in (0: it made up the size, and all of them went to the queue).
 */
export function submitGroups(state: RolloutState, groups: readonly Omit<Group, "id">[]): (number | null)[] {
  return groups.map((group) => accept(state, { id: state.nextGroup++, ...group }));
}

/** Applies a change in place. Never throws; what it cannot apply leaves the state as it is. */
export function applyChange(state: RolloutState, change: Change): void {
  switch (change.op) {
    case "register":
      register(state, change.registration);
      return;
    case "register-env":
      registerEnv(state, change.request);
      return;
    case "disconnect": {
      const env = state.envs[change.env];
      if (env) env.disconnected = true;
      return;
    }
    case "start":
      state.started = true;
      return;
    case "take":
      take(state, change.units);
      return;
    case "arrived":
      delete state.taken[change.batch];
      return;
    case "return": {
      const units = state.taken[change.batch];
      if (!units) return;
      delete state.taken[change.batch];
      state.queue.unshift(...units);
      dropOversized(state);
      state.step--;
      return;
    }
    case "reset":
      Object.assign(state, { ...emptyState(), nextGroup: state.nextGroup, nextBatch: state.nextBatch });
      return;
  }
}

/**
 * A trainer that says what another said before joins it. One that says something else begins a run: its configuration and
 * step hold from now on, environments and groups stay, except groups too large for its batches.
 */
function register(state: RolloutState, registration: z.infer<typeof registrationSchema>): void {
  if (state.registration && JSON.stringify(state.registration) === JSON.stringify(registration)) return;
  state.registration = registration;
  state.step = registration.starting_step;
  state.started = false;
  dropOversized(state);
}

function dropOversized(state: RolloutState): void {
  const most = state.registration?.batch_size ?? Number.POSITIVE_INFINITY;
  if (state.queue.some(({ size }) => size > most)) state.queue = state.queue.filter(({ size }) => size <= most);
}

function registerEnv(state: RolloutState, request: z.infer<typeof envRequestSchema>): void {
  const namesakes = state.envs.filter((env) => env.request.desired_name === request.desired_name).length;
  state.envs.push({
    id: state.envs.length,
    name: `${request.desired_name}_${namesakes}`,
    request,
    disconnected: false,
    accepted: 0,
  });
}

function accept(state: RolloutState, group: Group): number | null {
  const env = group.env === null ? undefined : state.envs[group.env];
  if (env) env.accepted++;
  if (!env || group.size >= env.request.group_size) {
    enqueue(state, [group]);
    return null;
  }
  const waiting = [...(state.buffers[env.id] ?? []), group];
  const sizes = waiting.map(({ size }) => size);
  const chosen = new Set(pickExactly(sizes, env.request.group_size));
  if (chosen.size > 0)
    enqueue(
      state,
      waiting.filter((_, i) => chosen.has(i)),
    );
  const left = waiting.filter((_, i) => !chosen.has(i));
  state.buffers[env.id] = left;
  return left.reduce((sum, { size }) => sum + size, 0);
}

function enqueue(state: RolloutState, groups: Group[]): void {
  const size = groups.reduce((sum, group) => sum + group.size, 0);
  state.queue.push({ env: groups[0]?.env ?? null, size, groups });
  state.latest = groups.at(-1)?.id ?? null;
}

function take(state: RolloutState, places: readonly number[]): void {
  const chosen = new Set(places);
  state.taken[state.nextBatch++] = state.queue.filter((_, i) => chosen.has(i));
  state.queue = state.queue.filter((_, i) => !chosen.has(i));
  state.step++;
}
