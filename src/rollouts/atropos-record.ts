import type { ChatMessage } from "../core/environment.ts";
import type { Trace, TraceTurn } from "../core/trace.ts";
import type { ScoredGroup } from "./scored-group.ts";
import { turnsOfFirstRole } from "./trace-facts.ts";

/** Mask of a token that is not learnt from. */
const ignoredToken = -100;
/** Stands where there is no log-probability: no probability has this one. */
const noLogprob = 1;

/** What one episode is to an Atropos trainer: three lists of equal length. */
export interface AtroposSequence {
  /** Prompt and completions, exactly as read and sampled. */
  tokens: number[];
  /** The token's id where the model wrote it, -100 elsewhere. */
  mask: number[];
  /** Natural log-probability where the model wrote the token, 1.0 elsewhere. */
  logprobs: number[];
}

/** One group in the form of Atropos (`ScoredDataGroup`), its members in the order in which Atropos writes them. */
export interface AtroposRecord {
  /** One sequence per episode; null, like masks and log-probabilities, when some episode has no token ids. */
  tokens: number[][] | null;
  masks: number[][] | null;
  /** One per sequence, in the environment's own range. */
  scores: number[];
  inference_logprobs: number[][] | null;
  ref_logprobs: null;
  /** Per sequence, `set_advantage_to_zero` for one that says nothing of the policy; null when there is none. */
  overrides: { set_advantage_to_zero?: boolean }[] | null;
  group_overrides: null;
  distill_token_ids: null;
  distill_logprobs: null;
  /** Null when not asked for. */
  messages: ChatMessage[][] | null;
  generation_params: { temperature: number; top_p: number; max_tokens: number } | null;
}

/**
 * The last segment of an episode as one sequence; null when a turn of it has no token ids, or the episode no turn. Where
 * several roles play, the one that acts first is meant.
 */
export function atroposSequence(trace: Trace): AtroposSequence | null {
  const turns = segmentOf(trace);
  const last = turns.at(-1)?.tokens;
  if (!last || turns.some(({ tokens }) => tokens === null)) return null;
  const tokens = [...last.prompt, ...last.completion];
  const mask = tokens.map(() => ignoredToken);
  const logprobs = tokens.map(() => noLogprob);
  for (const { tokens: written } of turns)
    for (const [i, id] of written?.completion.entries() ?? []) {
      const at = (written?.prompt.length ?? 0) + i;
      mask[at] = id;
      logprobs[at] = written?.logprobs[i] ?? noLogprob;
    }
  return { tokens, mask, logprobs };
}

/** What the model read and wrote in an episode, as messages. */
export function atroposMessages(trace: Trace): ChatMessage[] {
  return turnsOfFirstRole(trace).flatMap(({ messages, completion }) => [
    ...messages,
    { role: "assistant" as const, content: completion },
  ]);
}

/** A group as one record, with its messages where `messages` says so. Token ids that are not there are never invented. */
export function atroposRecord({ traces, scores }: ScoredGroup, { messages }: { messages: boolean }): AtroposRecord {
  const found = traces.map(atroposSequence).filter((sequence) => sequence !== null);
  const sequences = found.length === traces.length ? found : null;
  const sampling = traces[0]?.turns[0]?.sampling;
  return {
    tokens: sequences?.map(({ tokens }) => tokens) ?? null,
    masks: sequences?.map(({ mask }) => mask) ?? null,
    scores: [...scores],
    inference_logprobs: sequences?.map(({ logprobs }) => logprobs) ?? null,
    ref_logprobs: null,
    overrides: null,
    group_overrides: null,
    distill_token_ids: null,
    distill_logprobs: null,
    messages: messages ? traces.map(atroposMessages) : null,
    generation_params: sampling
      ? { temperature: sampling.temperature, top_p: sampling.topP, max_tokens: sampling.maxTokens }
      : null,
  };
}

/** Turns of the last segment, in order. A turn without ids belongs to every segment, since nobody can tell. */
function segmentOf(trace: Trace): TraceTurn[] {
  const turns = turnsOfFirstRole(trace);
  const last = turns.at(-1)?.tokens?.segment;
  return turns.filter(({ tokens }) => tokens === null || tokens.segment === last);
}
