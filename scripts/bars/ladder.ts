/**
 * How far up the ladder longer runs get: `fettle train api-debug` once per seed, one after the other. Writes docs/ladder.md
 * with the table and the curve of every seed.
 *
 *   npx tsx scripts/bars/ladder.ts [--seeds 0,1,2] [--minutes 25] [--out runs/ladder]
 */
import { spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type TrainReport, trainReportSchema } from "../../src/training/report.ts";
import { markdownTable } from "../docs/markdown.ts";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "0,1,2" },
    minutes: { type: "string", default: "25" },
    out: { type: "string", default: "runs/ladder" },
  },
});

/** Plays one seed, or goes on with it; a run that is finished is only read. */
async function reportOf(seed: string): Promise<TrainReport> {
  const out = join(values.out, `seed-${seed}`);
  const file = join(out, "report.json");
  if (!existsSync(file)) {
    const resume = existsSync(join(out, "config.json")) ? ["--resume"] : [];
    const options = ["--seed", seed, "--minutes", values.minutes, "--no-control", "--out", out, ...resume];
    const child = spawn(process.execPath, ["dist/cli/main.js", "train", "api-debug", ...options], { stdio: "inherit" });
    const code = await new Promise<number | null>((resolve) => child.on("exit", resolve));
    if (code !== 0) throw new Error(`fettle train ended with ${code}; the same command goes on`);
  }
  mkdirSync("docs/ladder", { recursive: true });
  for (const picture of ["training_reward_curve", "success_by_level"])
    copyFileSync(join(out, "plots", `${picture}.svg`), `docs/ladder/${picture}-${seed}.svg`);
  return trainReportSchema.parse(JSON.parse(readFileSync(file, "utf8")));
}

const show = (value: number | null | undefined) => (value == null ? "-" : value.toFixed(3));
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
