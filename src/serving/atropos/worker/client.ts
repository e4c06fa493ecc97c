import { randomInt, randomUUID } from "node:crypto";
import { z } from "zod";
import { FettleError, messageOf } from "../../../core/errors.ts";
import { shownUrl } from "../../../core/urls.ts";
import { sleep } from "../../../models/deadline.ts";
import { retryAfter } from "../../../models/endpoint/failure.ts";
import { type Answer, type Call, httpCaller } from "./http.ts";

const registered = z.object({
  env_id: z.int(),
  wandb_name: z.string(),
  starting_step: z.int(),
  num_steps: z.int(),
});

/** What an environment is told of the queue: see `/status-env`. */
const envStatusSchema = z.object({
  current_step: z.int(),
  queue_size: z.int(),
  unallocated_fraction: z.number(),
  self_queue_size: z.int().default(0),
  max_group_size: z.int().default(1),
  env_weight: z.number(),
});
export type EnvStatus = z.infer<typeof envStatusSchema>;

const infoSchema = z.object({ batch_size: z.int(), max_token_len: z.int() });
export type ServerInfo = z.infer<typeof infoSchema>;

export interface RolloutClientOptions {
  url: string;
  signal: AbortSignal;
  /** Milliseconds of nothing but failures, after which the server counts as gone. Default 300,000. */
  patience?: number;
  /** Told when the server cannot be reached, and when it asks to wait; at most one line a minute of each. */
  note?: (line: string) => void;
  /** Told of every answer: its status, and the milliseconds that it asks to wait, if it does. */
  observe?: (status: number, retryAfterMs: number | null) => void;
}

/** How a group fared. */
export type Sent = { accepted: true; waited: number } | { accepted: false; why: string };

/** Longest wait between two attempts where the server names none, in milliseconds. */
const longestWait = 30_000;

/**
 * Speaks to any Rollout API server. Connections that break, 429 and statuses from 500 are tried again: after the time that
 * `Retry-After` asks for, else with growing waits. A server that only fails, for too long, gives FettleError
 * `connection_failed`. All calls
 * reject with the signal's reason once it fires.
 */
export class RolloutClient {
  readonly #options: RolloutClientOptions;
  readonly #http;
  readonly #patience: number;
  readonly #noted = new Map<string, number>();

  /** Throws FettleError `bad_option` for an unusable URL. */
  constructor(options: RolloutClientOptions) {
    this.#options = options;
    this.#patience = options.patience ?? 300_000;
    this.#http = httpCaller(options.url);
  }

  /** Null while no trainer has started. */
  async register(request: Record<string, unknown>): Promise<z.infer<typeof registered> | null> {
    const answer = await this.#persistently({ method: "POST", path: "/register-env", body: request });
    if (answer.status !== 200) throw refused("/register-env", answer);
    return read(answer, z.union([registered, z.object({ status: z.string() }).transform(() => null)]));
  }

  async info(): Promise<ServerInfo> {
    return read(await this.#persistently({ method: "GET", path: "/info" }), infoSchema);
  }

  /** Null when the server does not know the environment (any more). */
  async status(env: number): Promise<EnvStatus | null> {
    // Servers of the original know the body only, and answer 500 for an environment that is not there.
    const path = `/status-env?env_id=${env}`;
    const answer = await this.#persistently({ method: "GET", path, body: { env_id: env } }, [404, 500]);
    return answer.status === 200 ? read(answer, envStatusSchema) : null;
  }

  /**
   * Sends one group until it is taken, however long the server asks to wait. The key lets a server that knows it take the
   * group once, though an answer was lost. `accepted: false`: the server will never take it.
   */
  async send(group: object): Promise<Sent> {
    const started = performance.now();
    const headers = { "idempotency-key": randomUUID() };
    const answer = await this.#persistently({ method: "POST", path: "/scored_data", body: group, headers });
    if (answer.status === 200) return { accepted: true, waited: performance.now() - started };
    return { accepted: false, why: refused("/scored_data", answer).message };
  }

  /** Says goodbye; whether it is heard does not matter. */
  async disconnect(env: number): Promise<void> {
    const signal = AbortSignal.timeout(2000);
    await this.#http
      .call({ method: "POST", path: "/disconnect-env", body: { env_id: env }, signal })
      .catch(() => undefined);
  }

  close(): void {
    this.#http.close();
  }

  /** Tries until there is an answer that says something, or whose status is in `enough`. */
  async #persistently(call: Omit<Call, "signal">, enough: readonly number[] = []): Promise<Answer> {
    const { signal, url } = this.#options;
    let alive = performance.now();
    for (let attempt = 0; ; attempt++) {
      const { answer, asked, reason } = await this.#attempt(call);
      if (answer && (enough.includes(answer.status) || !(answer.status >= 500 || answer.status === 429))) return answer;
      // A server that asks to wait is alive; one that only fails is not.
      if (asked !== null) alive = performance.now();
      if (performance.now() - alive > this.#patience)
        throw new FettleError(
          "connection_failed",
          `The Rollout API server at ${shownUrl(url)} cannot be used: ${reason}`,
          {
            hint: "Is it running, and the URL right? fettle atropos api starts one.",
          },
        );
      this.#note(asked === null ? "The Rollout API server fails" : "The Rollout API server asks to wait", reason);
      const wait = asked ?? Math.min(longestWait, 250 * 2 ** Math.min(attempt, 10));
      // Spread those who were told the same time.
      await sleep(wait + randomInt(0, 1 + Math.ceil(Math.min(1000, wait / 2))), signal);
    }
  }

  /** One attempt: an answer with the milliseconds it asks to wait, or why there is none. Rejects once the signal fires. */
  async #attempt(call: Omit<Call, "signal">): Promise<{ answer?: Answer; asked: number | null; reason: string }> {
    const { signal, observe } = this.#options;
    try {
      const answer = await this.#http.call({ ...call, signal });
      const asked = retryAfter(new Headers(headerPairs(answer)), Date.now());
      observe?.(answer.status, asked);
      return { answer, asked, reason: `it answers ${answer.status}: ${answer.text.slice(0, 300)}` };
    } catch (error) {
      if (signal.aborted) throw error;
      return { asked: null, reason: messageOf(error) };
    }
  }

  #note(what: string, detail: string): void {
    const now = performance.now();
    if (now - (this.#noted.get(what) ?? Number.NEGATIVE_INFINITY) < 60_000) return;
    this.#noted.set(what, now);
    this.#options.note?.(`${what}: ${detail.slice(0, 200)}`);
  }
}

function headerPairs({ headers }: Answer): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
}

function read<T>(answer: Answer, schema: z.ZodType<T>): T {
  try {
    if (answer.status === 200) return schema.parse(JSON.parse(answer.text));
  } catch (cause) {
    throw new FettleError(
      "connection_failed",
      `That is no Rollout API server: it answered ${answer.text.slice(0, 200)}`,
      { cause },
    );
  }
  throw refused("the request", answer);
}

function refused(what: string, { status, text }: Answer): FettleError {
  return new FettleError(
    "connection_failed",
    `The Rollout API server refused ${what} with ${status}: ${text.slice(0, 300)}`,
  );
}
