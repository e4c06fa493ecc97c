/**
 * The training bar: `fettle train api-debug` from the built package, as README line one runs it, and what its report has
 * to show. `--report FILE` judges a run that is there already.
 *
 *   npx tsx scripts/bars/train.ts [--report FILE] [-- options of fettle train]
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type TrainReport, trainReportSchema } from "../../src/training/report.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { report: { type: "string" }, reduced: { type: "boolean", default: false } },
});
const limitMinutes = 15;
/** A reduced run shows that training works, not how well: only what holds after a minute is judged. */
const short = "--warm-minutes 1 --minutes 0.75 --evaluation-tasks 40 --no-control --levels easy,classify".split(" ");

async function played(): Promise<{ report: TrainReport; minutes: number | null }> {
  if (values.report !== undefined)
    return { report: trainReportSchema.parse(JSON.parse(readFileSync(values.report, "utf8"))), minutes: null };
  const folder = mkdtempSync(join(tmpdir(), "fettle-train-"));
  const out = join(folder, "run");
  const argv = [
    "dist/cli/main.js",
    "train",
    "api-debug",
    "--out",
    out,
    ...(values.reduced ? short : []),
    ...positionals,
  ];
  const started = performance.now();
  const child = spawn(process.execPath, argv, { stdio: "inherit" });
  const code = await new Promise<number | null>((resolve) => child.on("exit", resolve));
  if (code !== 0) throw new Error(`fettle train ended with ${code}`);
  const report = trainReportSchema.parse(JSON.parse(readFileSync(join(out, "report.json"), "utf8")));
  rmSync(folder, { recursive: true });
  return { report, minutes: (performance.now() - started) / 60_000 };
}

const { report, minutes } = await played();
const problems: string[] = [];
const hold = (condition: boolean, problem: string) => condition || problems.push(problem);
const show = (value: number | null | undefined) => (value == null ? "-" : value.toFixed(3));

for (const { level, column, cells, gain, gainOverControl } of report.table) {
  const means = Object.entries(cells).map(([name, { mean }]) => `${name} ${show(mean)}`);
  const control = gainOverControl ? `; over the control ${show(gainOverControl.mean)}` : "";
  console.log(
    `train ${level} (${column}, ${cells.trained?.n} tasks): ${means.join(", ")}; ` +
      `gain ${show(gain.mean)} [${show(gain.low)}, ${show(gain.high)}]${control}`,
  );
}
for (const { from, to, step, confirmed, final, counts } of report.promotions)
  console.log(
    `train promotion: ${from} to ${to} at step ${step}, ${show(confirmed)} then, ${show(final)} at the end${counts ? "" : " (does not count)"}`,
  );

const easy = report.table.find(({ level, column }) => level === "easy" && column === "training");
const trained = easy?.cells.trained?.mean ?? 0;
if (minutes !== null) hold(minutes < limitMinutes, `it took ${minutes.toFixed(1)} minutes`);
if (!values.reduced) {
  for (const level of ["easy", "classify"])
    for (const column of ["training", "heldOut"])
      hold(
        report.table.some((row) => row.level === level && row.column === column && (row.cells.trained?.n ?? 0) >= 200),
        `the table has no 200 tasks for ${level}, ${column}`,
      );
  hold((easy?.gain.mean ?? 0) >= 0.1, `easy gained ${show(easy?.gain.mean)}, less than 0.10`);
  hold((easy?.gain.low ?? 0) > 0.05, `the interval of easy's gain begins at ${show(easy?.gain.low)}, not above 0.05`);
  hold(trained > (easy?.cells.constant?.mean ?? 1), "easy is not above the best constant answer");
  for (const { level, label, start, trained: now, n } of report.labels)
    hold(level !== "easy" || n < 5 || start <= 0.8 || now >= 0.5, `${label} fell from ${show(start)} to ${show(now)}`);
  hold(
    report.promotions.some(({ counts }) => counts),
    "no promotion counts",
  );
  hold(easy?.cells.control !== undefined, "there is no control");
}
hold(trained > (easy?.cells.random?.mean ?? 1), "easy is not above random");
const time = minutes === null ? "" : `${minutes.toFixed(1)} minutes in all, `;
console.log(`train: ${time}${report.steps} steps, level ${report.level}, ${problems.length} problems`);
for (const problem of problems) console.log(`train problem: ${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;
