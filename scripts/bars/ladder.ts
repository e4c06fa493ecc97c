/**
 * How far up the ladder longer runs get: `fettle train api-debug` once per seed, one after the other. Writes docs/ladder.md
 * with the table and the curve of every seed.
 *
 *   npx tsx scripts/bars/ladder.ts [--seeds 0,1,2] [--minutes 25] [--out runs/ladder]
 */
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { TrainReport } from "../../src/training/report.ts";
import { markdownTable } from "../docs/markdown.ts";
import { show } from "./train-checks.ts";
import { fettleTrain, finishedRun } from "./training.ts";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "0,1,2" },
    minutes: { type: "string", default: "25" },
    out: { type: "string", default: "runs/ladder" },
  },
});

/** Plays one seed, or goes on with one that was interrupted; a run that is finished is only read. */
async function reportOf(seed: string): Promise<TrainReport> {
  const out = join(values.out, `seed-${seed}`);
  if (!existsSync(join(out, "report.json"))) {
    const resume = existsSync(join(out, "config.json")) ? ["--resume"] : [];
    const options = ["--seed", seed, "--minutes", values.minutes, "--no-control", "--out", out, ...resume];
    await fettleTrain(["api-debug", ...options]);
  }
  mkdirSync("docs/ladder", { recursive: true });
  for (const picture of ["training_reward_curve", "success_by_level"])
    copyFileSync(join(out, "plots", `${picture}.svg`), `docs/ladder/${picture}-${seed}.svg`);
  return finishedRun(out).report;
}

const seeds = values.seeds.split(",");
const rows: string[][] = [];
for (const seed of seeds) {
  const { level, steps, promotions, table } = await reportOf(seed);
  const reached = promotions
    .filter(({ counts }) => counts)
    .map(({ from, to, step, confirmed }) => `${from} to ${to} (step ${step}, unseen tasks ${show(confirmed)})`);
  const gains = (column: string) =>
    table
      .filter((row) => row.column === column)
      .map(({ level, cells }) => `${level} ${show(cells.start?.mean)} to ${show(cells.trained?.mean)}`)
      .join("; ");
  rows.push([seed, String(steps), level, reached.join(", ") || "none", gains("training"), gains("heldOut")]);
  console.log(`ladder seed ${seed}: ${steps} steps, ended on ${level}; ${gains("training")}`);
}
const head = [
  "seed",
  "steps",
  "ends on",
  "promotions that count",
  "training operations, unseen seeds: start to end",
  "held-out operations: start to end",
];
const pictures = seeds.flatMap((seed) => [
  `## Seed ${seed}`,
  "",
  `![Reward by step](ladder/training_reward_curve-${seed}.svg)`,
  "",
  `![Success by level](ladder/success_by_level-${seed}.svg)`,
  "",
]);
const intro = [
  "# Longer runs",
  "",
  `\`fettle train api-debug --minutes ${values.minutes} --no-control\` on two threads with ${seeds.length} seeds, by`,
  "`npx tsx scripts/bars/ladder.ts`. How to read the numbers and curves: [training](training.md).",
  "",
];
writeFileSync("docs/ladder.md", [...intro, markdownTable(head, rows), "", ...pictures].join("\n"));
