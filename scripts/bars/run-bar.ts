import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import type { Bar, BarResult } from "./bar.ts";

export interface RunOptions {
  form: "reduced" | "full";
  /** Interpreter with the packages of the peers, or why there is none. */
  python: { path: string } | { missing: string };
}

/** Runs one bar's command, its output passed through. It holds when the command exits with 0 within its time. */
export async function runBar(bar: Bar, { form, python }: RunOptions): Promise<BarResult> {
  const command = form === "reduced" && bar.reduced !== undefined ? bar.reduced : bar.full;
  const missing = reasonToSkip(bar, command, python);
  if (command === null || missing !== null) return { bar, outcome: "skipped", figures: [missing ?? ""], seconds: 0 };
  const started = performance.now();
  const minutes = bar.minutes[form === "reduced" ? 0 : 1];
  const peers = "path" in python ? { FETTLE_PYTHON: python.path, FETTLE_TORCH_PYTHON: python.path } : {};
  const { code, output } = await execute(command, minutes * 60_000, { ...process.env, ...peers });
  const seconds = (performance.now() - started) / 1000;
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  const { figures } = bar;
  const found = figures ? lines.filter((line) => figures.test(line)) : lines.slice(-1);
  if (code !== 0) {
    const why = code === null ? `stopped after ${minutes} minutes` : `exit code ${code}`;
    return { bar, outcome: "broken", figures: [why, ...(found.length > 0 ? found : lines.slice(-5))], seconds };
  }
  if (found.length === 0) return { bar, outcome: "broken", figures: ["it printed no figure"], seconds };
  return { bar, outcome: "held", figures: found, seconds };
}

function reasonToSkip(bar: Bar, command: string | null, python: RunOptions["python"]): string | null {
  if (command === null) return "it has no reduced form";
  if (bar.python && "missing" in python) return python.missing;
  if (bar.file === undefined) return null;
  const file = process.env[bar.file];
  return file !== undefined && existsSync(file) ? null : `${bar.file} names no file`;
}

/** `code` is null when the time ran out: the whole process group is ended then. */
export function execute(
  command: string,
  milliseconds: number,
  env: NodeJS.ProcessEnv = process.env,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn("sh", ["-c", command], { stdio: ["ignore", "pipe", "inherit"], detached: true, env });
    let output = "";
    let late = false;
    const end = () => child.pid !== undefined && process.kill(-child.pid, "SIGKILL");
    const timer = setTimeout(() => {
      late = true;
      end();
    }, milliseconds);
    // Its own process group does not hear the terminal: an interrupted run must not leave it behind.
    process.once("SIGINT", end);
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      process.stdout.write(text);
      output = (output + text).slice(-1_000_000);
    });
    child.on("close", (code) => {
      clearTimeout(timer);
      process.off("SIGINT", end);
      resolve({ code: late ? null : (code ?? 1), output });
    });
  });
}
