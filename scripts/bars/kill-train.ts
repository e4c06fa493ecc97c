/**
 * Kills `fettle train` with SIGKILL at random moments and resumes it: on one thread with a fixed seed, the metrics of the
 * run that was killed equal those of a run left alone to 1e-5, and no more than the step in flight is done again. The
 * control, whose time is taken by the clock, goes on too: its rows and seconds have no gap, and end where they should.
 *
 *   npx tsx scripts/bars/kill-train.ts [--kills 5] [--environment api-debug] [--steps 12] [--seed 0]
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { messageOf } from "../../src/core/errors.ts";
import { Random } from "../../src/core/random.ts";
import { Checkpoints } from "../../src/training/checkpoints.ts";
import { type MetricsRow, readRows } from "../../src/training/metrics.ts";
import { type KillWhen, session } from "./killing.ts";
import { checkRows } from "./train-checks.ts";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "5" },
    environment: { type: "string", default: "api-debug" },
    steps: { type: "string", default: "12" },
    seed: { type: "string", default: "0" },
  },
});
const wanted = Number(values.kills);
const random = new Random(`kill-train/${values.seed}`);
const options = [
  ...["--threads", "1", "--seed", values.seed, "--width", "32", "--layers", "2", "--heads", "2", "--warm-steps", "40"],
  ...["--steps", values.steps, "--groups", "4", "--group-size", "4", "--confirm", "8", "--window", "4"],
  ...["--evaluation-tasks", "1", ...(values.environment === "api-debug" ? ["--levels", "easy,classify"] : [])],
];
/** What a clock says is left out of the comparison. */
const timed: ReadonlySet<string> = new Set(["elapsed", "seconds", "playSeconds", "learnSeconds", "tokensPerSecond"]);

/** Rows of the run and of its control. */
async function rowsOf(out: string): Promise<{ run: MetricsRow[]; control: MetricsRow[] }> {
  const read = (folder: string) => readRows(join(folder, "metrics.jsonl"));
  return { run: await read(out), control: await read(join(out, "control")) };
}

const runCheckpoint = z.object({ rows: z.int() }).transform(({ rows }) => rows);
const controlCheckpoint = z.object({ done: z.object({ rounds: z.int() }) }).transform(({ done }) => done.rounds);

/** Rows that the newest checkpoints know of: those beyond will be done again. */
async function knownRows(out: string): Promise<{ run: number; control: number }> {
  const read = async (folder: string, schema: z.ZodType<number>) =>
    (await new Checkpoints(join(folder, "checkpoints"), schema).latest())?.state ?? 0;
  return { run: await read(out, runCheckpoint), control: await read(join(out, "control"), controlCheckpoint) };
}

/** Trains in a folder, or goes on there. */
function trainIn(out: string, kill: KillWhen) {
  const resume = existsSync(join(out, "config.json")) ? ["--resume"] : [];
  return session(["train", values.environment, "--out", out, ...options, ...resume], kill);
}

/** Random moments, and at last one at which the control is writing a checkpoint. */
function killOf(out: string, kills: number, length: number): KillWhen {
  if (kills === wanted) return null;
  if (kills === wanted - 1) return () => existsSync(join(out, "control", "checkpoints"));
  // Early enough for the run to last until the last one.
  return random.int(1500, Math.max(2000, Math.ceil(length * Math.min(0.5, 1.5 / wanted))));
}

/** The first place where two values differ by more than 1e-5, or null. */
function difference(a: unknown, b: unknown, path = ""): string | null {
  if (typeof a === "number" && typeof b === "number") return Math.abs(a - b) <= 1e-5 ? null : `${path}: ${a} and ${b}`;
  if (typeof a === "object" && typeof b === "object" && a !== null && b !== null) {
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const found = timed.has(key) ? null : difference(Reflect.get(a, key), Reflect.get(b, key), `${path}/${key}`);
      if (found) return found;
    }
    return null;
  }
  return a === b ? null : `${path}: ${String(a)} and ${String(b)}`;
}

/** Throws unless the control learned row after row, second after second, for as long as GRPO. */
function checkControl({ run, control }: Awaited<ReturnType<typeof rowsOf>>): void {
  const [problem] = checkRows(control);
  if (problem !== undefined) throw new Error(problem);
  const grpo = run.at(-1)?.elapsed ?? 0;
  const { elapsed = 0, seconds: last = 0 } = control.at(-1) ?? {};
  if (elapsed < grpo || elapsed - last >= grpo)
    throw new Error(
      `the control learned for ${elapsed} s, the last ${last} of them in a round, and GRPO for ${grpo} s`,
    );
}

const root = mkdtempSync(join(tmpdir(), "fettle-kill-"));
try {
  const whole = join(root, "whole");
  const { milliseconds: length } = await trainIn(whole, null);
  const reference = (await rowsOf(whole)).run;
  console.log(`left alone: ${reference.length} rows of metrics in ${(length / 1000).toFixed(0)} s`);

  const out = join(root, "killed");
  let [kills, redone] = [0, 0];
  for (;;) {
    const { killed } = await trainIn(out, killOf(out, kills, length));
    if (!killed) break;
    kills++;
    const [rows, known] = [await rowsOf(out), await knownRows(out)];
    for (const learner of ["run", "control"] as const) {
      const lost = rows[learner].length - known[learner];
      if (lost > 1) throw new Error(`${lost} finished steps of the ${learner} are thrown away`);
      redone += Math.max(0, lost);
    }
  }
  if (kills < wanted) throw new Error(`the run ended after ${kills} kills: give it more --steps`);
  const final = await rowsOf(out);
  const problem = difference(reference, final.run);
  if (problem) throw new Error(`metrics differ at row ${problem}`);
  checkControl(final);
  console.log(
    `kill-train: ${kills} kills, ${redone} rows done again, all ${reference.length} rows equal to 1e-5, ` +
      `the control's ${final.control.length} without a gap`,
  );
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
} finally {
  rmSync(root, { recursive: true, force: true });
}
