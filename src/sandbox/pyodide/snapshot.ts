import { execFile } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** Where this user's caches live on this system. */
function cacheFolder(): string {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  const base = process.platform === "win32" ? LOCALAPPDATA : XDG_CACHE_HOME;
  return join(base || join(homedir(), ".cache"), "fettle");
}

/** Hash of everything a snapshot depends on: Pyodide, Node.js, and our files inside it. */
async function fingerprint(folders: readonly string[], parts: readonly string[]): Promise<string> {
  const hash = createHash("sha256").update(JSON.stringify([process.version, process.arch, ...parts]));
  for (const folder of folders)
    for (const name of (await readdir(folder)).sort())
      if (/\.(py|mjs)$/.test(name)) hash.update(name).update(await readFile(join(folder, name)));
  return hash.digest("hex").slice(0, 24);
}

/**
 * The path of a memory image of Python started and loaded, made once (4 s) and kept in the user's cache; starting from it
 * takes a tenth of the time. Null where it cannot be kept: processes then start the slow way.
 */
export async function snapshotPath(
  command: readonly string[],
  settings: { role: string; pyodide: string; python: string; child: string; version: string },
): Promise<string | null> {
  const { role, version, python, child } = settings;
  const name = `pyodide-${await fingerprint([join(python, "_fettle"), child], [role, version])}.snapshot`;
  const path = join(cacheFolder(), name);
  try {
    // A file that another user could have planted or changed is not trusted.
    const found = await stat(path).catch(() => null);
    if (found && (process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o022) === 0)))
      return path;
    await mkdir(cacheFolder(), { recursive: true, mode: 0o700 });
    const [executable = process.execPath, ...rest] = command;
    const { stdout } = await promisify(execFile)(executable, [...rest, JSON.stringify({ ...settings, make: true })], {
      encoding: "buffer",
      maxBuffer: 256_000_000,
      env: {},
    });
    const temporary = `${path}.${randomUUID()}`;
    await writeFile(temporary, stdout, { mode: 0o600 });
    await rename(temporary, path).catch(async (error) => {
      await rm(temporary, { force: true });
      throw error;
    });
    return path;
  } catch {
    return null;
  }
}
