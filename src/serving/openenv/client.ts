import type { AnyEnvironment, Environment, Task } from "../../core/environment.ts";
import { Channel, type ChannelOptions, foreign, socketUrl } from "./channel.ts";
import { isRecord } from "./protocol.ts";

export interface ConnectOptions<E extends AnyEnvironment = AnyEnvironment> extends ChannelOptions {
  /** Types actions and observations; nothing of it is sent. */
  environment?: E;
}

/** Action type of an environment. */
export type ActionOf<E> = E extends Environment<infer A, infer _O, infer _T extends Task, infer _P> ? A : unknown;
/** Observation type of an environment. */
export type ObservationOf<E> = E extends Environment<infer _A, infer O, infer _T extends Task, infer _P> ? O : unknown;

export interface ClientTurn<Observation> {
  /** What the acting role sees; the server may put its metadata into it as well. */
  observation: Observation & { metadata?: Record<string, unknown> };
  /** Of the step, in [0, 1] where the server is ours; null for a reset. */
  reward: number | null;
  /** The episode is over. */
  done: boolean;
  /** What the server says beside it: the level, the return so far, the messages asked for. */
  metadata: Record<string, unknown>;
}

export interface ResetOptions {
  /** A whole number >= 0; the server draws one when absent. */
  seed?: number;
  episode_id?: string;
  /** A level, or `auto`. */
  task?: string;
  split?: "train" | "validation" | "test";
  /** Shares the level of `auto` with every session that names the same one. */
  curriculum?: string;
  /** Asks for the rendered messages of each turn in `metadata.messages`. */
  prompt?: "full" | "compact";
  /** Options of the environment. */
  [option: string]: unknown;
}

/** One session at an OpenEnv server. Calls are answered in order. */
export interface OpenEnvClient<Action, Observation> {
  /** Starts an episode. Connects again if the connection was lost. */
  reset(options?: ResetOptions): Promise<ClientTurn<Observation>>;
  /** Plays a turn. Never connects again: the episode would be another one. */
  step(action: Action): Promise<ClientTurn<Observation>>;
  state(): Promise<{ episode_id: string | null; step_count: number; [key: string]: unknown }>;
  /** Ends the session. The client cannot be used again. */
  close(): Promise<void>;
}

/**
 * Connects to an OpenEnv server: ours or any other. `url` is its base (http, https, ws, wss), path prefixes included.
 *
 * All calls reject with FettleError: `connection_failed` (not reachable, broken, no reply in time), `capacity`,
 * `bad_action`, `bad_option` (a reset the server refused), `unscored` (the server's EXECUTION_ERROR). After a reply
 * that did not come in time the connection is dropped, so that a late reply is never taken for the next one; the
 * episode is lost and only `reset` may go on.
 */
export async function connect<E extends AnyEnvironment = AnyEnvironment>(
  url: string,
  options: ConnectOptions<E> = {},
): Promise<OpenEnvClient<ActionOf<E>, ObservationOf<E>>> {
  const channel = new Channel(socketUrl(url), options);
  await channel.open();
  const turn = async (reply: Promise<Record<string, unknown>>) => readTurn<ObservationOf<E>>(await reply);
  return {
    reset: (data = {}) => turn(channel.call({ type: "reset", data }, "bad_option", true)),
    step: (data) => turn(channel.call({ type: "step", data }, "bad_action")),
    state: async () => readState(await channel.call({ type: "state" }, "bad_option")),
    close: () => channel.close(),
  };
}

function readTurn<Observation>(data: Record<string, unknown>): ClientTurn<Observation> {
  const { observation, reward = null, done = false, metadata } = data;
  if (!isRecord(observation) || (reward !== null && typeof reward !== "number")) throw foreign(JSON.stringify(data));
  const inner = isRecord(observation.metadata) ? observation.metadata : {};
  return {
    observation: observation as ClientTurn<Observation>["observation"],
    reward,
    done: done === true,
    metadata: isRecord(metadata) ? metadata : inner,
  };
}

function readState(data: Record<string, unknown>) {
  const { episode_id, step_count } = data;
  return {
    ...data,
    episode_id: typeof episode_id === "string" ? episode_id : null,
    step_count: typeof step_count === "number" ? step_count : 0,
  };
}
