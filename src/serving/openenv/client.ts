import WebSocket from "ws";
import type { AnyEnvironment, Environment, Task } from "../../core/environment.ts";
import { type ErrorCode, FettleError } from "../../core/errors.ts";
import { isRecord, type WireErrorCode } from "./protocol.ts";

export interface ConnectOptions<E extends AnyEnvironment = AnyEnvironment> {
  /** Types actions and observations; nothing of it is sent. */
  environment?: E;
  /** Milliseconds to wait for a reply. Default 60,000. */
  timeout?: number;
  /** Milliseconds to wait for the connection. Default 10,000. */
  connectTimeout?: number;
  /** Sent with the handshake, e.g. `Authorization` for a private Space. */
  headers?: Record<string, string>;
  /** Largest reply accepted, in bytes. Default 100 MiB. */
  maxMessageBytes?: number;
}

/** Action type of an environment. */
export type ActionOf<E> = E extends Environment<infer A, infer _O, infer _T extends Task, infer _P> ? A : unknown;
/** Observation type of an environment. */
export type ObservationOf<E> = E extends Environment<infer _A, infer O, infer _T extends Task, infer _P> ? O : unknown;

export interface ClientTurn<Observation> {
  observation: Observation & { metadata?: Record<string, unknown> };
  /** null for a reset. */
  reward: number | null;
  done: boolean;
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

/** The address of a server's `/ws`. Throws FettleError `bad_option` for what is no URL. */
function socketUrl(base: string): string {
  const url = /^[a-z]+:\/\//i.test(base) ? base : `http://${base}`;
  if (!URL.canParse(url) || !/^(https?|wss?):/i.test(url))
    throw new FettleError("bad_option", `"${base}" is no address of an OpenEnv server.`, {
      hint: "Give a URL such as http://localhost:8000.",
    });
  return `${url.replace(/^http/i, "ws").replace(/\/+$/, "")}/ws`;
}

/** A socket on which every request waits for its reply before the next one is sent. */
class Channel {
  readonly #url: string;
  readonly #options: ConnectOptions;
  #socket: WebSocket | null = null;
  #queue: Promise<unknown> = Promise.resolve();
  #closed = false;
  /** Takes the next message, or the reason why there will be none. */
  #waiting: ((reply: string | FettleError) => void) | null = null;
  /** What the server said before it hung up, without having been asked. */
  #lastWords: string | null = null;

  constructor(url: string, options: ConnectOptions) {
    this.#url = url;
    this.#options = options;
  }

  open(): Promise<void> {
    const { headers, connectTimeout = 10_000, maxMessageBytes = 100 * 1024 * 1024 } = this.#options;
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(this.#url, {
        perMessageDeflate: false,
        handshakeTimeout: connectTimeout,
        maxPayload: maxMessageBytes,
        ...(headers && { headers }),
      });
      this.#lastWords = null;
      socket.on("open", () => {
        this.#socket = socket;
        resolve();
      });
      socket.on("error", (cause) => {
        const lost = this.#failure(`Cannot talk to ${this.#url}: ${cause.message}.`, cause);
        reject(lost);
        this.#lose(socket, lost);
      });
      socket.on("close", (code) => this.#lose(socket, this.#failure(`${this.#url} closed the connection (${code}).`)));
      socket.on("message", (data) => {
        const text = String(data);
        if (this.#waiting) this.#waiting(text);
        else this.#lastWords = text;
      });
    });
  }

  /** Sends a request and returns the `data` of its reply. `refusal` is what the server's VALIDATION_ERROR means here. */
  call(message: object, refusal: ErrorCode, mayReconnect = false): Promise<Record<string, unknown>> {
    const result = this.#queue.then(async () => {
      if (this.#closed) throw this.#failure("The client was closed.");
      const live = this.#socket?.readyState === WebSocket.OPEN;
      if (!live && this.#lastWords === null) {
        if (!mayReconnect)
          throw this.#failure("The connection was lost and the episode with it.", undefined, "Reset to start another.");
        await this.open();
      }
      return readReply(await this.#exchange(JSON.stringify(message)), refusal);
    });
    this.#queue = result.catch(() => {});
    return result;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const socket = this.#socket;
    if (!socket || socket.readyState === WebSocket.CLOSED) return;
    const ended = new Promise<void>((resolve) => socket.once("close", () => resolve()));
    if (socket.readyState === WebSocket.OPEN) socket.send('{"type":"close"}');
    const cut = setTimeout(() => socket.terminate(), 2000);
    await ended;
    clearTimeout(cut);
  }

  #exchange(request: string): Promise<string> {
    const { timeout = 60_000 } = this.#options;
    // A message nobody asked for is the reason why the server hangs up: it answers whatever was asked next.
    const said = this.#lastWords;
    this.#lastWords = null;
    if (said !== null) return Promise.resolve(said);
    const socket = this.#socket;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting?.(this.#failure(`${this.#url} did not answer within ${timeout} ms.`));
        socket?.terminate();
      }, timeout);
      this.#waiting = (reply) => {
        clearTimeout(timer);
        this.#waiting = null;
        if (typeof reply === "string") resolve(reply);
        else reject(reply);
      };
      socket?.send(request);
    });
  }

  #lose(socket: WebSocket, reason: FettleError): void {
    if (this.#socket === socket) this.#socket = null;
    this.#waiting?.(reason);
  }

  #failure(message: string, cause?: unknown, hint?: string): FettleError {
    return new FettleError("connection_failed", message, { ...(hint && { hint }), ...(cause ? { cause } : {}) });
  }
}

const meaning: Record<WireErrorCode, ErrorCode | null> = {
  VALIDATION_ERROR: null,
  EXECUTION_ERROR: "unscored",
  CAPACITY_REACHED: "capacity",
  FACTORY_ERROR: "connection_failed",
  SESSION_ERROR: "connection_failed",
  INVALID_JSON: "connection_failed",
  UNKNOWN_TYPE: "connection_failed",
};

function readReply(text: string, refusal: ErrorCode): Record<string, unknown> {
  const reply = parse(text);
  if (!isRecord(reply) || !isRecord(reply.data)) throw foreign(text);
  if (reply.type !== "error") return reply.data;
  const { message, code, errors } = reply.data;
  const known = typeof code === "string" && Object.hasOwn(meaning, code) ? meaning[code as WireErrorCode] : "unscored";
  const places = Array.isArray(errors) ? errors.map((error) => `${error?.loc?.join(".")}: ${error?.msg}`) : [];
  throw new FettleError(known ?? refusal, `The server refused: ${message} (${code}).`, {
    ...(places.length > 0 && { hint: places.join("; ") }),
  });
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function foreign(text: string): FettleError {
  return new FettleError("connection_failed", `The server sent what is no OpenEnv reply: ${text.slice(0, 200)}`);
}
