import type { ChatMessage, Role, Task } from "../core/environment.ts";
import { Random } from "../core/random.ts";
import type { Sampling } from "../core/trace.ts";
import { abortable } from "../models/deadline.ts";
import type { Completion } from "../models/model.ts";
import { isScripted, type Player } from "../models/scripted.ts";
import { longestCompletion } from "./settings.ts";

// biome-ignore lint/suspicious/noExplicitAny: as for AnyEnvironment
export type AnyRole = Role<any, any, Task>;

/** One side of one episode: writes the completions of a role. */
export interface Speaker {
  /** Settings of this turn, or null where nothing is sampled. */
  sampling(turn: number, tokensLeft: number): Sampling | null;
  speak(turn: SpokenTurn, signal: AbortSignal): Completion | Promise<Completion | "context_overflow">;
  release(): void;
}

interface SpokenTurn {
  turn: number;
  observation: unknown;
  messages: readonly ChatMessage[];
  sampling: Sampling | null;
}

export interface SpeakerContext {
  player: Player;
  role: AnyRole;
  task: Task;
  /** Names the episode and role, once per attempt. */
  conversation: string;
  /** Names the episode and role: fixes what is drawn, whatever the attempt. */
  stream: string;
  sampling: Sampling;
}

/** Throws an Error when the role has no policy of the scripted player's name. */
export function openSpeaker(context: SpeakerContext): Speaker {
  return isScripted(context.player)
    ? policySpeaker(context, context.player.scripted)
    : modelSpeaker(context, context.player);
}

function policySpeaker({ role, task, stream, player }: SpeakerContext, name: string): Speaker {
  const policy = Object.hasOwn(role.policies, name) ? role.policies[name] : undefined;
  if (!policy) throw new Error(`no policy "${name}"; there are ${Object.keys(role.policies).join(", ")}`);
  const random = new Random(`policy/${name}/${stream}`);
  return {
    sampling: () => null,
    speak({ turn, observation }) {
      const said: unknown = policy.respond({ observation, task, turn, random });
      const text = typeof said === "string" ? said : role.format(said, { observation, form: player.form });
      return bounded({ text, reasoning: null, tokens: null, usage: null, finish: "stop", weightsVersion: null });
    },
    release() {},
  };
}

function modelSpeaker(
  { conversation, stream, sampling }: SpeakerContext,
  model: Exclude<Player, { scripted: string }>,
): Speaker {
  const { seed } = sampling;
  return {
    sampling: (turn, tokensLeft) => ({
      ...sampling,
      maxTokens: Math.min(sampling.maxTokens, tokensLeft),
      seed: seed === null ? null : new Random(`sampling/${seed}/${stream}/${turn}`).int(0, 0x7fffffff),
    }),
    async speak({ turn, messages, sampling: settings }, signal) {
      const request = { messages: [...messages], sampling: settings ?? sampling, conversation, turn };
      const completion = await abortable(model.complete(request, signal), signal);
      return completion === "context_overflow" ? completion : bounded(completion);
    },
    release: () => model.release?.(conversation),
  };
}

/** Completions are hostile: nothing downstream sees one longer than the bound. */
function bounded(completion: Completion): Completion {
  if (completion.text.length <= longestCompletion) return completion;
  return { ...completion, text: completion.text.slice(0, longestCompletion), finish: "length" };
}
