/** Results as text for a terminal. What a program wants is the data itself. */
import Table from "cli-table3";
import colors from "picocolors";
import type { Estimate } from "../core/statistics.ts";
import type { Progress } from "../rollouts/progress.ts";
import type { Baseline } from "./baselines.ts";
import type { Comparison, ComparisonRow } from "./compare.ts";
import type { Metrics } from "./metrics.ts";
import { plain } from "./plain-table.ts";
import type { Summary } from "./summary.ts";
import type { LevelValidation, Validation } from "./validation-report.ts";

function number(value: number | null, digits = 3): string {
  return value === null ? "-" : value.toFixed(digits);
}

function percent(value: number | null): string {
  return value === null ? "-" : `${(100 * value).toFixed(1)} %`;
}

/** `0.412 [0.380, 0.444]`; the interval is left out where there is none. */
function interval({ mean, low, high }: Estimate): string {
  if (low === null || high === null) return number(mean);
  return `${number(mean)} [${number(low)}, ${number(high)}]`;
}

/** `0.45 [0.40, 0.50]` in signed form, coloured when 0 lies outside. */
function signed({ mean, low, high }: Estimate): string {
  const sign = (value: number | null) => (value === null ? "-" : `${value < 0 ? "" : "+"}${value.toFixed(3)}`);
  if (low === null || high === null) return sign(mean);
  const text = `${sign(mean)} [${sign(low)}, ${sign(high)}]`;
  return low > 0 ? colors.green(text) : high < 0 ? colors.red(text) : text;
}

/** The table of an evaluation: a row per level with the baselines beside the model, then what else there is to know. */
export function summaryTable(summary: Summary): string {
  const table = new Table({
    head: ["level", "tasks", summary.model, ...passHeads(summary), "no-op", "random", "constant", "oracle"],
    ...plain,
  });
  const cells = (name: string, metrics: Metrics, baselines: readonly Baseline[]) => {
    const baseline = (wanted: string) => number(baselines.find((found) => found.name === wanted)?.return.mean ?? null);
    return [
      name,
      metrics.tasks,
      colors.bold(interval(metrics.return)),
      ...shownPass(metrics).map(({ any }) => percent(any.mean)),
      ...["noop", "random", "constant", "oracle"].map(baseline),
    ];
  };
  for (const { level, metrics, baselines } of summary.levels) table.push(cells(level, metrics, baselines));
  if (summary.levels.length > 1) table.push(cells("overall", summary.overall, []));
  return [
    `${summary.environment} ${summary.version}, ${summary.split} split, ${summary.groupSize} per task. Mean return [95 % interval by task].`,
    table.toString(),
    ...notes(summary),
  ].join("\n");
}

function passHeads({ levels, overall }: Summary): string[] {
  return shownPass(levels[0]?.metrics ?? overall).map(({ k }) => `pass@${k}`);
}

/** The first and the last k; all are in the data. */
function shownPass({ pass }: Metrics): Metrics["pass"] {
  return pass.filter((_, i) => i === 0 || i === pass.length - 1);
}

function notes({ overall, levels }: Summary): string[] {
  const { errors, errorRate, truncationRate, returnErrorsAsZero, incompleteGroups } = overall;
  const lines = [`Errors: ${percent(errorRate)} of episodes. Cut off by a token limit: ${percent(truncationRate)}.`];
  if (errors > 0)
    lines.push(
      colors.red(
        `${errors} episodes ended in an error, which is no fault of the model: they are left out. Counted as 0, the overall ` +
          `mean is ${interval(returnErrorsAsZero)}. pass@k leaves out ${incompleteGroups} tasks.`,
      ),
    );
  const refused = levels.reduce((sum, level) => sum + level.refused, 0);
  if (refused > 0) lines.push(`${refused} tasks could not be generated.`);
  if (overall.tokens) lines.push(`Tokens in all: ${overall.tokens.prompt} read, ${overall.tokens.completion} written.`);
  return lines;
}

/** Mean return and share solved by fault label, worst first. */
export function labelTable(summary: Summary): string {
  const table = new Table({ head: ["fault", "tasks", "mean return", "solved"], ...plain });
  const worst = [...summary.labels].sort((a, b) => (a.metrics.return.mean ?? 0) - (b.metrics.return.mean ?? 0));
  for (const { label, metrics } of worst)
    table.push([label, metrics.tasks, interval(metrics.return), percent(metrics.solved.mean)]);
  return table.toString();
}

/** Paired differences A - B. */
export function comparisonTable(comparison: Comparison): string {
  const { a, b, overall, levels, labels, onlyA, onlyB } = comparison;
  const table = new Table({
    head: ["", "tasks", `A: ${a}`, `B: ${b}`, "A - B return", "A - B solved", "better / worse / equal"],
    ...plain,
  });
  const push = (row: ComparisonRow) =>
    table.push([
      row.name,
      row.tasks,
      number(row.a),
      number(row.b),
      signed(row.difference),
      signed(row.solvedDifference),
      `${row.better} / ${row.worse} / ${row.equal}`,
    ]);
  for (const row of levels) push(row);
  push({ ...overall, name: colors.bold("overall") });
  for (const row of labels) push({ ...row, name: `  ${row.name}` });
  const alone = onlyA + onlyB > 0 ? [`Left out: ${onlyA} tasks only A finished, ${onlyB} only B.`] : [];
  return [`Tasks both finished; paired differences [95 % interval over tasks].`, table.toString(), ...alone].join("\n");
}

/** One table per level, then the breaches. */
export function validationTable(validation: Validation): string {
  const { environment, version, seeds, levels, hacks, breaches, ok } = validation;
  return [
    `${environment} ${version}: ${seeds} seeds per level, ${hacks.length} named hacks.`,
    ...levels.map(levelTable),
    ...breaches.map(({ level, check, message }) => colors.red(`breach: ${level}, ${check}: ${message}`)),
    ok
      ? colors.green("Every check holds.")
      : colors.red(breaches.length === 1 ? "1 breach." : `${breaches.length} breaches.`),
  ].join("\n");
}

function levelTable({
  level,
  tasks,
  distinct,
  possible,
  structures,
  policies,
  determinism,
  refused,
}: LevelValidation): string {
  const table = new Table({ head: [level, "mean", "lowest", "highest", "solved", "rule", ""], ...plain });
  for (const { name, mean, lowest, highest, solved, rule, ok } of policies)
    table.push([
      name,
      number(mean),
      number(lowest),
      number(highest),
      percent(solved),
      rule,
      ok ? colors.green("ok") : colors.red("BREACH"),
    ]);
  const facts = [
    `${tasks} tasks certified`,
    ...(refused > 0 ? [`${refused} refused`] : []),
    `${percent(possible === 0 ? null : distinct / possible)} ${possible < tasks ? `of ${possible} possible ones ` : ""}distinct`,
    `${structures} structures`,
    determinism === "broken" ? colors.red("not deterministic") : `same bytes in ${determinism}`,
  ];
  return `${table.toString()}\n${facts.join(", ")}`;
}

/** One line: `128/600 episodes, 42.0/s, 11 s left, mean 0.412, 2 errors`. */
export function progressLine({ done, total, rate, secondsLeft, mean, errors }: Progress): string {
  const parts = [`${done}/${total}`, `${rate < 10 ? rate.toFixed(1) : Math.round(rate)}/s`];
  if (secondsLeft !== null) parts.push(`${duration(secondsLeft)} left`);
  if (mean !== null) parts.push(`mean ${mean.toFixed(3)}`);
  if (errors > 0) parts.push(colors.red(`${errors} errors`));
  return parts.join(", ");
}

/** `42 s`, `3 min 20 s`, `2 h 5 min`. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
