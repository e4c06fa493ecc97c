import type { MetricsRow } from "./metrics.ts";
import type { TrainReport } from "./report.ts";

/** What a run says while it runs. */
export type TrainEvent =
  | { type: "started"; out: string; model: string; parameters: number; backend: string; resumedAt: number | null }
  | {
      type: "row";
      row: MetricsRow /** Share of the phase that is done, in [0, 1]. */;
      progress: number;
      secondsLeft: number;
    }
  | { type: "promotion"; from: string; to: string; confirmed: number | null }
  | { type: "declined"; level: string; confirmed: number }
  | { type: "evaluating"; what: string }
  | { type: "finished"; report: TrainReport };
