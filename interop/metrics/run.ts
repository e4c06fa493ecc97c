/**
 * What `--metrics tensorboard` writes, read by TensorBoard's own reader and by `wandb sync`: a training run, an evaluation
 * and groups for training data, all ended by SIGKILL midway and resumed.
 *
 *   interop/setup.sh metrics
 *   npx tsx interop/metrics/run.ts [pytest arguments]
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const python = process.env.FETTLE_PYTHON ?? "interop/.venv/bin/python";
if (!existsSync(python)) {
  console.error(`There is no Python at ${python}: run interop/setup.sh metrics, or name one with FETTLE_PYTHON.`);
  process.exit(2);
}

const example = "examples/arithmetic.ts";
const folder = mkdtempSync(join(tmpdir(), "fettle-metrics-"));
const metrics = ["--metrics", "jsonl,tensorboard"];
const runs = {
  train: [
    ...["train", example, "--warm-steps", "60", "--steps", "60", "--evaluation-tasks", "0", "--no-control"],
    ...[
      "--width",
      "32",
      "--layers",
      "2",
      "--vocabulary",
      "400",
      "--groups",
      "4",
      "--group-size",
      "4",
      "--threads",
      "1",
    ],
  ],
  evaluate: ["evaluate", example, "--model", "random", "--n", "20000", "--levels", "operator", "--no-baselines"],
  process: ["process", example, "--model", "random", "--groups", "5000", "--no-report"],
};
const placed = (name: keyof typeof runs, out: string) =>
  name === "process" ? ["--out", `${out}.jsonl`, "--run", out] : ["--out", out];

const fettle = (args: string[]): ChildProcess =>
  spawn(process.execPath, ["--import", "tsx", "src/cli/main.ts", ...args], { stdio: ["ignore", "ignore", "inherit"] });
const rowsIn = (run: string) => {
  const file = join(run, "metrics.jsonl");
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").length - 1 : 0;
};

/** Runs a command to its end, which it reaches only once it has been killed after each of the given numbers of rows. */
async function finish(name: keyof typeof runs, killAt: readonly number[]): Promise<string> {
  const out = join(folder, name);
  for (const rows of [...killAt, Number.POSITIVE_INFINITY]) {
    const child = fettle([...runs[name], ...metrics, ...placed(name, out), ...(existsSync(out) ? ["--resume"] : [])]);
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    const watch = setInterval(() => rowsIn(out) >= rows && child.kill("SIGKILL"), 5);
    const code = await ended;
    clearInterval(watch);
    if (code !== (rows === Number.POSITIVE_INFINITY ? 0 : null)) throw new Error(`${name} ended with code ${code}`);
  }
  return out;
}

try {
  const folders = [
    await finish("train", [4, 30]),
    await finish("evaluate", [10, 60]),
    await finish("process", [10, 60]),
  ];
  const { status } = spawnSync(python, ["-m", "pytest", "-q", "interop/metrics", ...process.argv.slice(2)], {
    stdio: "inherit",
    env: { ...process.env, FETTLE_RUNS: folders.join(":"), PYTHONDONTWRITEBYTECODE: "1" },
  });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}
