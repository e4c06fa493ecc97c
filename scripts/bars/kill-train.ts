/**
 * Kills `fettle train` with SIGKILL at random moments and resumes it: on one thread with a fixed seed, the metrics of the
 * run that was killed equal those of a run left alone to 1e-5, and no more than the step in flight is done again.
 *
 *   npx tsx scripts/bars/kill-train.ts [--kills 5] [--environment api-debug] [--steps 12] [--seed 0]
 */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Random } from "../../src/core/random.ts";

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
  ...["--threads", "1", "--seed", values.seed, "--levels", "easy,classify", "--width", "32", "--layers", "2"],
  ...["--heads", "2", "--warm-steps", "40", "--steps", values.steps, "--groups", "4", "--group-size", "4"],
  ...["--confirm", "8", "--window", "4", "--evaluation-tasks", "0", "--no-control"],
];
/** What a clock says is left out of the comparison. */
const timed: ReadonlySet<string> = new Set(["elapsed", "seconds", "playSeconds", "learnSeconds", "tokensPerSecond"]);

type Row = Record<string, unknown>;

function rows(out: string): Row[] {
  const file = join(out, "metrics.jsonl");
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(0, -1) : [];
  return lines.map((line) => JSON.parse(line));
}

/** One session; killed after so many milliseconds unless null. Resolves to whether it was. */
function session(out: string, killAfter: number | null): Promise<boolean> {
  const levels = values.environment === "api-debug" ? options : options.filter((word) => !/levels|easy/.test(word));
  const argv = ["--import", "tsx", "src/cli/main.ts", "train", values.environment, "--out", out, ...levels];
  const child = spawn(process.execPath, [...argv, ...(existsSync(join(out, "config.json")) ? ["--resume"] : [])], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-2000);
  });
  const timer = killAfter === null ? undefined : setTimeout(() => child.kill("SIGKILL"), killAfter);
  return new Promise((resolve, reject) => {
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      if (signal === "SIGKILL" || code === 0) resolve(signal === "SIGKILL");
      else reject(new Error(`fettle train ended with ${code}:\n${said}`));
    });
  });
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

const root = mkdtempSync(join(tmpdir(), "fettle-kill-"));
try {
  const whole = join(root, "whole");
  const started = performance.now();
  await session(whole, null);
  const length = performance.now() - started;
  const reference = rows(whole);
  console.log(`left alone: ${reference.length} rows of metrics in ${(length / 1000).toFixed(0)} s`);

  const out = join(root, "killed");
  let [kills, redone] = [0, 0];
  for (;;) {
    const before = rows(out).length;
    const killed = await session(out, kills < wanted ? random.int(1500, Math.ceil(length * 0.6)) : null);
    const after = rows(out).length;
    if (before - after > 1) throw new Error(`${before - after} finished steps were thrown away`);
    if (before > after) redone++;
    if (!killed) break;
    kills++;
  }
  if (kills < wanted) throw new Error(`the run ended after ${kills} kills: give it more --steps`);
  const problem = difference(reference, rows(out));
  if (problem) throw new Error(`metrics differ at row ${problem}`);
  console.log(`kill-train: ${kills} kills, ${redone} rows done again, all ${reference.length} rows equal to 1e-5`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(root, { recursive: true, force: true });
}
