/**
 * The bar on learning to locate bugs: `fettle train code-debug --config examples/train-locate.yaml`, as docs/training.md has
 * it, and what its report has to show of the locate level. Its model is then evaluated.
 *
 * `--reduced` holds a run of a minute, killed with SIGKILL and resumed, to what can be promised of one: its rows go on
 * where they were, and nothing of the run is missing. `--run FOLDER` judges a run that is there already.
 *
 *   npx tsx scripts/bars/train-locate.ts [--reduced] [--run FOLDER]
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { summarySchema } from "../../src/evaluation/summary.ts";
import { readRows } from "../../src/training/metrics.ts";
import { session, wholeLines } from "./killing.ts";
import { checkAbove, checkCurve, checkGain, checkTasks, conclude, curveLine, tableLines } from "./train-checks.ts";
import { fettleTrain, finishedRun, type Trained, temporaryFolder, timedRun } from "./training.ts";

const { values } = parseArgs({
  options: { run: { type: "string" }, reduced: { type: "boolean", default: false } },
});
const level = "locate";
const command = ["code-debug", "--config", "examples/train-locate.yaml"];
/** The shortest start that now and then gives GRPO something to tell apart: it practises answers, and not prompts. */
const warm = ["--warm-steps", "60", "--prompt-weight", "0"];
const brief = ["--levels", level, "--minutes", "0.33", "--groups", "8", "--no-control"];
const short = [...warm, ...brief, "--evaluation-tasks", "12", "--confirm", "12"];
const temporary = temporaryFolder();

/** A short run that is killed once GRPO has begun, and goes on. Throws when a row is lost that was whole. */
async function interrupted(out: string): Promise<void> {
  const train = ["train", ...command, "--out", out, ...short];
  const metrics = join(out, "metrics.jsonl");
  const begun = () => existsSync(metrics) && readFileSync(metrics, "utf8").includes('"phase":"grpo"');
  const { killed } = await session(train, begun);
  if (!killed) throw new Error("the run ended before GRPO began");
  // The checkpoint of the last row may not have been whole.
  const kept = (await wholeLines(metrics)).slice(0, -1);
  await session([...train, "--resume"], null);
  const now = await wholeLines(metrics);
  if (kept.some((line, i) => now[i] !== line)) throw new Error("a row of the run that was killed is gone or changed");
}

/** Evaluates the model of a run, and says what is wrong with that. */
async function checkModel({ folder }: Trained): Promise<string[]> {
  const out = join(temporary, "evaluation");
  const options = ["--levels", level, "--n", "8", "--max-tokens", "48", "--temperature", "0", "--no-baselines"];
  await session(["evaluate", "code-debug", "--model", folder, ...options, "--out", out], null);
  const { overall } = summarySchema.parse(JSON.parse(readFileSync(join(out, "summary.json"), "utf8")));
  const answered = overall.tasks === 8 && overall.errors === 0 && (overall.tokens?.completion ?? 0) > 0;
  return answered ? [] : ["the model of the run does not answer all of 8 tasks"];
}

const pictures = ["training_reward_curve", "baseline_vs_trained", "success_by_level"];
/** Plots that a run left out. */
const checkPictures = ({ folder }: Trained) =>
  pictures
    .flatMap((name) => ["svg", "png"].map((kind) => `plots/${name}.${kind}`))
    .filter((file) => !existsSync(join(folder, file)))
    .map((file) => `there is no ${file}`);

async function trainedRun(): Promise<Trained> {
  if (values.run !== undefined) return finishedRun(values.run);
  const out = join(temporary, "run");
  return timedRun(out, () => (values.reduced ? interrupted(out) : fettleTrain([...command, "--out", out])));
}

const trained = await trainedRun();
const { report } = trained;
const rows = await readRows(join(trained.folder, "metrics.jsonl"));
for (const line of tableLines(report)) console.log(`train-locate ${line}`);
console.log(`train-locate curve: ${curveLine(rows)}`);
const problems = [...checkCurve(rows, report), ...checkPictures(trained), ...(await checkModel(trained))];
if (!values.reduced)
  problems.push(
    ...checkTasks(report, [level]),
    ...checkGain(report, level, { above: 0 }),
    ...checkAbove(report, level, ["random", "constant"]),
  );
conclude("train-locate", trained, problems);
