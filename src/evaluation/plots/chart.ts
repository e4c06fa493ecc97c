/** Charts as data. `render.ts` draws them. */

export interface Axis {
  title: string;
  /** Fixed ends; chosen from the values when absent. */
  domain?: readonly [number, number];
  /** Tick labels as percentages. */
  percent?: boolean;
  /** Counts something: no ticks between whole numbers. */
  whole?: boolean;
}

export interface LinePoint {
  x: number;
  y: number;
  /** Ends of a band or interval. */
  low?: number | null;
  high?: number | null;
}

export interface LineSeries {
  name: string;
  points: readonly LinePoint[];
  /** `band` draws low to high as an area, `faint` is for raw values behind a smoothed line, `step` holds each value. */
  style?: "line" | "band" | "faint" | "step";
}

export interface LineChart {
  kind: "line";
  title: string;
  subtitle?: string;
  x: Axis;
  y: Axis;
  series: readonly LineSeries[];
  /** Vertical lines with a label: a promotion, say. */
  events?: readonly { x: number; label: string }[];
}

export interface Bar {
  /** Bars of a group stand side by side. */
  group: string;
  series: string;
  /** null leaves a gap. */
  value: number | null;
  low?: number | null;
  high?: number | null;
}

export interface BarChart {
  kind: "bar";
  title: string;
  subtitle?: string;
  x: Pick<Axis, "title">;
  y: Axis;
  /** Groups and series keep the order in which they first appear. */
  bars: readonly Bar[];
  /** A short line across a group: a threshold, say. */
  marks?: readonly { group: string; value: number; label: string }[];
}

export type Chart = LineChart | BarChart;

export function lineChart(chart: Omit<LineChart, "kind">): LineChart {
  return { kind: "line", ...chart };
}

export function barChart(chart: Omit<BarChart, "kind">): BarChart {
  return { kind: "bar", ...chart };
}
