import { messageOf } from "../../core/errors.ts";
import { ModelError } from "../model-error.ts";
import type { Credentials } from "./options.ts";
import { excerpt } from "./response.ts";

/** What a status other than 2xx means: an error, or that the prompt does not fit the context. */
export function failureOf(
  status: number,
  body: string,
  { key, variable }: Credentials,
): ModelError | "context_overflow" {
  const said = `The endpoint answered ${status}: ${excerpt(messageIn(body), key)}`;
  if (status === 429 && isSpent(body))
    return new ModelError("refused", said, { hint: "The account has no credit left." });
  if (status === 429) return new ModelError("rate_limit", said);
  if (status >= 500 || status === 408 || status === 409 || status === 425) return new ModelError("server", said);
  if ((status === 400 || status === 413 || status === 422) && isOverflow(body)) return "context_overflow";
  if (status === 401 || status === 403)
    return new ModelError("refused", said, { hint: `Set ${variable} to a key that may use this model.` });
  if (status === 404 || status === 405)
    return new ModelError("refused", said, { hint: "Check the model's name and --base-url (it usually ends in /v1)." });
  return new ModelError("rejected", said);
}

/** Wordings of OpenAI, vLLM, SGLang, llama.cpp, TGI, Ollama and gateways before them. */
const overflow =
  /context_length_exceeded|exceed_context_size|(maximum|model'?s?|available) context (length|size|window)|context (length|window|size) (of|is|exceeded)|exceeds? the (maximum|available|allowed|model'?s?) (context|input|sequence|number of tokens)|(prompt|input|sequence) is too long|longer than the (model'?s? )?(maximum|context)|too many (input )?tokens|`?inputs`? tokens \+ `?max_new_tokens`? must be/i;

function isOverflow(body: string): boolean {
  return overflow.test(body);
}

/** OpenAI answers 429 for an empty account, too; waiting does not help there. */
function isSpent(body: string): boolean {
  return /insufficient_quota|billing_hard_limit/.test(body);
}

/** The message inside the usual error bodies, or the body. */
function messageIn(body: string): string {
  try {
    const value: unknown = JSON.parse(body);
    const error = member(value, "error") ?? value;
    const message = typeof error === "string" ? error : (member(error, "message") ?? member(error, "detail"));
    return typeof message === "string" ? message : body;
  } catch {
    return body;
  }
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** What a failed fetch means. `expired`: our own time limit ended it. */
export function fetchFailure(error: unknown, address: string, milliseconds: number, expired: boolean): ModelError {
  if (expired)
    return new ModelError("timeout", `The endpoint did not answer within ${milliseconds} ms.`, { cause: error });
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && "code" in cause ? `${cause.code}` : "";
  const text = messageOf(cause) || code;
  if (/TIMEOUT/.test(code)) return new ModelError("timeout", `The endpoint did not answer: ${text}`, { cause: error });
  return new ModelError("network", `The endpoint at ${address} cannot be reached: ${text}`, {
    hint: "Is the server running, and --base-url right?",
    cause: error,
  });
}

/** Milliseconds of a Retry-After header (RFC 9110, 10.2.3: seconds or a date) or of `retry-after-ms`; null when absent. */
export function retryAfter(headers: Headers, now: number): number | null {
  const exact = Number(headers.get("retry-after-ms") ?? Number.NaN);
  if (exact >= 0) return exact;
  const value = headers.get("retry-after");
  if (value === null) return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
