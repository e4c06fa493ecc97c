import { Random } from "../../core/random.ts";
import { deadline, sleep } from "../deadline.ts";
import type { Completion, CompletionRequest, Model } from "../model.ts";
import { ModelError } from "../model-error.ts";
import { failureOf, fetchFailure, retryAfter } from "./failure.ts";
import { completionsUrl, type EndpointOptions, readCredentials } from "./options.ts";
import { readCompletion } from "./response.ts";

/** Longest body that is read, in bytes: completions are hostile, and so may servers be. */
const longestBody = 32 << 20;
/** Longest wait between two attempts. */
const longestWait = 60_000;

/** vLLM reads the first two, SGLang (from 0.5.13) the first and the last two; both ignore the others' names. */
const tokenIdFields = { logprobs: true, return_token_ids: true, return_prompt_token_ids: true, return_meta_info: true };

/**
 * A model behind an OpenAI-compatible chat endpoint. Rate limits (429), server errors (5xx), timeouts, broken connections
 * and unreadable answers are tried again with growing waits, `Retry-After` is honoured for all requests in flight, other
 * 4xx are not tried again. The key comes from OPENAI_API_KEY (or the variable named) when a completion is asked for, and
 * appears nowhere else. Throws FettleError `bad_option` for an unusable base URL; completions reject with `ModelError`.
 */
export function endpointModel(options: EndpointOptions): Model {
  const { model, form = "full", tokenIds = false, extra } = options;
  const url = completionsUrl(options);
  const endpoint = new Endpoint(url, options);
  return {
    id: `openai:${model}`,
    form,
    identity: { baseUrl: url.href.replace(/\/chat\/completions$/, ""), tokenIds, ...(extra && { extra }) },
    complete: (request, signal) => endpoint.complete(request, signal),
  };
}

class Endpoint {
  readonly #url: URL;
  readonly #options: EndpointOptions;
  readonly #random: Random;
  /** After "slow down", every request waits until then. */
  #quietUntil = 0;
  /** Newer OpenAI models know the limit only by its newer name. */
  #limitName: "max_tokens" | "max_completion_tokens" = "max_tokens";

  constructor(url: URL, options: EndpointOptions) {
    this.#url = url;
    this.#options = options;
    this.#random = new Random(`endpoint/${options.seed ?? 0}`);
  }

  async complete(request: CompletionRequest, signal: AbortSignal): Promise<Completion | "context_overflow"> {
    const { totalMs = 600_000, retries = 6 } = this.#options;
    const total = deadline(signal, totalMs);
    try {
      for (let attempt = 0; ; attempt++) {
        await this.#quiet(total.signal);
        const outcome = await this.#attempt(request, total.signal);
        if (!(outcome instanceof Failed)) return outcome;
        if (!outcome.error.retryable || attempt >= retries) throw outcome.error;
        this.#options.onRetry?.(outcome.error);
        await sleep(this.#wait(attempt, outcome), total.signal);
      }
    } catch (error) {
      if (total.expired() && !ModelError.isInstance(error))
        throw new ModelError("timeout", `No completion within ${totalMs} ms, all attempts included.`, { cause: error });
      throw error;
    } finally {
      total.dispose();
    }
  }

  async #attempt(request: CompletionRequest, signal: AbortSignal): Promise<Completion | "context_overflow" | Failed> {
    const { requestMs = 120_000, model } = this.#options;
    const credentials = readCredentials(this.#options);
    const { key } = credentials;
    const limit = deadline(signal, Math.min(requestMs, 290_000));
    try {
      const response = await fetch(this.#url, {
        method: "POST",
        headers: { "content-type": "application/json", ...(key && { authorization: `Bearer ${key}` }) },
        body: JSON.stringify(this.#body(request)),
        signal: limit.signal,
        redirect: "error",
      });
      const text = await readBounded(response);
      if (response.ok) return readCompletion(text, { tokenizer: model, template: model }, key);
      if (this.#limitName === "max_tokens" && response.status === 400 && text.includes("max_completion_tokens")) {
        this.#limitName = "max_completion_tokens";
        return await this.#attempt(request, signal);
      }
      const failure = failureOf(response.status, text, credentials);
      return failure === "context_overflow" ? failure : new Failed(failure, retryAfter(response.headers, Date.now()));
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (ModelError.isInstance(error)) return new Failed(error, null);
      return new Failed(fetchFailure(error, this.#url.origin, requestMs, limit.expired()), null);
    } finally {
      limit.dispose();
    }
  }

  #body({ messages, sampling }: CompletionRequest): Record<string, unknown> {
    const { model, tokenIds, extra } = this.#options;
    return {
      model,
      messages,
      temperature: sampling.temperature,
      top_p: sampling.topP,
      [this.#limitName]: sampling.maxTokens,
      ...(sampling.seed !== null && { seed: sampling.seed }),
      ...(tokenIds && tokenIdFields),
      ...extra,
    };
  }

  /** Exponential backoff with equal jitter, or as long as the server asked. */
  #wait(attempt: number, { error, retryAfterMs }: Failed): number {
    const { backoffMs = 500 } = this.#options;
    if (retryAfterMs !== null) {
      const wait = Math.min(retryAfterMs, longestWait);
      if (error.kind === "rate_limit") this.#quietUntil = Math.max(this.#quietUntil, Date.now() + wait);
      // Spread those who were told the same time.
      return wait + this.#random.float() * Math.min(backoffMs, 1 + wait / 4);
    }
    const full = Math.min(backoffMs * 2 ** attempt, longestWait);
    return full / 2 + (this.#random.float() * full) / 2;
  }

  async #quiet(signal: AbortSignal): Promise<void> {
    const left = this.#quietUntil - Date.now();
    if (left > 0) await sleep(left, signal);
  }
}

class Failed {
  readonly error: ModelError;
  readonly retryAfterMs: number | null;
  constructor(error: ModelError, retryAfterMs: number | null) {
    this.error = error;
    this.retryAfterMs = retryAfterMs;
  }
}

async function readBounded(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let [text, bytes] = ["", 0];
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > longestBody) {
      await response.body?.cancel().catch(() => {});
      throw new ModelError("unreadable", `The endpoint's answer is longer than ${longestBody} bytes.`);
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
