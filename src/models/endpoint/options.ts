import type { PromptForm } from "../../core/environment.ts";
import { FettleError } from "../../core/errors.ts";
import { ModelError } from "../model-error.ts";

export interface EndpointOptions {
  /** Name of the model as the endpoint knows it. */
  model: string;
  /** Up to and without `/chat/completions`. Default https://api.openai.com/v1. */
  baseUrl?: string;
  /** Default `full`. */
  form?: PromptForm;
  /** Milliseconds for one request; at most 290,000 (Node's own limit for a silent server is 300 s). Default 120,000. */
  requestMs?: number;
  /** Milliseconds for one completion, all attempts and waits included. Default 600,000. */
  totalMs?: number;
  /** Attempts after the first. Default 6. */
  retries?: number;
  /** First wait between attempts in milliseconds; doubled each time, half of it random, at most 60,000. Default 500. */
  backoffMs?: number;
  /** Told of each failure after which a request is tried again. */
  onRetry?: (error: ModelError) => void;
  /** Ask a vLLM or SGLang server for the exact token ids and log-probabilities. Others may refuse the fields. Default false. */
  tokenIds?: boolean;
  /** Members added to every request body (`top_k`, `chat_template_kwargs`, ...). Written to config.json: no secrets. */
  extra?: Readonly<Record<string, unknown>>;
  /** Seed of the waits' randomness; results do not depend on it. */
  seed?: number;
  /** Name of the environment variable with the key. Default OPENAI_API_KEY. */
  keyVariable?: string;
}

const defaultKeyVariable = "OPENAI_API_KEY";

/** The key of an endpoint, and where it comes from: a variable is the only way in, and the key is never written. */
export interface Credentials {
  /** Undefined where the variable is not set. */
  key: string | undefined;
  variable: string;
}

/** Throws ModelError `refused` for a key that no HTTP header can hold: a broken line in it, say. */
export function readCredentials({ keyVariable: variable = defaultKeyVariable }: EndpointOptions): Credentials {
  const key = process.env[variable]?.trim() || undefined;
  if (key && !/^[\t\x20-\x7e\x80-\xff]*$/.test(key))
    throw new ModelError("refused", `The key in ${variable} holds characters that no HTTP header can.`, {
      hint: "Is it one line, as the provider gave it?",
    });
  return { key, variable };
}

/**
 * The address requests go to. Throws FettleError `bad_option` for what is no http(s) URL, and for one that holds a
 * password or a query (such things are secrets often enough to keep them out of run folders).
 */
export function completionsUrl({
  baseUrl = "https://api.openai.com/v1",
  keyVariable: variable = defaultKeyVariable,
}: EndpointOptions): URL {
  const reject = (problem: string) =>
    new FettleError("bad_option", `The base URL ${problem}.`, {
      hint: `Give something like http://127.0.0.1:8000/v1, and the key in the environment variable ${variable}.`,
    });
  if (!URL.canParse(baseUrl)) throw reject(`"${baseUrl}" is not a URL`);
  const url = new URL(baseUrl);
  if (url.protocol !== "http:" && url.protocol !== "https:") throw reject("must begin with http:// or https://");
  if (url.username || url.password) throw reject("must not hold a user name or password");
  if (url.search || url.hash) throw reject("must not have a query or fragment");
  url.pathname = `${url.pathname.replace(/\/+$/, "").replace(/\/chat\/completions$/, "")}/chat/completions`;
  return url;
}
