/** What the bars on training hold runs to, and how they print it. A check returns what does not hold, in words. */
import { mean } from "../../src/core/statistics.ts";
import type { MetricsRow } from "../../src/training/metrics.ts";
import type { PlayerName, TrainReport } from "../../src/training/report.ts";
import type { Trained } from "./training.ts";

export const show = (value: number | null | undefined) => (value == null ? "-" : value.toFixed(3));

const rowOf = ({ table }: TrainReport, level: string, column: TrainReport["table"][number]["column"]) =>
  table.find((row) => row.level === level && row.column === column);

/** The table, a line per level and column: means by player, and differences with their paired 95 % intervals. */
export function tableLines({ table }: TrainReport): string[] {
  return table.map(({ level, column, cells, gain, gainOverControl }) => {
    const means = Object.entries(cells).map(([name, cell]) => `${name} ${show(cell.mean)}`);
    const control = gainOverControl ? `; over the control ${show(gainOverControl.mean)}` : "";
    return (
      `${level} (${column}, ${cells.trained?.n} tasks): ${means.join(", ")}; ` +
      `gain ${show(gain.mean)} [${show(gain.low)}, ${show(gain.high)}]${control}`
    );
  });
}

/** The levels have at least 200 tasks in both columns of the table. */
export function checkTasks(report: TrainReport, levels: readonly string[]): string[] {
  return levels.flatMap((level) =>
    (["training", "heldOut"] as const)
      .filter((column) => (rowOf(report, level, column)?.cells.trained?.n ?? 0) < 200)
      .map((column) => `the table has no 200 tasks for ${level}, ${column}`),
  );
}

/** On unseen tasks of the training split, a level gained at least `least` since GRPO began, surely more than `above`. */
export function checkGain(report: TrainReport, level: string, { least = 0, above }: { least?: number; above: number }) {
  const { mean = null, low = null } = rowOf(report, level, "training")?.gain ?? {};
  return [
    ...((mean ?? -1) >= least ? [] : [`${level} gained ${show(mean)}, less than ${least.toFixed(2)}`]),
    ...((low ?? -1) > above ? [] : [`the interval of ${level}'s gain begins at ${show(low)}, not above ${above}`]),
  ];
}

/** On unseen tasks of the training split, the trained model is above these players. */
export function checkAbove(report: TrainReport, level: string, players: readonly PlayerName[]): string[] {
  const cells = rowOf(report, level, "training")?.cells;
  const trained = cells?.trained?.mean ?? 0;
  return players
    .filter((player) => !(trained > (cells?.[player]?.mean ?? 1)))
    .map((player) => `${level} is at ${show(trained)}, not above ${player} with ${show(cells?.[player]?.mean)}`);
}

/** Rows of one learner count from 1, and the time of each phase goes on from row to row, also after a kill. */
export function checkRows(rows: readonly MetricsRow[]): string[] {
  const elapsed = new Map<string, number>();
  return rows.flatMap(({ row, phase, seconds, ...now }, i) => {
    const before = elapsed.get(phase) ?? 0;
    elapsed.set(phase, now.elapsed);
    return [
      ...(row === i + 1 ? [] : [`row ${i + 1} of ${phase} is numbered ${row}`]),
      ...(Math.abs(now.elapsed - before - seconds) <= 1e-5
        ? []
        : [`${phase} was at ${before} s, took ${seconds} s for row ${row} and was at ${now.elapsed} s`]),
    ];
  });
}

/** The rows of a run are a warm start and after it every step of GRPO that the report speaks of, and both phases learn. */
export function checkCurve(rows: readonly MetricsRow[], { steps }: TrainReport): string[] {
  const begin = rows.findIndex(({ phase }) => phase !== "warm");
  const grpo = rows.slice(begin).map((row) => (row.phase === "grpo" ? row.step : null));
  const whole = begin > 0 && grpo.length === steps && grpo.every((step, i) => step === i + 1);
  const losses = rows.flatMap((row) => (row.phase === "warm" ? [row.loss] : []));
  const [first = 0, last = first] = [losses[0], losses.at(-1)];
  const end = rows.at(-1);
  return [
    ...checkRows(rows),
    ...(end?.phase === "grpo" && end.optimizerSteps === 0 ? ["no group of GRPO had anything to learn from"] : []),
    ...(last < first ? [] : [`the loss of the warm start went from ${show(first)} to ${show(last)}`]),
    ...(whole ? [] : [`the rows are no warm start followed by ${steps} steps of GRPO`]),
  ];
}

/** How fast GRPO went, and what its sampled reward was over the first and the last tenth of its steps. */
export function curveLine(rows: readonly MetricsRow[]): string {
  const steps = rows.flatMap((row) => (row.phase === "grpo" ? [row] : []));
  const tenth = Math.max(1, Math.floor(steps.length / 10));
  const reward = (part: typeof steps) => show(mean(part.flatMap((step) => step.reward?.mean ?? [])));
  const minutes = (steps.at(-1)?.elapsed ?? 0) / 60;
  return (
    `${steps.length} steps of GRPO in ${minutes.toFixed(1)} minutes (${(steps.length / minutes).toFixed(1)} a minute), ` +
    `sampled reward ${reward(steps.slice(0, tenth))} to ${reward(steps.slice(-tenth))}`
  );
}

/** Prints how a bar ended, and makes it the exit code of this process. */
export function conclude(bar: string, { report, minutes }: Trained, problems: readonly string[]): void {
  const time = minutes === null ? "" : `${minutes.toFixed(1)} minutes in all, `;
  console.log(`${bar}: ${time}${report.steps} steps, level ${report.level}, ${problems.length} problems`);
  for (const problem of problems) console.log(`${bar} problem: ${problem}`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
