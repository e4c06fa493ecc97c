import type { ChatMessage, PromptForm } from "../core/environment.ts";
import type { Sampling, TurnTokens } from "../core/trace.ts";

export interface CompletionRequest {
  /** The whole conversation so far; the last message is the user's. */
  messages: ChatMessage[];
  sampling: Sampling;
  /** Names the episode, so that a model may keep token ids of earlier turns and extend them. */
  conversation: string;
  /** From 0. */
  turn: number;
}

export interface Completion {
  text: string;
  /** Text of a reasoning channel; null where there is none. */
  reasoning: string | null;
  /** Exact ids and log-probabilities; null where they are not known: nothing is ever guessed. */
  tokens: TurnTokens | null;
  /** Tokens read and written; null where the model does not say. */
  usage: { prompt: number; completion: number } | null;
  /** `length`: cut off by a token limit. */
  finish: "stop" | "length" | "other";
  /** Which weights wrote it; null where they have no versions. */
  weightsVersion: string | null;
}

/**
 * Whatever writes completions. `complete` throws FettleError `model_failed` once its own retries are used up, and
 * "context_overflow" is a result, not an error.
 */
export interface Model {
  /** Its name in traces, reports and `config.json`. */
  id: string;
  /** Which form of prompts it is shown. */
  form: PromptForm;
  /** What else fixes its answers (an address, a checkpoint), for `config.json`: never a secret. */
  identity?: Readonly<Record<string, unknown>>;
  /** Rejects with the reason of `signal` once it fires. */
  complete(request: CompletionRequest, signal: AbortSignal): Promise<Completion | "context_overflow">;
  /** Forgets what it kept for a conversation. */
  release?(conversation: string): void;
  /** Frees what it holds (an engine's thread); it cannot be used again. */
  close?(): Promise<void>;
}
