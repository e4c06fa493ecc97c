/** What the bars on training share: runs of `fettle train`, and what is written in their folders. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TrainReport, trainReportSchema } from "../../src/training/report.ts";

/** A run of training that is finished. */
export interface Trained {
  folder: string;
  report: TrainReport;
  /** What it took from the command to its end; null when that was not measured. */
  minutes: number | null;
}

/** Runs `fettle train` from the built package, as users have it, its output passed through. Throws unless it succeeds. */
export async function fettleTrain(argv: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, ["dist/cli/main.js", "train", ...argv], { stdio: "inherit" });
  const code = await new Promise<number | null>((resolve, reject) => child.on("error", reject).on("exit", resolve));
  if (code !== 0) throw new Error(`fettle train ended with ${code}`);
}

/** A finished run in its folder. */
export function finishedRun(folder: string, minutes: number | null = null): Trained {
  return {
    folder,
    report: trainReportSchema.parse(JSON.parse(readFileSync(join(folder, "report.json"), "utf8"))),
    minutes,
  };
}

/** A whole run in a folder; `play` is what brings it about. */
export async function timedRun(folder: string, play: () => Promise<void>): Promise<Trained> {
  const started = performance.now();
  await play();
  return finishedRun(folder, (performance.now() - started) / 60_000);
}

/** A folder that goes away with this process, unless it fails: runs take long, and `--run` can judge one again. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "fettle-train-"));
  process.once("exit", (code) => {
    if (code === 0) rmSync(folder, { recursive: true, force: true });
    else console.error(`What it wrote is kept in ${folder}.`);
  });
  return folder;
}
