import { z } from "zod";
import { clusteredMean, type Observed, passAtK, passPowerK } from "../core/statistics.ts";
import type { Outcome } from "./outcome.ts";

export const estimateSchema = z.object({
  mean: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  standardError: z.number().nullable(),
  n: z.int(),
  clusters: z.int(),
});

export const metricsSchema = z.object({
  tasks: z.int(),
  episodes: z.int(),
  errors: z.int(),
  /** Mean return of the episodes that have one, with its interval clustered by task. */
  return: estimateSchema,
  /** The same with every error counted as a return of 0: the pessimist's reading. */
  returnErrorsAsZero: estimateSchema,
  /** Share of episodes solved, errors left out. */
  solved: estimateSchema,
  /** pass@k and pass^k over groups without errors, for k = 1, 2, 4, ... and the group size. */
  pass: z.array(z.object({ k: z.int(), any: estimateSchema, all: estimateSchema })),
  /** Groups left out of `pass` because an episode of theirs ended in an error. */
  incompleteGroups: z.int(),
  errorRate: z.number().nullable(),
  /** Share of scored episodes in which a token limit cut something off. */
  truncationRate: z.number().nullable(),
  /** Mean turns of scored episodes. */
  turns: z.number().nullable(),
  /** Totals over all episodes; null when the model reports none. */
  tokens: z.object({ prompt: z.int(), completion: z.int() }).nullable(),
  stops: z.record(z.string(), z.int()),
});
export type Metrics = z.infer<typeof metricsSchema>;

const unit = { unit: true };

/** Metrics of any set of episodes. Deterministic in the order given. */
export function metricsOf(outcomes: readonly Outcome[]): Metrics {
  const scored = outcomes.filter((outcome) => outcome.return !== null);
  const observed = (value: (outcome: Outcome) => number, from = scored): Observed[] =>
    from.map((outcome) => ({ cluster: outcome.task, value: value(outcome) }));
  const groups = groupBy(outcomes, ({ task }) => task);
  const complete = [...groups.values()].filter((group) => group.every((outcome) => outcome.return !== null));
  const used = outcomes.flatMap(({ tokens }) => tokens ?? []);
  return {
    tasks: groups.size,
    episodes: outcomes.length,
    errors: outcomes.length - scored.length,
    return: clusteredMean(
      observed(({ return: value }) => value ?? 0),
      unit,
    ),
    returnErrorsAsZero: clusteredMean(
      observed(({ return: value }) => value ?? 0, [...outcomes]),
      unit,
    ),
    solved: clusteredMean(
      observed(({ solved }) => (solved ? 1 : 0)),
      unit,
    ),
    pass: passRates(complete),
    incompleteGroups: groups.size - complete.length,
    errorRate: share(outcomes.length - scored.length, outcomes.length),
    truncationRate: share(scored.filter(({ truncated }) => truncated).length, scored.length),
    turns: scored.length === 0 ? null : scored.reduce((sum, { turns }) => sum + turns, 0) / scored.length,
    tokens:
      used.length === 0
        ? null
        : {
            prompt: used.reduce((sum, { prompt }) => sum + prompt, 0),
            completion: used.reduce((sum, { completion }) => sum + completion, 0),
          },
    stops: Object.fromEntries([...groupBy(outcomes, ({ stop }) => stop)].map(([stop, list]) => [stop, list.length])),
  };
}

function passRates(groups: readonly Outcome[][]): Metrics["pass"] {
  if (groups.length === 0) return [];
  const size = Math.min(...groups.map((group) => group.length));
  const ks = new Set([size]);
  for (let k = 1; k < size; k *= 2) ks.add(k);
  const rate = (k: number, estimator: (n: number, c: number, k: number) => number) =>
    clusteredMean(
      groups.map((group) => ({
        cluster: group[0]?.task ?? "",
        value: estimator(group.length, group.filter(({ solved }) => solved).length, k),
      })),
      unit,
    );
  return [...ks].sort((a, b) => a - b).map((k) => ({ k, any: rate(k, passAtK), all: rate(k, passPowerK) }));
}

/** Items by key, keys in order of first appearance. */
export function groupBy<T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
