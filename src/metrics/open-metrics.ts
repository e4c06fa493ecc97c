/** Where what a command measures while it runs is written: JSON lines, and event files for TensorBoard. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { FettleError, messageOf } from "../core/errors.ts";
import { openJsonLines } from "./json-lines.ts";
import type { MetricsKind } from "./options.ts";
import type { MetricsSink } from "./sink.ts";
import { openEventFile } from "./tensorboard/event-file.ts";

export interface MetricsOptions {
  /** Created when missing. Holds `metrics.jsonl` and `tensorboard/`. */
  folder: string;
  kinds: readonly MetricsKind[];
  /** Goes on after this step: what an earlier session wrote beyond it will be done again. Keeps everything when absent. */
  after?: number;
  /** What the step is called in `metrics.jsonl`. Default `step`. */
  counter?: string;
}

/**
 * Opens the sinks of a run. A session that was killed leaves readable files, and the next one goes on in the same folder.
 * Throws FettleError `bad_run_folder` when the folder cannot be written.
 */
export function openMetrics({ folder, kinds, after, counter = "step" }: MetricsOptions): MetricsSink {
  const guarded = <T>(work: () => T): T => {
    try {
      return work();
    } catch (cause) {
      throw new FettleError("bad_run_folder", `Metrics cannot be written to ${folder}: ${messageOf(cause)}`, {
        hint: "Is the disk full, or the folder not yours?",
        cause,
      });
    }
  };
  const open = {
    jsonl: () => openJsonLines(join(folder, "metrics.jsonl"), { after, counter }),
    tensorboard: () => openEventFile(join(folder, "tensorboard"), { after }),
  };
  const sinks: MetricsSink[] = [];
  const close = () => {
    for (const sink of sinks.splice(0)) sink.close();
  };
  return guarded(() => {
    if (kinds.length > 0) mkdirSync(folder, { recursive: true });
    try {
      for (const kind of new Set(kinds)) sinks.push(open[kind]());
    } catch (error) {
      close();
      throw error;
    }
    return {
      last: Math.max(0, ...sinks.map(({ last }) => last)),
      write(step, values, group) {
        guarded(() => {
          for (const sink of sinks) sink.write(step, values, group);
        });
      },
      close,
    };
  });
}
