import { execFile } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { lstat, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** Where a snapshot may be kept, best first: this user's cache, else a folder of its own among temporary files. */
function folders(): string[] {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  const base = process.platform === "win32" ? LOCALAPPDATA : XDG_CACHE_HOME;
  const user = process.getuid?.() ?? "user";
  return [join(base || join(homedir(), ".cache"), "fettle"), join(tmpdir(), `fettle-${user}`)];
}

/** Whether nobody else can have planted or changed what is at a path. */
async function isOurs(path: string): Promise<boolean> {
  const found = await lstat(path);
  if (process.getuid === undefined) return true;
  return !found.isSymbolicLink() && found.uid === process.getuid() && (found.mode & 0o022) === 0;
}

/** Hash of everything a snapshot depends on: Pyodide, Node.js, and our files inside it. */
async function fingerprint(sources: readonly string[], parts: readonly string[]): Promise<string> {
  const hash = createHash("sha256").update(JSON.stringify([process.version, process.arch, ...parts]));
  for (const folder of sources)
    for (const name of (await readdir(folder)).sort())
      if (/\.(py|mjs)$/.test(name)) hash.update(name).update(await readFile(join(folder, name)));
  return hash.digest("hex").slice(0, 24);
}

/**
 * The path of a memory image of Python started and loaded, made once (4 s) and kept for this user; starting from it takes
 * a tenth of the time. Null where it cannot be kept: processes then start the slow way.
 */
export async function snapshotPath(
  command: readonly [executable: string, ...rest: string[]],
  settings: { role: string; pyodide: string; python: string; child: string; version: string },
): Promise<string | null> {
  const { role, version, python, child } = settings;
  const name = `pyodide-${await fingerprint([join(python, "_fettle"), child], [role, version])}.snapshot`;
  for (const folder of folders()) {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      if (!(await isOurs(folder))) continue;
      const path = join(folder, name);
      const kept = await isOurs(path).catch(() => null);
      if (kept === false) continue;
      if (kept === null) {
        await prune(folder);
        await make(command, settings, path);
      }
      return path;
    } catch {
      // Not writable: try the next folder.
    }
  }
  return null;
}

const keptDays = 14;

/** Removes snapshots of other versions that have not been made lately. */
async function prune(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (/^pyodide-.*\.snapshot/.test(name) && (await lstat(path)).mtimeMs < Date.now() - keptDays * 86_400_000)
      await rm(path, { force: true });
  }
}

/** Written aside and renamed: a process started meanwhile finds all of it or nothing. */
async function make(
  [executable, ...rest]: readonly [string, ...string[]],
  settings: object,
  path: string,
): Promise<void> {
  const { stdout } = await promisify(execFile)(executable, [...rest, JSON.stringify({ ...settings, make: true })], {
    encoding: "buffer",
    maxBuffer: 256_000_000,
    env: {},
  });
  const temporary = `${path}.${randomUUID()}`;
  try {
    await writeFile(temporary, stdout, { mode: 0o600 });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
