import { spawn } from "node:child_process";
import type { Bar, BarResult } from "./bar.ts";

/** Runs one bar's command, its output passed through. It holds when the command exits with 0 within its time. */
export async function runBar(bar: Bar, form: "reduced" | "full"): Promise<BarResult> {
  const command = bar[form];
  const missing = command === null ? "it has no reduced form" : (bar.missing?.() ?? null);
  if (command === null || missing !== null) return { bar, outcome: "skipped", figures: [missing ?? ""], seconds: 0 };
  const started = performance.now();
  const minutes = bar.minutes[form === "reduced" ? 0 : 1];
  const { code, output } = await execute(command, minutes * 60_000);
  const seconds = (performance.now() - started) / 1000;
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  if (code !== 0) {
    const why = code === null ? `stopped after ${minutes} minutes` : `exit code ${code}`;
    return { bar, outcome: "broken", figures: [why, ...lines.slice(-5)], seconds };
  }
  const { figures } = bar;
  const found = figures ? lines.filter((line) => figures.test(line)) : lines.slice(-1);
  if (found.length === 0) return { bar, outcome: "broken", figures: ["it printed no figure"], seconds };
  return { bar, outcome: "held", figures: found, seconds };
}

/** `code` is null when the time ran out: the whole process group is ended then. */
function execute(command: string, milliseconds: number): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn("sh", ["-c", command], { stdio: ["ignore", "pipe", "inherit"], detached: true });
    let output = "";
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    }, milliseconds);
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      process.stdout.write(text);
      output = (output + text).slice(-1_000_000);
    });
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve({ code: late ? null : (code ?? 1), output });
    });
  });
}
