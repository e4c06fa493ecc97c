import WebSocket from "ws";
import { type ErrorCode, FettleError } from "../../core/errors.ts";
import { shownUrl } from "../../core/urls.ts";
import { isRecord, type WireErrorCode } from "./protocol.ts";

export interface ChannelOptions {
  /** Milliseconds to wait for a reply. Default 60,000. */
  timeout?: number;
  /** Milliseconds to wait for the connection. Default 10,000. */
  connectTimeout?: number;
  /** Sent with the handshake, e.g. `Authorization` for a private Space. */
  headers?: Record<string, string>;
  /** Largest reply accepted, in bytes. Default 100 MiB. */
  maxMessageBytes?: number;
}

/** The address of a server's `/ws`. Throws FettleError `bad_option` for what is no URL. */
export function socketUrl(base: string): string {
  const url = /^[a-z]+:\/\//i.test(base) ? base : `http://${base}`;
  if (!URL.canParse(url) || !/^(https?|wss?):/i.test(url))
    throw new FettleError("bad_option", `"${base}" is no address of an OpenEnv server.`, {
      hint: "Give a URL such as http://localhost:8000.",
    });
  return `${url.replace(/^http/i, "ws").replace(/\/+$/, "")}/ws`;
}

/** A socket on which every request waits for its reply before the next one is sent. */
export class Channel {
  readonly #url: string;
  /** The address as messages show it. */
  readonly #place: string;
  readonly #options: ChannelOptions;
  #socket: WebSocket | null = null;
  #queue: Promise<unknown> = Promise.resolve();
  #closed = false;
  /** Takes the next message, or the reason why there will be none. */
  #waiting: ((reply: string | FettleError) => void) | null = null;
  /** What the server said before it hung up, without having been asked. */
  #lastWords: string | null = null;

  constructor(url: string, options: ChannelOptions) {
    this.#url = url;
    this.#place = shownUrl(url);
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
        const lost = this.#failure(`Cannot talk to ${this.#place}: ${cause.message}.`, cause);
        reject(lost);
        this.#lose(socket, lost);
      });
      socket.on("close", (code) =>
        this.#lose(socket, this.#failure(`${this.#place} closed the connection (${code}).`)),
      );
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
        this.#waiting?.(this.#failure(`${this.#place} did not answer within ${timeout} ms.`));
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function foreign(text: string): FettleError {
  return new FettleError("connection_failed", `The server sent what is no OpenEnv reply: ${text.slice(0, 200)}`);
}
