import { z } from "zod";
import type { AnyEnvironment } from "../core/environment.ts";
import { type Baseline, baselineSchema } from "./baselines.ts";
import { groupBy, metricsOf, metricsSchema } from "./metrics.ts";
import type { Outcome } from "./outcome.ts";

export const summarySchema = z.object({
  format: z.literal("fettle-summary/1"),
  environment: z.string(),
  version: z.string(),
  model: z.string(),
  split: z.string(),
  groupSize: z.int(),
  overall: metricsSchema,
  levels: z.array(
    z.object({
      level: z.string(),
      skill: z.string(),
      promoteAt: z.number().nullable(),
      metrics: metricsSchema,
      /** By fault label, a task with several counting under each. */
      labels: z.array(z.object({ label: z.string(), metrics: metricsSchema })),
      /** On the same tasks; empty when they were switched off. */
      baselines: z.array(baselineSchema),
      /** Tasks that could not be generated. */
      refused: z.int(),
    }),
  ),
  labels: z.array(z.object({ label: z.string(), metrics: metricsSchema })),
});
/** The result of an evaluation: `summary.json`. Holds no times, so that equal runs give equal files. */
export type Summary = z.infer<typeof summarySchema>;

export interface SummaryContext {
  environment: AnyEnvironment;
  model: string;
  split: string;
  groupSize: number;
  levels: readonly string[];
  baselines: ReadonlyMap<string, Baseline[]>;
  refused: ReadonlyMap<string, number>;
}

/** `outcomes` sorted by `sortOutcomes`. */
export function summarise(outcomes: readonly Outcome[], context: SummaryContext): Summary {
  const { environment, model, split, groupSize, levels, baselines, refused } = context;
  const byLevel = groupBy(outcomes, ({ level }) => level);
  return {
    format: "fettle-summary/1",
    environment: environment.name,
    version: environment.version,
    model,
    split,
    groupSize,
    overall: metricsOf(outcomes),
    levels: levels.map((name) => {
      const { skill, promoteAt } = environment.level(name);
      const here = byLevel.get(name) ?? [];
      return {
        level: name,
        skill,
        promoteAt,
        metrics: metricsOf(here),
        labels: byLabel(here),
        baselines: baselines.get(name) ?? [],
        refused: refused.get(name) ?? 0,
      };
    }),
    labels: byLabel(outcomes),
  };
}

function byLabel(outcomes: readonly Outcome[]): { label: string; metrics: ReturnType<typeof metricsOf> }[] {
  const labels = [...new Set(outcomes.flatMap((outcome) => [...outcome.labels]))].sort();
  return labels.map((label) => ({
    label,
    metrics: metricsOf(outcomes.filter((outcome) => outcome.labels.includes(label))),
  }));
}
