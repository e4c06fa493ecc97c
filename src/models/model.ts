import type { ChatMessage, PromptForm } from "../core/environment.ts";
import type { Sampling, TurnTokens } from "../core/trace.ts";

export interface CompletionRequest {
  /** The whole conversation so far; the last message is the user's. */
  messages: ChatMessage[];
  sampling: Sampling;
  /** Names the episode, so that a model may keep token ids of earlier turns and extend them. */
  conversation: string;
  turn: number;
}

export interface Completion {
  text: string;
  reasoning: string | null;
  tokens: TurnTokens | null;
  usage: { prompt: number; completion: number } | null;
  finish: "stop" | "length" | "other";
  weightsVersion: string | null;
}

/**
 * Whatever writes completions. `complete` throws FettleError `model_failed` once its own retries are used up, and
 * "context_overflow" is a result, not an error.
 */
export interface Model {
  id: string;
  form: PromptForm;
  /** What else fixes its answers (an address, a checkpoint), for `config.json`: never a secret. */
  identity?: Readonly<Record<string, unknown>>;
  complete(request: CompletionRequest, signal: AbortSignal): Promise<Completion | "context_overflow">;
  /** Forgets what it kept for a conversation. */
  release?(conversation: string): void;
  close?(): Promise<void>;
}
