import type { Model } from "../../../models/model.ts";

export interface TokenModelOptions {
  /** What it says: by the conversation and turn, so that samples of a group differ. */
  say: (conversation: string, turn: number) => string;
  /** Milliseconds for an answer. */
  delayMs?: number;
  /** Without token ids, like an ordinary endpoint. */
  silent?: boolean;
}

/** A model that knows its tokens: one per UTF-16 unit. */
export function tokenModel({ say, delayMs = 0, silent = false }: TokenModelOptions): Model & { asked: number[] } {
  const ids = (text: string) => Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
  const asked: number[] = [];
  return {
    id: "tokens",
    form: "full",
    asked,
    async complete({ messages, conversation, turn, sampling }, signal) {
      asked.push(sampling.temperature);
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
      signal.throwIfAborted();
      const text = say(conversation, turn);
      const prompt = ids(messages.map(({ content }) => content).join("\n"));
      const tokens = {
        prompt,
        completion: ids(text),
        logprobs: ids(text).map(() => -0.5),
        segment: 0,
        tokenizer: "utf-16",
        template: "lines",
      };
      return {
        text,
        reasoning: null,
        tokens: silent ? null : tokens,
        usage: { prompt: prompt.length, completion: text.length },
        finish: "stop",
        weightsVersion: null,
      };
    },
  };
}
