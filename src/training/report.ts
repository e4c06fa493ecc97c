/** The result of a run: the held-out table, what it says about promotions, and what was forgotten. */
import { z } from "zod";
import type { Level } from "../core/environment.ts";
import { estimateSchema } from "../evaluation/metrics.ts";
import { byLabel, type Column, columns, difference, type Result, summarize } from "./held-out.ts";

/** Mean return, and the share of tasks solved. */
const cell = estimateSchema.extend({ solved: estimateSchema });

/** Rows of the table and bars of the pictures, in this order; absent ones were not played. */
export const playerNames = ["noop", "random", "constant", "start", "control", "trained", "oracle"] as const;
export type PlayerName = (typeof playerNames)[number];

export const trainReportSchema = z.object({
  format: z.literal("fettle-train-report/1"),
  environment: z.string(),
  version: z.string(),
  /** What the splits differ by ("operations"); null for seeds alone. */
  splitBy: z.string().nullable().default(null),
  seed: z.int(),
  model: z.string(),
  parameters: z.int(),
  /** Seconds by phase, confirming promotions included; the held-out table is not counted. */
  seconds: z.object({ warm: z.number(), grpo: z.number(), control: z.number().nullable() }),
  steps: z.int(),
  level: z.string(),
  table: z.array(
    z.object({
      level: z.string(),
      column: z.enum(columns),
      promoteAt: z.number().nullable(),
      /** By player. */
      cells: z.partialRecord(z.enum(playerNames), cell),
      /** Paired differences: the trained policy minus the start of GRPO, and minus the control. */
      gain: estimateSchema,
      gainOverControl: estimateSchema.nullable(),
    }),
  ),
  /** Mean return by label on the training split, before and after GRPO. */
  labels: z.array(
    z.object({ level: z.string(), label: z.string(), n: z.int(), start: z.number(), trained: z.number() }),
  ),
  /**
   * Means on unseen tasks of the level that was left: those that had to confirm the promotion (null: none had to) and those
   * of the final table (null: there is none). A promotion counts when the first of the two there is reaches the threshold.
   */
  promotions: z.array(
    z.object({
      from: z.string(),
      to: z.string(),
      step: z.int(),
      confirmed: z.number().nullable(),
      final: z.number().nullable(),
      counts: z.boolean(),
    }),
  ),
});
export type TrainReport = z.infer<typeof trainReportSchema>;

export interface PlayedSet {
  level: string;
  column: Column;
  results: Partial<Record<PlayerName, Result[]>>;
}

/** Level by level, the training split first. */
export function tableOf(sets: readonly PlayedSet[], levels: readonly Level[]): TrainReport["table"] {
  return sets.map(({ level, column, results }) => {
    const { start = [], trained = [], control } = results;
    return {
      level,
      column,
      promoteAt: levels.find(({ name }) => name === level)?.promoteAt ?? null,
      cells: Object.fromEntries(
        playerNames.flatMap((name) => (results[name] ? [[name, summarize(results[name])]] : [])),
      ),
      gain: difference(trained, start),
      gainOverControl: control ? difference(trained, control) : null,
    };
  });
}

export function labelsOf(sets: readonly PlayedSet[]): TrainReport["labels"] {
  return sets
    .filter(({ column }) => column === "training")
    .flatMap(({ level, results }) => {
      const before = byLabel(results.start ?? []);
      return [...byLabel(results.trained ?? [])].map(([label, { n, mean }]) => ({
        level,
        label,
        n,
        start: before.get(label)?.mean ?? 0,
        trained: mean,
      }));
    });
}

/** Mean return of the trained policy on one set of the table, or null. */
export function trainedMean(table: TrainReport["table"], level: string, column: Column): number | null {
  return table.find((row) => row.level === level && row.column === column)?.cells.trained?.mean ?? null;
}
