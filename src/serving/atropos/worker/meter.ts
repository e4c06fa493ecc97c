import type { ScoredGroup } from "../../../rollouts/scored-group.ts";

/** Means over what was played since the last time, under the names of Atropos' code debugging environment. */
export interface TrainMetrics {
  /** Share of episodes solved. */
  "train/percent_correct": number;
  /** Mean score, negative ones counted as 0. */
  "train/avg_score": number;
  /** Share of episodes that are worth something without being solved. */
  "train/partial_fix_rate": number;
  /** Mean completion tokens of an episode. */
  "train/completion_lengths": number;
  "train/items_sent_to_api": number;
  "train/items_rejected": number;
}

/** Counts groups between two reports. */
export class WorkerMeter {
  #episodes = 0;
  #solved = 0;
  #partial = 0;
  #score = 0;
  #tokens = 0;
  sent = 0;
  rejected = 0;

  add({ traces, scores }: ScoredGroup): void {
    for (const [i, trace] of traces.entries()) {
      this.#episodes++;
      this.#score += Math.max(0, scores[i] ?? 0);
      this.#tokens += trace.totals.completion;
      if (trace.solved) this.#solved++;
      else if ((trace.return ?? 0) > 0) this.#partial++;
    }
  }

  /** The means so far, then begins anew; null when nothing was played. */
  take(): TrainMetrics | null {
    const n = this.#episodes;
    const metrics = {
      "train/percent_correct": this.#solved / n,
      "train/avg_score": this.#score / n,
      "train/partial_fix_rate": this.#partial / n,
      "train/completion_lengths": this.#tokens / n,
      "train/items_sent_to_api": this.sent,
      "train/items_rejected": this.rejected,
    };
    [this.#episodes, this.#solved, this.#partial, this.#score, this.#tokens] = [0, 0, 0, 0, 0];
    [this.sent, this.rejected] = [0, 0];
    return n === 0 ? null : metrics;
  }
}
