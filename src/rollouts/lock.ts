import { open, readFile, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { FettleError } from "../core/errors.ts";
import { isMissing } from "./files.ts";

/** Locks of this process. */
const held = new Set<string>();

/**
 * Keeps two processes from writing one run folder. A lock whose process is gone (kill -9) is taken over. Returns what
 * releases it. Throws FettleError `bad_run_folder` while another process holds it.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = join(resolve(folder), ".lock");
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      const file = await open(path, "wx");
      await file.writeFile(String(process.pid));
      await file.close();
      held.add(path);
      return async () => {
        held.delete(path);
        await rm(path, { force: true });
      };
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
    const holder = await holderOf(path);
    // A stale lock may carry our own number: containers hand out the same ones after a restart.
    if (holder !== null && (holder === process.pid ? held.has(path) : isRunning(holder)))
      throw new FettleError("bad_run_folder", `Process ${holder} is writing to ${folder}.`, {
        hint: `Wait for it, or stop it. If no such run exists, delete ${path}.`,
      });
    await rm(path, { force: true });
  }
  throw new FettleError("bad_run_folder", `Cannot lock ${folder}: another process keeps taking it.`);
}

async function holderOf(path: string): Promise<number | null> {
  try {
    const pid = Number.parseInt(await readFile(path, "utf8"), 10);
    return Number.isSafeInteger(pid) && pid > 0 ? pid : null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
