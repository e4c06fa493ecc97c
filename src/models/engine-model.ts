import type { ChatMessage, PromptForm } from "../core/environment.ts";
import { FettleError } from "../core/errors.ts";
import type { Engine, SampledCompletion, SampleRequest } from "../engines/engine.ts";
import { templateId } from "../engines/tokenizer/chat-template.ts";
import type { Tokenizer } from "../engines/tokenizer/tokenizer.ts";
import type { Model } from "./model.ts";

interface Conversation {
  /** Messages that `ids` cover, the model's own answers included. */
  messages: ChatMessage[];
  /** Prompt and completion of the last turn, exactly as sampled. */
  ids: number[];
  segment: number;
}

export interface EngineModelOptions {
  /** Name in traces and reports. */
  id: string;
  /** Default `compact`. */
  form?: PromptForm;
}

/** The part of an engine that a model needs. */
export type Sampler = Pick<Engine, "info" | "sample" | "weightsVersion">;

/**
 * A model over an engine. Requests that arrive together (episodes running side by side) become one `engine.sample` call;
 * token ids of a conversation are kept and extended, never re-tokenised. A completion is fixed by the request's seed,
 * conversation and turn, whatever else is sampled with it.
 */
export async function engineModel(engine: Sampler, tokenizer: Tokenizer, options: EngineModelOptions): Promise<Model> {
  const { contextLength } = await engine.info();
  const conversations = new Map<string, Conversation>();
  const sample = gatherer(engine);

  return {
    id: options.id,
    form: options.form ?? "compact",
    async complete(request, signal) {
      const { prompt, segment } = nextPrompt(tokenizer, conversations.get(request.conversation), request.messages);
      const room = contextLength - prompt.length;
      if (room < 1) return "context_overflow";
      const { completion, weightsVersion } = await sample({
        prompt,
        maxTokens: Math.min(room, request.sampling.maxTokens),
        temperature: request.sampling.temperature,
        topP: request.sampling.topP,
        seed: `${request.sampling.seed ?? 0}/${request.conversation}/${request.turn}`,
      });
      signal.throwIfAborted();
      const text = tokenizer.decode(completion.tokens);
      conversations.set(request.conversation, {
        messages: [...request.messages, { role: "assistant", content: text }],
        ids: [...prompt, ...completion.tokens],
        segment,
      });
      return {
        text,
        reasoning: null,
        tokens: {
          prompt,
          completion: completion.tokens,
          logprobs: completion.logprobs,
          segment,
          tokenizer: tokenizer.id,
          template: templateId,
        },
        usage: { prompt: prompt.length, completion: completion.tokens.length },
        finish: completion.finish,
        weightsVersion,
      };
    },
    release(conversation) {
      conversations.delete(conversation);
    },
  };
}

/** Extends the ids of the conversation where the messages extend it; else starts a new segment from the text. */
function nextPrompt(tokenizer: Tokenizer, known: Conversation | undefined, messages: readonly ChatMessage[]) {
  if (!known) return { prompt: tokenizer.prompt(messages), segment: 0 };
  const extended = known.messages.every(
    ({ role, content }, i) => messages[i]?.role === role && messages[i]?.content === content,
  );
  if (!extended) return { prompt: tokenizer.prompt(messages), segment: known.segment + 1 };
  return { prompt: tokenizer.extend(known.ids, messages.slice(known.messages.length)), segment: known.segment };
}

interface Sampled {
  completion: SampledCompletion;
  weightsVersion: string;
}

interface Waiting {
  request: SampleRequest;
  resolve(value: Sampled): void;
  reject(reason: unknown): void;
}

/**
 * Gathers single requests into batches: one call takes all that arrive until a whole turn of the event loop brings none,
 * sorted by seed, so that the order of arrival does not matter. A call that fails rejects all of its requests.
 */
function gatherer(engine: Sampler): (request: SampleRequest) => Promise<Sampled> {
  let waiting: Waiting[] = [];
  const flush = async () => {
    const batch = waiting.sort((a, b) => (a.request.seed < b.request.seed ? -1 : 1));
    waiting = [];
    try {
      const [weightsVersion, completions] = await Promise.all([
        engine.weightsVersion(),
        engine.sample(batch.map(({ request }) => request)),
      ]);
      for (const [i, { resolve, reject }] of batch.entries()) {
        const completion = completions[i];
        if (completion) resolve({ completion, weightsVersion });
        else reject(new FettleError("model_failed", "The engine returned fewer completions than it was asked for."));
      }
    } catch (cause) {
      for (const { reject } of batch) reject(cause);
    }
  };
  const flushOrWait = (seen: number) => {
    const arrived = waiting.length;
    if (arrived === seen) void flush();
    else setImmediate(() => flushOrWait(arrived));
  };
  return (request) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(() => flushOrWait(0));
      waiting.push({ request, resolve, reject });
    });
}
