import type { ChatMessage } from "../core/environment.ts";
import type { Trace, TraceTurn } from "../core/trace.ts";

/** Mask of a token that is not learnt from. */
export const ignoredToken = -100;
/** Stands where there is no log-probability: no probability has this one. */
export const noLogprob = 1;

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
  /** One sequence per episode. */
  tokens: number[][];
  masks: number[][];
  /** One per sequence, in the environment's own range. */
  scores: number[];
  inference_logprobs: number[][];
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

export interface AtroposRecordOptions {
  /** The score of an episode whose `return` is not null; by default its return, in [0, 1]. */
  score?: (trace: Trace) => number;
  /** Whether messages go with the tokens. Default true. */
  messages?: boolean;
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
  return turnsOf(trace).flatMap(({ messages, completion }) => [
    ...messages,
    { role: "assistant" as const, content: completion },
  ]);
}

/**
 * A complete group (every episode has a return) as one record; null when some episode has no token ids: they are never
 * invented.
 */
export function atroposRecord(traces: readonly Trace[], options: AtroposRecordOptions = {}): AtroposRecord | null {
  const { score = (trace: Trace) => trace.return ?? Number.NaN, messages = true } = options;
  const sequences: AtroposSequence[] = [];
  for (const trace of traces) {
    const sequence = atroposSequence(trace);
    if (!sequence) return null;
    sequences.push(sequence);
  }
  const sampling = traces[0]?.turns[0]?.sampling;
  return {
    tokens: sequences.map(({ tokens }) => tokens),
    masks: sequences.map(({ mask }) => mask),
    scores: traces.map(score),
    inference_logprobs: sequences.map(({ logprobs }) => logprobs),
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

function turnsOf({ turns }: Trace): TraceTurn[] {
  return turns.filter(({ role }) => role === turns[0]?.role);
}

/** Turns of the last segment, in order. A turn without ids belongs to every segment, since nobody can tell. */
function segmentOf(trace: Trace): TraceTurn[] {
  const turns = turnsOf(trace);
  const last = turns.at(-1)?.tokens?.segment;
  return turns.filter(({ tokens }) => tokens === null || tokens.segment === last);
}
