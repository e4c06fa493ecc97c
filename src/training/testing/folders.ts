/** Folders for runs in tests. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";

/** What gives a path for a run that is not there yet; what was made is removed after each test. */
export function runFolders(): () => Promise<string> {
  const made: string[] = [];
  afterEach(async () => {
    for (const path of made.splice(0)) await rm(path, { recursive: true });
  });
  return async () => {
    const path = await mkdtemp(join(tmpdir(), "train-"));
    made.push(path);
    return join(path, "run");
  };
}
