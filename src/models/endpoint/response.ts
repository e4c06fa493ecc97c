import { z } from "zod";
import type { TurnTokens } from "../../core/trace.ts";
import type { Completion } from "../model.ts";
import { ModelError } from "../model-error.ts";

const ids = z.array(z.int());
const logprobs = z.object({ content: z.array(z.object({ logprob: z.number() })).nullish() });

/** What is read of a chat completion; servers differ in the rest, and in what they leave out. */
const responseSchema = z.object({
  model: z.string().nullish(),
  choices: z
    .array(
      z.object({
        message: z.object({
          content: z.string().nullish(),
          /** DeepSeek, SGLang and older vLLM; `reasoning` in newer vLLM and OpenRouter. */
          reasoning_content: z.string().nullish(),
          reasoning: z.string().nullish(),
        }),
        finish_reason: z.string().nullish(),
        logprobs: logprobs.nullish(),
        /** vLLM, newer SGLang. */
        token_ids: ids.nullish(),
        response_token_ids: ids.nullish(),
        prompt_token_ids: ids.nullish(),
        /** SGLang with `return_meta_info`: [log-probability, id, text] of every token. */
        meta_info: z
          .object({ output_token_logprobs: z.array(z.tuple([z.number(), z.int()], z.unknown())).nullish() })
          .nullish(),
      }),
    )
    .min(1),
  prompt_token_ids: ids.nullish(),
  usage: z.object({ prompt_tokens: z.int().min(0), completion_tokens: z.int().min(0).nullish() }).nullish(),
});

/** Reads a body of status 200. Throws ModelError `unreadable`, which quotes the body without the `key`. */
export function readCompletion(
  body: string,
  names: { tokenizer: string; template: string },
  key: string | undefined,
): Completion {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw new ModelError("unreadable", `The endpoint answered 200 without JSON: ${excerpt(body, key)}`);
  }
  const parsed = responseSchema.safeParse(value);
  const choice = parsed.data?.choices[0];
  if (!parsed.data || !choice)
    throw new ModelError(
      "unreadable",
      `The endpoint answered 200 with something else than a completion: ${excerpt(body, key)}`,
    );
  const { message, finish_reason: finish } = choice;
  const { usage } = parsed.data;
  return {
    text: message.content ?? "",
    reasoning: message.reasoning_content ?? message.reasoning ?? null,
    tokens: tokensOf(choice, choice.prompt_token_ids ?? parsed.data.prompt_token_ids, names),
    usage: usage ? { prompt: usage.prompt_tokens, completion: usage.completion_tokens ?? 0 } : null,
    finish: finish === "stop" || finish === "length" ? finish : "other",
    weightsVersion: null,
  };
}

type Choice = z.infer<typeof responseSchema>["choices"][number];

/** Exact ids with one log-probability each, or null: what is missing or does not fit together is never guessed. */
function tokensOf(
  choice: Choice,
  prompt: number[] | null | undefined,
  { tokenizer, template }: { tokenizer: string; template: string },
): TurnTokens | null {
  const triples = choice.meta_info?.output_token_logprobs;
  const completion = choice.token_ids ?? choice.response_token_ids ?? triples?.map(([, id]) => id);
  const values = choice.logprobs?.content?.map(({ logprob }) => logprob) ?? triples?.map(([value]) => value);
  if (!prompt || !completion || !values || values.length !== completion.length) return null;
  return { prompt, completion, logprobs: values, segment: 0, tokenizer, template };
}

/** The start of a body, in one line. Servers like to quote the key they refuse: here it is left out. */
export function excerpt(body: string, key: string | undefined): string {
  const line = (key ? body.replaceAll(key, "[key]") : body).replace(/\s+/g, " ").trim();
  return line === "" ? "(empty)" : line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
