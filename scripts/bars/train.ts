/**
 * The training bar: `fettle train api-debug` from the built package, as README line one runs it, and what its report has
 * to show. `--run FOLDER` judges a run that is there already.
 *
 *   npx tsx scripts/bars/train.ts [--run FOLDER] [-- options of fettle train]
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { checkAbove, checkGain, checkTasks, conclude, show, tableLines } from "./train-checks.ts";
import { fettleTrain, finishedRun, temporaryFolder, timedRun } from "./training.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { run: { type: "string" }, reduced: { type: "boolean", default: false } },
});
const limitMinutes = 15;
/** A reduced run shows that training works, not how well: only what holds after a minute is judged. */
const short = "--warm-minutes 1 --minutes 0.75 --evaluation-tasks 40 --no-control --levels easy,classify".split(" ");

const play = (out: string) =>
  timedRun(out, () => fettleTrain(["api-debug", "--out", out, ...(values.reduced ? short : []), ...positionals]));
const trained = values.run === undefined ? await play(join(temporaryFolder(), "run")) : finishedRun(values.run);
const { report, minutes } = trained;

for (const line of tableLines(report)) console.log(`train ${line}`);
for (const { from, to, step, confirmed, final, counts } of report.promotions)
  console.log(
    `train promotion: ${from} to ${to} at step ${step}, ${show(confirmed)} then, ${show(final)} at the end${counts ? "" : " (does not count)"}`,
  );

const problems = checkAbove(report, "easy", ["random"]);
if (minutes !== null && minutes >= limitMinutes) problems.push(`it took ${minutes.toFixed(1)} minutes`);
if (!values.reduced) {
  problems.push(...checkTasks(report, ["easy", "classify"]));
  problems.push(...checkGain(report, "easy", { least: 0.1, above: 0.05 }));
  problems.push(...checkAbove(report, "easy", ["constant"]));
  for (const { level, label, start, trained: now, n } of report.labels)
    if (level === "easy" && n >= 5 && start > 0.8 && now < 0.5)
      problems.push(`${label} fell from ${show(start)} to ${show(now)}`);
  if (!report.promotions.some(({ counts }) => counts)) problems.push("no promotion counts");
  if (!report.table.some(({ level, cells }) => level === "easy" && cells.control)) problems.push("there is no control");
}
conclude("train", trained, problems);
