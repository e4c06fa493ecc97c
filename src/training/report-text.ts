import Table from "cli-table3";
import { plain } from "../evaluation/plain-table.ts";
import type { Column } from "./held-out.ts";
import { type PlayerName, playerNames, type TrainReport } from "./report.ts";

/** The columns of the table as people call them. */
const columnNames = ({ splitBy }: TrainReport): Record<Column, string> =>
  splitBy === null
    ? { training: "training split,\nunseen seeds", heldOut: "test split" }
    : { training: `training ${splitBy},\nunseen seeds`, heldOut: `held-out ${splitBy}` };

/** Players as reports and pictures name them. */
export const rowNames: Record<PlayerName, string> = {
  noop: "no-op",
  random: "random",
  constant: "best constant answer",
  start: "start of GRPO",
  control: "control (supervised only)",
  trained: "trained with GRPO",
  oracle: "oracle",
};

type Estimated = { mean: number | null; low: number | null; high: number | null };
type Row = TrainReport["table"][number];
const number = (value: number | null) => (value === null ? "-" : value.toFixed(3));
const sign = (value: number | null) => ((value ?? 0) > 0 ? "+" : "") + number(value);
const interval = ({ mean, low, high }: Estimated, show = number) =>
  low === null || high === null || low === high ? show(mean) : `${show(mean)} [${show(low)}, ${show(high)}]`;

/** The report for people: a held-out table per level, promotions, and labels that got better or worse. */
export function reportText(report: TrainReport): string {
  const levels = [...new Set(report.table.map(({ level }) => level))];
  const parts = [
    `${report.model}, ${report.steps} steps of GRPO.`,
    ...(levels.length > 0 ? ["Mean return on held-out tasks, greedy, with 95 % intervals:"] : []),
    ...levels.map((level) => levelText(report, level)),
    promotionsText(report),
    ...labelTexts(report),
  ];
  return parts.filter((part) => part !== "").join("\n");
}

function levelText(report: TrainReport, level: string): string {
  const columns = report.table.filter((row) => row.level === level);
  const names = columnNames(report);
  const table = new Table({ head: [level, ...columns.map(({ column }) => names[column])], ...plain });
  const push = (name: string, textOf: (row: Row) => string | undefined) => {
    const texts = columns.map(textOf);
    if (texts.some((text) => text !== undefined)) table.push([name, ...texts.map((text) => text ?? "-")]);
  };
  for (const name of playerNames) push(rowNames[name], ({ cells }) => cells[name] && interval(cells[name]));
  push("trained - start", ({ gain }) => interval(gain, sign));
  push("trained - control", ({ gainOverControl: gain }) => (gain ? interval(gain, sign) : undefined));
  push("tasks", ({ cells }) => String(cells.trained?.n ?? 0));
  return table.toString();
}

function promotionsText({ promotions, level, table }: TrainReport): string {
  const only = table.every((row) => row.level === level && row.promoteAt === null);
  if (promotions.length === 0) return only ? "" : `No promotion; the run ended on level ${level}.`;
  return promotions
    .map(({ from, to, step, confirmed, final, counts }) => {
      const then =
        confirmed === null ? "no unseen tasks had to confirm it" : `${number(confirmed)} on unseen tasks then`;
      const end = final === null ? "" : `, ${number(final)} at the end`;
      const verdict = counts ? "" : " (does not count: not shown to reach the threshold)";
      return `Promoted ${from} → ${to} at step ${step}: ${then}${end}${verdict}.`;
    })
    .join("\n");
}

function labelTexts(report: TrainReport): string[] {
  const { labels } = report;
  if (labels.length === 0) return [];
  const table = new Table({ head: ["level", "fault", "tasks", "start", "trained"], ...plain });
  for (const { level, label, n, start, trained } of labels)
    table.push([level, label, n, number(start), number(trained)]);
  return [`By fault, ${columnNames(report).training.replace("\n", " ")}:`, table.toString()];
}
