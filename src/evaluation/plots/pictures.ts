/** The pictures of a run, from plain data. Names are those of the files: `training_reward_curve`, and so on. */
import type { Estimate } from "../../core/statistics.ts";
import type { Summary } from "../summary.ts";
import { type Bar, type BarChart, barChart, type LineChart, lineChart } from "./chart.ts";

export interface RewardCurveData {
  /** Mean reward of every optimiser step, in order; null where no group had a return. */
  steps: readonly { step: number; reward: number | null; level: string }[];
  promotions: readonly { step: number; to: string }[];
  /** What the rolling mean has to reach, by level. */
  thresholds?: Readonly<Record<string, number | null>>;
  /** Steps averaged for the smooth line. Default 10, the curriculum's window. */
  window?: number;
  subtitle?: string;
}

/** Reward over training steps: raw, smoothed, the thresholds and the promotions. */
export function trainingRewardCurve(data: RewardCurveData): LineChart {
  const { promotions, thresholds = {}, window = 10, subtitle } = data;
  const steps = data.steps.flatMap(({ step, reward, level }) => (reward === null ? [] : [{ step, reward, level }]));
  // A level starts a new average, as it starts a new window.
  const smooth = steps.map(({ step, level }, i) => {
    const recent = steps.slice(Math.max(0, i - window + 1), i + 1).filter((entry) => entry.level === level);
    return { x: step, y: recent.reduce((sum, { reward }) => sum + reward, 0) / recent.length };
  });
  const threshold = steps.flatMap(({ step, level }) => {
    const value = thresholds[level];
    return value == null ? [] : [{ x: step, y: value }];
  });
  return lineChart({
    title: "Training reward",
    ...(subtitle && { subtitle }),
    x: { title: "GRPO step", whole: true },
    y: { title: "mean return of the step's episodes", domain: [0, 1] },
    series: [
      { name: `mean of ${window} steps`, points: smooth, style: "line" },
      { name: "every step", points: steps.map(({ step, reward }) => ({ x: step, y: reward })), style: "faint" },
      ...(threshold.length > 0 ? [{ name: "promotes at", points: threshold, style: "step" as const }] : []),
    ],
    events: promotions.map(({ step, to }) => ({ x: step, label: `to ${to}` })),
  });
}

export interface PlayerRow {
  /** "no-op", "warm start", "trained", ... */
  player: string;
  level: string;
  return: Estimate;
}

/** Mean return per level of the trained model beside everything it is compared with, with 95 % intervals. */
export function baselineVsTrained(rows: readonly PlayerRow[], options: { subtitle?: string } = {}): BarChart {
  return barChart({
    title: "Baselines and trained model",
    subtitle: options.subtitle ?? "Mean return on held-out tasks, 95 % interval by task",
    x: { title: "level" },
    y: { title: "mean return", domain: [0, 1.08] },
    bars: rows.map(({ player, level, return: { mean, low, high } }) => bar(level, player, mean, low, high)),
  });
}

export interface SuccessRow {
  player: string;
  level: string;
  /** Share of tasks solved. */
  solved: Estimate;
}

/** Share of tasks solved per level. */
export function successByLevel(rows: readonly SuccessRow[], options: { subtitle?: string } = {}): BarChart {
  return barChart({
    title: "Success by level",
    subtitle: options.subtitle ?? "Share of tasks solved, 95 % interval by task",
    x: { title: "level" },
    y: { title: "solved", domain: [0, 1.08], percent: true },
    bars: rows.map(({ player, level, solved: { mean, low, high } }) => bar(level, player, mean, low, high)),
  });
}

/** Success by level of one evaluation. */
export function successOf({ model, environment, levels }: Summary): BarChart {
  return successByLevel(
    levels.map(({ level, metrics }) => ({ player: model, level, solved: metrics.solved })),
    { subtitle: `${model} on ${environment}: share of episodes solved, 95 % interval by task` },
  );
}

/** The model's mean return beside the baselines of one evaluation; the oracle last, as the ceiling. */
export function returnsOf({ model, environment, levels }: Summary): BarChart {
  const rows = levels.flatMap(({ level, metrics, baselines }) => {
    // A baseline that is itself the model would be there twice.
    const beside = baselines
      .filter(({ name }) => name !== model)
      .map(({ name, return: value }) => ({ player: baselineTitles[name] ?? name, level, return: value }));
    const [oracle, others] = [
      beside.filter(({ player }) => player === "oracle"),
      beside.filter(({ player }) => player !== "oracle"),
    ];
    return [...others, { player: model, level, return: metrics.return }, ...oracle];
  });
  return {
    ...baselineVsTrained(rows, { subtitle: `${model} on ${environment}: mean return, 95 % interval by task` }),
    title: "Baselines and model",
  };
}

const baselineTitles: Readonly<Record<string, string>> = { noop: "no-op", constant: "best constant" };

/** Intervals of shares and returns may reach past 0 and 1; the values cannot. */
function bar(group: string, series: string, value: number | null, low: number | null, high: number | null): Bar {
  return {
    group,
    series,
    value,
    low: low === null ? null : Math.max(0, low),
    high: high === null ? null : Math.min(1, high),
  };
}
