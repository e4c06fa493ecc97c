import { readFile } from "node:fs/promises";
import { z } from "zod";
import { mean, standardDeviation } from "../core/statistics.ts";
import type { Trace } from "../core/trace.ts";
import { openMetrics } from "../metrics/open-metrics.ts";
import type { MetricsKind } from "../metrics/options.ts";

const common = {
  /** Counts rows of its file from 1. */
  row: z.int(),
  /** Seconds of the phase so far, confirming promotions included; the held-out table is not counted. */
  elapsed: z.number(),
  /** Seconds of this row. */
  seconds: z.number(),
  /** Tokens of the episodes (or demonstrations), prompts included, per second of the row. */
  tokensPerSecond: z.number(),
  learningRate: z.number(),
  gradNorm: z.number().nullable(),
  entropy: z.number().nullable(),
};

const spread = z.object({ mean: z.number(), std: z.number(), min: z.number(), max: z.number() });

/** One line of `metrics.jsonl` in a supervised phase: a round of a few optimiser steps. */
const supervisedRowSchema = z.object({
  phase: z.enum(["warm", "control"]),
  ...common,
  optimizerSteps: z.int(),
  loss: z.number(),
});

/** One line of `metrics.jsonl` in GRPO: a step. */
const grpoRowSchema = z.object({
  phase: z.literal("grpo"),
  ...common,
  step: z.int(),
  /** Of `seconds`: playing the episodes, and learning from them. */
  playSeconds: z.number(),
  learnSeconds: z.number(),
  /** Level of the curriculum when the step began. */
  level: z.string(),
  /** Over all episodes of the step that have a return; null when none has. */
  reward: spread.nullable(),
  levels: z.record(z.string(), z.object({ groups: z.int(), reward: z.number(), solved: z.number() })),
  groups: z.int(),
  /** Share of complete groups whose returns do not differ. */
  zeroSignal: z.number(),
  /** Groups dropped because an episode ended in an error. */
  dropped: z.int(),
  kl: z.number().nullable(),
  clipShare: z.number().nullable(),
  /** Tokens that were learned from. */
  learnedTokens: z.int(),
  optimizerSteps: z.int(),
  /** Completion tokens per turn, turns per episode, share of turns cut off. */
  length: z.object({ mean: z.number(), max: z.int(), turns: z.number(), truncated: z.number() }),
  /** Mean of the curriculum's window after the step; null when it is empty. */
  window: z.number().nullable(),
  promotion: z.object({ from: z.string(), to: z.string(), confirmed: z.number().nullable() }).nullable(),
});

const metricsRowSchema = z.discriminatedUnion("phase", [supervisedRowSchema, grpoRowSchema]);
export type SupervisedRow = z.infer<typeof supervisedRowSchema>;
export type GrpoRow = z.infer<typeof grpoRowSchema>;
export type MetricsRow = z.infer<typeof metricsRowSchema>;

/** Where a learner writes its rows: `metrics.jsonl` in its folder, which pictures are drawn from, and where else is asked. */
export interface RowSink {
  write(row: MetricsRow): void;
  close(): void;
}

/**
 * Opens the rows of a learner whose newest checkpoint knows of `known` rows. Later ones belong to steps that will be done
 * again, and are cut off. Throws FettleError `bad_run_folder`.
 */
export function openRows(folder: string, kinds: readonly MetricsKind[], known: number): RowSink {
  const sink = openMetrics({ folder, kinds: ["jsonl", ...kinds], after: known, counter: "row" });
  return {
    write: ({ row, ...values }) => sink.write(row, values, values.phase),
    close: () => sink.close(),
  };
}

/** Rows of a metrics file; a torn last line is left out. Empty when there is no file. */
export async function readRows(path: string): Promise<MetricsRow[]> {
  const text = await readFile(path, "utf8").catch(() => "");
  return text.split("\n").flatMap((line) => {
    try {
      return line === "" ? [] : [metricsRowSchema.parse(JSON.parse(line))];
    } catch {
      return [];
    }
  });
}

/** Mean, sample standard deviation, least and largest of returns; null for none. */
export function spreadOf(values: readonly number[]): z.infer<typeof spread> | null {
  if (values.length === 0) return null;
  return { mean: mean(values), std: standardDeviation(values), min: Math.min(...values), max: Math.max(...values) };
}

/** Lengths of what a policy wrote. */
export function lengthsOf(traces: readonly Trace[]): GrpoRow["length"] {
  const turns = traces.flatMap((trace) => trace.turns);
  const lengths = turns.map(({ usage }) => usage?.completion ?? 0);
  return {
    mean: lengths.length === 0 ? 0 : mean(lengths),
    max: Math.max(0, ...lengths),
    turns: turns.length / Math.max(1, traces.length),
    truncated: turns.filter(({ finish }) => finish === "length").length / Math.max(1, turns.length),
  };
}
