import type { Random } from "../../../core/random.ts";
import { plainName } from "./texts.ts";

export interface NumberRange {
  /** May be infinite. */
  min: number;
  max: number;
  /** Whole numbers only. */
  integer: boolean;
  /** Every value is a multiple of this; 0: any. */
  step: number;
}

const fewestChoices = 3;

/** Plausible ranges by name; first match wins, cut to the range of the schema. */
const byName: readonly [RegExp, [number, number]][] = [
  [/^(limit|page size|per page|max results|size)$/, [5, 100]],
  [/^(page|page number)$/, [1, 20]],
  [/skip|start index/, [0, 200]],
  [/latitude|^lat$/, [-60, 60]],
  [/longitude|^(lng|lon)$/, [-170, 170]],
  [/port$/, [1024, 9999]],
  [/year/, [2024, 2027]],
  [/amount|price|total|cost|balance|budget|fee/, [100, 50_000]],
  [/quantity|count|seats|copies|replicas|guests/, [1, 12]],
  [/percent|rate|ratio|threshold/, [1, 95]],
  [/temperature|top p|probability/, [0, 1]],
  [/seconds|timeout|ttl|interval/, [10, 3600]],
  [/minutes|duration/, [5, 120]],
  [/days/, [1, 60]],
  [/tokens/, [64, 2048]],
  [/delta|change|offset/, [-40, 40]],
  [/weight|height|width|length/, [1, 200]],
  [/bytes|size/, [1_000, 5_000_000]],
];

/** How to draw a number called `name` within its schema's range; null when the range holds none. */
export function numberByName(name: string, range: NumberRange): ((random: Random) => number) | null {
  const plain = plainName(name);
  const [low, high] = byName.find(([expression]) => expression.test(plain))?.[1] ?? [1, 1000];
  const candidates = [
    clip(range, low, high),
    clip(range, range.min, Math.min(range.max, range.min + 1000)),
    clip(range, Math.max(range.min, range.max - 1000), range.max),
  ].filter((bounds) => bounds !== null);
  // What is plausible may touch the schema's range in a point or two only.
  const bounds = candidates.find(({ first, last }) => last - first >= fewestChoices) ?? candidates[0];
  if (!bounds) return null;
  const { first, last, step } = bounds;
  return (random) => {
    const number = random.int(first, last) * step;
    // 0.1 * 3 is not 0.3: go back through the decimal text.
    return Number.isInteger(number) ? number : Number(number.toPrecision(12));
  };
}

/** The multiples of the step within both ranges, as counts of steps. */
function clip(range: NumberRange, low: number, high: number): { first: number; last: number; step: number } | null {
  const step = range.step > 0 ? range.step : range.integer ? 1 : 0.01;
  const slack = 1e-9;
  const first = Math.ceil(Math.max(range.min, low) / step - slack);
  const last = Math.floor(Math.min(range.max, high) / step + slack);
  // Infinite bounds are no safe integers either.
  const usable = Number.isSafeInteger(first) && Number.isSafeInteger(last) && last - first < 2 ** 40;
  return usable && first <= last ? { first, last, step } : null;
}
