import { type AtroposRecord, atroposRecord } from "../../rollouts/atropos-record.ts";
import { conversation, isCutOff, originOf, type ScoredGroup, type TrainingMessage } from "./scored-group.ts";

/** Per sequence; null when some sequence has no ids: the endpoint returned none, and they are never rebuilt from text. */
type Sequences = { [Name in "tokens" | "masks" | "inference_logprobs"]: AtroposRecord[Name] | null };

/** One line of the file: a group as Atropos' `process` writes it, with what Fettle knows of it besides. */
export interface AtroposLine extends Sequences, Omit<AtroposRecord, keyof Sequences | "messages"> {
  messages: TrainingMessage[][];
  /** Ignored by Atropos. */
  fettle: ReturnType<typeof originOf> & {
    group: string;
    /** Per sequence, like `solved` and `stop`. */
    samples: number[];
    solved: boolean[];
    stop: string[];
    tokens: "exact" | "unavailable";
  };
}

export interface AtroposLineOptions {
  /** Let sequences that a limit cut off count like all others. Else `overrides` takes their advantage away. */
  keepTruncated: boolean;
}

/** `group` holds at least one episode. */
export function atroposLine({ traces, scores }: ScoredGroup, { keepTruncated }: AtroposLineOptions): AtroposLine {
  const [first] = traces;
  if (!first) throw new RangeError("a group needs an episode");
  const score = new Map(traces.map((trace, i) => [trace, scores[i] ?? Number.NaN]));
  const record = atroposRecord(traces, { score: (trace) => score.get(trace) ?? Number.NaN, messages: false });
  const cut = traces.map((trace) => !keepTruncated && isCutOff(trace));
  const sampling = first.turns[0]?.sampling;
  return {
    tokens: record?.tokens ?? null,
    masks: record?.masks ?? null,
    scores: [...scores],
    inference_logprobs: record?.inference_logprobs ?? null,
    ref_logprobs: null,
    overrides: cut.includes(true) ? cut.map((is) => (is ? { set_advantage_to_zero: true } : {})) : null,
    group_overrides: null,
    distill_token_ids: null,
    distill_logprobs: null,
    messages: traces.map(conversation),
    generation_params: sampling
      ? { temperature: sampling.temperature, top_p: sampling.topP, max_tokens: sampling.maxTokens }
      : null,
    fettle: {
      ...originOf(first),
      group: first.group,
      samples: traces.map(({ sample }) => sample),
      solved: traces.map(({ solved }) => solved),
      stop: traces.map(({ stop }) => stop),
      tokens: record ? "exact" : "unavailable",
    },
  };
}
