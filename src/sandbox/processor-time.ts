import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { type LineProcess, SlotLost } from "./line-process.ts";

/**
 * Seconds of processor time a process has used, or null where this system does not tell (or the process is gone). It
 * tells a program that hangs from a process that was stopped or starved.
 */
export async function processorTime(pid: number): Promise<number | null> {
  try {
    if (process.platform === "linux") {
      const stat = await readFile(`/proc/${pid}/stat`, "latin1");
      // The name in parentheses may contain anything; user and system time are the 12th and 13th fields after it.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return (Number(fields[11]) + Number(fields[12])) / 100;
    }
    if (process.platform === "darwin") {
      const { stdout } = await promisify(execFile)("ps", ["-o", "cputime=", "-p", String(pid)]);
      return stdout
        .trim()
        .split(":")
        .reduce((seconds, part) => seconds * 60 + Number(part), 0);
    }
  } catch {
    // Gone, or not ours to look at.
  }
  return null;
}

/**
 * The next line of a process, or null when it is silent because it computes: silent for `milliseconds`, and then for as long
 * again by its processor time. Rejects with `SlotLost` when it is dead, or silent for `longest` without being busy, or when this system
 * does not tell.
 */
export async function readOrNotice(
  process: LineProcess,
  milliseconds: number,
  longest: number,
): Promise<string | null> {
  let before: number | null = null;
  for (let waited = 0; ; waited += milliseconds) {
    try {
      return await process.read(milliseconds);
    } catch (error) {
      if (!(error instanceof SlotLost && error.silent)) throw error;
      const now = await processorTime(process.pid ?? 0);
      if (now === null || waited >= longest) throw error;
      before ??= now;
      if ((now - before) * 1000 >= 0.75 * milliseconds) return null;
    }
  }
}
