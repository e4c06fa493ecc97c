import Table from "cli-table3";
import type { Column } from "./held-out.ts";
import { playerNames, type TrainReport } from "./report.ts";

/** The columns of the table as people call them. */
const columnNames = ({ splitBy }: TrainReport): Record<Column, string> =>
  splitBy === null
    ? { training: "training split, unseen seeds", heldOut: "test split" }
    : { training: `training ${splitBy}, unseen seeds`, heldOut: `held-out ${splitBy}` };

/** Players as reports and pictures name them. */
export const rowNames: Record<(typeof playerNames)[number], string> = {
  noop: "no-op",
  random: "random",
  constant: "best constant answer",
  start: "start of GRPO",
  control: "control (supervised only)",
  trained: "trained with GRPO",
  oracle: "oracle",
};

type Estimated = { mean: number | null; low: number | null; high: number | null };
const number = (value: number | null) => (value === null ? "-" : value.toFixed(3));
const interval = ({ mean, low, high }: Estimated) =>
  low === null || high === null || low === high ? number(mean) : `${number(mean)} [${number(low)}, ${number(high)}]`;
const signed = (estimate: Estimated) => ((estimate.mean ?? 0) > 0 ? "+" : "") + interval(estimate);

/** The report for people: the held-out table, promotions, and labels that got better or worse. */
export function reportText(report: TrainReport): string {
  const parts = [`Mean return on held-out tasks, greedy, with 95 % intervals (${report.model}, ${report.steps} steps)`];
  const names = columnNames(report);
  const table = new Table({
    head: ["", ...report.table.map(({ level, column }) => `${level}\n${names[column]}`)],
    style: { head: [], border: [] },
  });
  for (const name of playerNames) {
    const cells = report.table.map(({ cells }) => cells[name]);
    if (cells.some((cell) => cell !== undefined))
      table.push([rowNames[name], ...cells.map((cell) => (cell ? interval(cell) : "-"))]);
  }
  table.push(["trained - start", ...report.table.map(({ gain }) => signed(gain))]);
  if (report.table.some(({ gainOverControl }) => gainOverControl))
    table.push(["trained - control", ...report.table.map(({ gainOverControl: gain }) => (gain ? signed(gain) : "-"))]);
  table.push(["tasks", ...report.table.map(({ cells }) => cells.trained?.n ?? 0)]);
  if (report.table.length > 0) parts.push(table.toString());
  parts.push(promotionsText(report), ...labelTexts(report));
  return parts.filter((part) => part !== "").join("\n");
}

function promotionsText({ promotions, level, table }: TrainReport): string {
  const only = table.every((row) => row.level === level && row.promoteAt === null);
  if (promotions.length === 0) return only ? "" : `No promotion; the run ended on level ${level}.`;
  return promotions
    .map(({ from, to, step, confirmed, final, counts }) => {
      const end = final === null ? "" : `, ${number(final)} at the end`;
      const verdict = counts ? "" : " (does not count: below the threshold)";
      return `Promoted ${from} → ${to} at step ${step}: ${number(confirmed)} on unseen tasks then${end}${verdict}.`;
    })
    .join("\n");
}

function labelTexts(report: TrainReport): string[] {
  const { labels } = report;
  if (labels.length === 0) return [];
  const table = new Table({ head: ["level", "fault", "tasks", "start", "trained"], style: { head: [], border: [] } });
  for (const { level, label, n, start, trained } of labels)
    table.push([level, label, n, number(start), number(trained)]);
  return [`By fault, ${columnNames(report).training}:`, table.toString()];
}
