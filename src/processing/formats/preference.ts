import { canonicalJson } from "../../core/json.ts";
import type { ScoredGroup } from "../../rollouts/scored-group.ts";
import { originOf, type TrainingMessage } from "./conversation.ts";
import { ranked } from "./sft.ts";

/** A pair in TRL's conversational form with an explicit prompt: trainers read `prompt`, `chosen` and `rejected`. */
export interface PreferenceRow extends ReturnType<typeof originOf> {
  /** What both episodes share; ends before an answer of the model. */
  prompt: TrainingMessage[];
  chosen: TrainingMessage[];
  rejected: TrainingMessage[];
  score_chosen: number;
  score_rejected: number;
  /** Which samples of the group. */
  samples: [chosen: number, rejected: number];
}

export interface PreferenceOptions {
  /** Least score of a chosen episode. */
  threshold: number;
  /** Least difference of the two scores. */
  margin: number;
  /** Most pairs of one group. */
  top: number;
}

/** The best with the worst, the second best with the second worst, and so on. No episode is in two pairs. */
export function preferenceRows(group: ScoredGroup, { threshold, margin, top }: PreferenceOptions): PreferenceRow[] {
  const episodes = ranked(group);
  const pairs: PreferenceRow[] = [];
  for (let i = 0; pairs.length < top; i++) {
    const [best, worst] = [episodes[i], episodes[episodes.length - 1 - i]];
    if (!best || !worst || best.score < threshold || !(best.score > worst.score)) break;
    if (best.score - worst.score < margin) break;
    const shared = sharedLength(best.messages, worst.messages);
    // One of the two said nothing more: there is nothing to choose between.
    if (shared >= Math.min(best.messages.length, worst.messages.length)) continue;
    pairs.push({
      prompt: best.messages.slice(0, shared),
      chosen: best.messages.slice(shared),
      rejected: worst.messages.slice(shared),
      score_chosen: best.score,
      score_rejected: worst.score,
      ...originOf(best.trace),
      samples: [best.trace.sample, worst.trace.sample],
    });
  }
  return pairs;
}

/** Messages that both begin with, up to the first answer that differs. */
function sharedLength(a: readonly TrainingMessage[], b: readonly TrainingMessage[]): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && canonicalJson(a[length]) === canonicalJson(b[length])) length++;
  // The same answer can be told different things (by a judge, say): a pair begins with an answer.
  while (length > 0 && length < most && a[length]?.role !== "assistant") length--;
  return length;
}
