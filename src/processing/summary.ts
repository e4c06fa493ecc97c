import { z } from "zod";
import { atroposSequence } from "../rollouts/atropos-record.ts";
import { isUniform, type ScoredGroup } from "../rollouts/scored-group.ts";
import { isCutOff } from "./formats/conversation.ts";

const counts = z.object({
  /** Asked for. */
  planned: z.int(),
  /** With a score for every episode. */
  finished: z.int(),
  /** Left out because an episode ended in an error, which is no fault of the model. */
  incomplete: z.int(),
  /** For whose seeds no task could be generated. */
  refused: z.int(),
  /** Of the finished ones, those whose scores are all equal: nothing to learn from for a group-relative trainer. */
  uniform: z.int(),
  /** Of the finished ones, those with exact token ids for every episode. */
  withTokens: z.int(),
});

export const processSummarySchema = z.object({
  format: z.literal("fettle-process/1"),
  environment: z.string(),
  version: z.string(),
  model: z.string(),
  groupSize: z.int(),
  groups: counts,
  /** Of the finished groups. */
  episodes: z.object({
    count: z.int(),
    solved: z.int(),
    cutOff: z.int(),
    /** Scores as written. null without an episode. */
    mean: z.number().nullable(),
    least: z.number().nullable(),
    most: z.number().nullable(),
  }),
  /** Lines written. */
  rows: z.int(),
  /** Why episodes ended in errors, the most frequent reasons first. */
  errors: z.array(z.object({ reason: z.string(), episodes: z.int() })),
});
/** What came of a run: `summary.json`. Holds no times, so that equal runs give equal files. */
export type ProcessSummary = z.infer<typeof processSummarySchema>;

/** Most reasons that are told apart. */
const mostReasons = 20;

/** Adds up a run group by group. */
export class ProcessTally {
  readonly groups = { planned: 0, finished: 0, incomplete: 0, refused: 0, uniform: 0, withTokens: 0 };
  rows = 0;
  readonly #reasons = new Map<string, number>();
  #count = 0;
  #solved = 0;
  #cutOff = 0;
  #sum = 0;
  #least = Number.POSITIVE_INFINITY;
  #most = Number.NEGATIVE_INFINITY;

  finished(group: ScoredGroup, rows: number): void {
    this.groups.finished++;
    this.rows += rows;
    if (isUniform(group)) this.groups.uniform++;
    if (group.traces.every((trace) => atroposSequence(trace) !== null)) this.groups.withTokens++;
    for (const [i, trace] of group.traces.entries()) {
      const score = group.scores[i] ?? Number.NaN;
      this.#count++;
      this.#sum += score;
      this.#least = Math.min(this.#least, score);
      this.#most = Math.max(this.#most, score);
      if (trace.solved) this.#solved++;
      if (isCutOff(trace)) this.#cutOff++;
    }
  }

  failed(reason: string): void {
    if (this.#reasons.size < mostReasons || this.#reasons.has(reason))
      this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + 1);
  }

  get episodes(): ProcessSummary["episodes"] {
    const any = this.#count > 0;
    return {
      count: this.#count,
      solved: this.#solved,
      cutOff: this.#cutOff,
      mean: any ? this.#sum / this.#count : null,
      least: any ? this.#least : null,
      most: any ? this.#most : null,
    };
  }

  get errors(): ProcessSummary["errors"] {
    return [...this.#reasons]
      .map(([reason, episodes]) => ({ reason, episodes }))
      .sort((a, b) => b.episodes - a.episodes || (a.reason < b.reason ? -1 : 1));
  }
}
