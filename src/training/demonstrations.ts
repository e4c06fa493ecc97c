import type { AnyEnvironment, ChatMessage, PromptForm, Services, Task } from "../core/environment.ts";
import type { Random } from "../core/random.ts";
import { encodeMessages } from "../engines/tokenizer/chat-template.ts";
import type { Tokenizer } from "../engines/tokenizer/tokenizer.ts";

/** One turn of a demonstrated conversation: what was asked, what was answered, and whether the answer is one to learn. */
export interface DemonstratedTurn {
  messages: ChatMessage[];
  completion: string;
  learn: boolean;
}

export interface DemonstrationSettings {
  environment: AnyEnvironment;
  form: PromptForm;
  services?: Services;
}

/**
 * Plays a task until the oracle has answered, which says all it knows. With `recover`, the `random` policy gives the first
 * answer, which is not to be learned: the oracle shows how to go on from a wrong answer. An episode that cannot be
 * scored gives no demonstration (null).
 */
export async function demonstrate(
  { environment, form, services = {} }: DemonstrationSettings,
  task: Task,
  { recover, random }: { recover: boolean; random: Random },
): Promise<DemonstratedTurn[] | null> {
  const episode = await environment.start(task, { signal: new AbortController().signal, services });
  const turns: DemonstratedTurn[] = [];
  try {
    for (let next = episode.turn(); next; next = episode.turn()) {
      const { role: name, observation } = next;
      const role = environment.roles[name];
      const learn = !(recover && turns.length === 0);
      const policy = role?.policies[learn ? "oracle" : "random"];
      if (!role || !policy) return null;
      const said: unknown = policy.respond({ observation, task, turn: turns.length, random });
      const completion = typeof said === "string" ? said : role.format(said, { observation, form });
      turns.push({ messages: role.render(observation, { turn: turns.length, form }), completion, learn });
      if (learn) break;
      const { reward } = await episode.step(name, role.parse(completion, { observation, form }));
      if (reward === null) return null;
    }
    return turns;
  } finally {
    await episode.close();
  }
}

/** Token ids of a demonstration; the other lists have an entry for each of tokens[1..]. */
export interface WeightedTokens {
  tokens: number[];
  /** In [0, 1]: 1 for answers to learn. */
  weights: number[];
  /** Whether the token belongs to an answer to learn: prompts may weigh as much. */
  answered: boolean[];
}

/** Encodes a demonstration as the model will read it. Prompt tokens weigh `promptWeight`, wrong answers nothing. */
export function encodeDemonstration(
  turns: readonly DemonstratedTurn[],
  tokenizer: Tokenizer,
  promptWeight: number,
): WeightedTokens {
  const encode = (text: string) => tokenizer.encode(text);
  const tokens: number[] = [];
  const weights: number[] = [];
  const answered: boolean[] = [];
  const append = (ids: readonly number[], weight: number, isAnswer = false) => {
    for (const id of ids) {
      tokens.push(id);
      weights.push(weight);
      answered.push(isAnswer);
    }
  };
  for (const { messages, completion, learn } of turns) {
    append(encodeMessages(messages, encode), promptWeight);
    const [mark, ...answer] = encodeMessages([{ role: "assistant", content: completion }], encode);
    append([mark!], promptWeight);
    append(answer, learn ? 1 : 0, learn);
  }
  return { tokens, weights: weights.slice(1), answered: answered.slice(1) };
}

/** All text of a demonstration, for training a tokenizer. */
export function textsOf(turns: readonly DemonstratedTurn[]): string[] {
  return turns.flatMap(({ messages, completion }) => [...messages.map(({ content }) => content), completion]);
}
