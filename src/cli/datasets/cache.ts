/** This user's cache of files that can be had again. */
import { mkdir } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { writeAtomically } from "../../rollouts/files.ts";

/** The folder: below XDG_CACHE_HOME (LOCALAPPDATA on Windows), or ~/.cache. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  const base = process.platform === "win32" ? env.LOCALAPPDATA : env.XDG_CACHE_HOME;
  return join(base || join(homedir(), ".cache"), "fettle");
}

/** Writes a file whole or not at all, and the folders above it; other processes never see half of it. */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeAtomically(path, content);
}
