import { randomInt } from "node:crypto";
import { admit, unbatchable } from "./admission.ts";
import type { SubmittedGroup } from "./group.ts";
import { pickBatch } from "./packing.ts";
import type { Receipt } from "./replay.ts";
import type { Env } from "./state.ts";
import { type EnvStatus, envStatus, minimumsOf } from "./status.ts";
import { RolloutStore } from "./store.ts";
import { type EnvRequest, Refusal, type Registration } from "./wire.ts";

export interface RolloutsOptions {
  /** Groups that may wait for a trainer. Default 1000; at least two batches of single sequences in any case. */
  maxQueue?: number;
  /** Milliseconds of silence after which an environment counts as gone, until it speaks again. Default 120,000. */
  envTimeoutMs?: number;
  /** The clock, in milliseconds. Default performance.now. */
  now?: () => number;
}

/** Groups on their way to a trainer. */
export interface Batch {
  number: number;
  /** JSON: the list of groups. */
  text: Buffer;
}

/** An environment as people see it. */
export interface EnvSummary {
  env_id: number;
  name: string;
  connected: boolean;
  /** Seconds since it was last heard of. */
  silent_for: number;
  group_size: number;
  weight: number;
  min_batch_allocation: number | null;
  groups_accepted: number;
}

/**
 * The rollouts between environments and trainers. What is answered has been written: a restart goes on from there, and
 * what was acknowledged is neither lost nor doubled.
 */
export class Rollouts {
  readonly #store: RolloutStore;
  readonly #maxQueue: number;
  readonly #envTimeoutMs: number;
  readonly #now: () => number;
  /** When each environment was last heard of. */
  readonly #heard = new Map<number, number>();
  /** Batches being sent by this process; others that are taken are from before a restart. */
  readonly #underway = new Set<number>();
  #search: { version: number; places: number[] | null } = { version: -1, places: null };

  private constructor(store: RolloutStore, options: RolloutsOptions) {
    this.#store = store;
    this.#maxQueue = options.maxQueue ?? 1000;
    this.#envTimeoutMs = options.envTimeoutMs ?? 120_000;
    this.#now = options.now ?? (() => performance.now());
    for (const { id } of store.state.envs) this.#hear(id);
  }

  /** Goes on with what is in a folder, or begins there. Throws FettleError `bad_run_folder`. */
  static async open(folder: string, options: RolloutsOptions = {}): Promise<Rollouts> {
    return new Rollouts(await RolloutStore.open(folder), options);
  }

  /** Returns a number that names the trainer: below 2^48, so that every client can hold it. */
  async register(registration: Registration): Promise<number> {
    this.#store.apply({ op: "register", registration });
    await this.#store.sync();
    return randomInt(2 ** 48 - 1);
  }

  /** Null until a trainer has asked for a batch. Throws a Refusal for groups larger than its batches. */
  async registerEnv(request: EnvRequest): Promise<Env | null> {
    const { registration, started } = this.#store.state;
    if (!registration || !started) return null;
    if (request.group_size > registration.batch_size)
      throw Refusal.at(["group_size"], unbatchable(request.group_size, [], registration.batch_size), "group_size");
    this.#store.apply({ op: "register-env", request });
    const env = this.#store.state.envs.at(-1) ?? null;
    if (env) this.#hear(env.id);
    await this.#store.sync();
    return env;
  }

  /** False for an environment that is not there. */
  async disconnect(env: number): Promise<boolean> {
    if (!this.#store.state.envs[env]) return false;
    this.#store.apply({ op: "disconnect", env });
    await this.#store.sync();
    return true;
  }

  get registration(): Registration | null {
    return this.#store.state.registration;
  }

  status(): { current_step: number; queue_size: number } {
    const { step, queue } = this.#store.state;
    return { current_step: step, queue_size: queue.reduce((sum, { groups }) => sum + groups.length, 0) };
  }

  /** Counts as a sign of life. Null for an environment that is not there. */
  envStatus(id: number): EnvStatus | null {
    const env = this.#store.state.envs[id];
    if (!env) return null;
    this.#hear(id);
    return envStatus(this.#store.state, env, this.#alive());
  }

  envs(): EnvSummary[] {
    const alive = new Set(this.#alive());
    return this.#store.state.envs.map((env) => ({
      env_id: env.id,
      name: env.name,
      connected: alive.has(env),
      silent_for: Math.round(this.#silence(env.id) / 1000),
      group_size: env.request.group_size,
      weight: env.request.weight,
      min_batch_allocation: env.request.min_batch_allocation,
      groups_accepted: env.accepted,
    }));
  }

  /**
   * Takes groups in, all or none, and resolves once they are on the disk. With a `key`, a submission that was taken in
   * before is only answered again. Throws a Refusal: see `admit`.
   */
  async submit(groups: readonly SubmittedGroup[], key: string | null = null): Promise<Receipt> {
    let receipt = key === null ? undefined : this.#store.receiptOf(key);
    for (const { env } of groups) if (env !== null && this.#store.state.envs[env]) this.#hear(env);
    if (!receipt) {
      admit(groups, {
        state: this.#store.state,
        alive: this.#alive(),
        maxQueue: this.#maxQueue,
        batchReady: () => this.#pick() !== null,
      });
      receipt = this.#store.submit(groups, key);
    }
    await this.#store.sync();
    return receipt;
  }

  /**
   * The oldest batch that can be made; null when there is none yet, "unregistered" before a trainer has registered. Say
   * afterwards whether it arrived, with `settle`. `received`: the number of a batch that the trainer is sure to have.
   */
  async takeBatch(received: number | null = null): Promise<Batch | null | "unregistered"> {
    const { state } = this.#store;
    if (!state.registration) return "unregistered";
    if (!state.started) this.#store.apply({ op: "start" });
    if (received !== null) this.settle(received, true);
    for (const batch of Object.keys(state.taken).map(Number).reverse())
      if (!this.#underway.has(batch)) this.settle(batch, false);
    const places = this.#pick();
    if (!places) {
      await this.#store.sync();
      return null;
    }
    const groups = places.flatMap((place) => state.queue[place]?.groups ?? []);
    const number = state.nextBatch;
    this.#underway.add(number);
    this.#store.apply({ op: "take", units: places });
    try {
      const texts = await Promise.all(groups.map(({ id }) => this.#store.text(id)));
      await this.#store.sync();
      const parts = texts.flatMap((text, i) => (i === 0 ? [text] : [comma, text]));
      return { number, text: Buffer.concat([open, ...parts, close]) };
    } catch (error) {
      this.settle(number, false);
      throw error;
    }
  }

  /** Says what became of a batch: it arrived, or it goes back to the front of the queue. */
  settle(batch: number, arrived: boolean): void {
    this.#underway.delete(batch);
    if (this.#store.state.taken[batch]) this.#store.apply({ op: arrived ? "arrived" : "return", batch });
  }

  /** JSON of the newest group that was queued; null when there is none. */
  async latest(): Promise<Buffer | null> {
    const { latest } = this.#store.state;
    return latest === null ? null : await this.#store.text(latest);
  }

  /** Forgets trainer, environments and groups. */
  async reset(): Promise<void> {
    this.#heard.clear();
    this.#underway.clear();
    this.#store.apply({ op: "reset" });
    await this.#store.sync();
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  #hear(env: number): void {
    this.#heard.set(env, this.#now());
  }

  #silence(env: number): number {
    return this.#now() - (this.#heard.get(env) ?? Number.NEGATIVE_INFINITY);
  }

  #alive(): Env[] {
    return this.#store.state.envs.filter(
      ({ id, disconnected }) => !disconnected && this.#silence(id) <= this.#envTimeoutMs,
    );
  }

  /** Places in the queue of the next batch. Searched again only after a change, or where time may bring one. */
  #pick(): number[] | null {
    const { state, version } = this.#store;
    const minimums = minimumsOf(state, this.#alive());
    if (this.#search.version === version && minimums.size === 0) return this.#search.places;
    const places = pickBatch(state.queue, state.registration?.batch_size ?? 0, minimums);
    this.#search = { version: minimums.size === 0 ? version : -1, places };
    return places;
  }
}

const [open, comma, close] = ["[", ",", "]"].map((text) => Buffer.from(text)) as [Buffer, Buffer, Buffer];
