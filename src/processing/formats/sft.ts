import { canonicalJson } from "../../core/json.ts";
import type { ScoredGroup } from "../../rollouts/scored-group.ts";
import { conversation, originOf, type TrainingMessage } from "./conversation.ts";

/** One example for supervised fine-tuning, in TRL's conversational form: trainers read `messages`. */
export interface SftRow extends ReturnType<typeof originOf> {
  messages: TrainingMessage[];
  score: number;
  sample: number;
}

export interface SftOptions {
  /** Least score of an example. */
  threshold: number;
  /** Most examples of one group. */
  top: number;
}

/** The best different episodes of a group, best first; of equally good ones the shorter, then the earlier. */
export function sftRows(group: ScoredGroup, { threshold, top }: SftOptions): SftRow[] {
  return ranked(group)
    .filter(({ score }) => score >= threshold)
    .slice(0, top)
    .map(({ trace, score, messages }) => ({ messages, score, ...originOf(trace), sample: trace.sample }));
}

/** Episodes that said different things, best first. Those without a turn said nothing. */
export function ranked({ traces, scores }: ScoredGroup) {
  const seen = new Set<string>();
  return traces
    .map((trace, i) => ({ trace, score: scores[i] ?? Number.NaN, messages: conversation(trace) }))
    .filter(({ messages }) => {
      const text = canonicalJson(messages);
      return messages.length > 0 && !seen.has(text) && seen.add(text);
    })
    .sort((a, b) => b.score - a.score || written(a.messages) - written(b.messages) || a.trace.sample - b.trace.sample);
}

function written(messages: readonly TrainingMessage[]): number {
  return messages.reduce((sum, { role, content }) => sum + (role === "assistant" ? content.length : 0), 0);
}
