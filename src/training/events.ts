import type { MetricsRow } from "./metrics.ts";
import type { TrainReport } from "./report.ts";

/** What a run says while it runs. */
export type TrainEvent =
  /** `resumedAt`: the row after which it goes on; null at the beginning. */
  | { type: "started"; out: string; model: string; parameters: number; backend: string; resumedAt: number | null }
  /** `progress`: share of the row's phase that is done, in (0, 1]. `secondsLeft`: what the rest of it will take. */
  | { type: "row"; row: MetricsRow; progress: number; secondsLeft: number }
  /** `confirmed`: mean return of the unseen tasks that confirmed it; null where none had to. */
  | { type: "promotion"; from: string; to: string; confirmed: number | null }
  /** Unseen tasks did not confirm a promotion. `confirmed`: their mean return; null when all of them ended in an error. */
  | { type: "declined"; level: string; confirmed: number | null }
  | { type: "evaluating"; what: string }
  | { type: "note"; message: string }
  | { type: "finished"; report: TrainReport };

/** A row, once so much of its phase is done, in (0, 1]. The rest is taken to go as fast. */
export const rowEvent = (row: MetricsRow, progress: number): TrainEvent => ({
  type: "row",
  row,
  progress,
  secondsLeft: (row.elapsed / progress) * (1 - progress),
});
