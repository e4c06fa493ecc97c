import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { Random } from "../core/random.ts";

const script = fileURLToPath(new URL("./testing/evaluate-process.ts", import.meta.url));

/** Runs the evaluation and kills it after some milliseconds, when a time is given. True when it finished. */
function run(folder: string, killAfter: number | null): Promise<boolean> {
  const mode = existsSync(folder) ? "resume" : "fresh";
  const child = spawn(process.execPath, ["--import", "tsx", script, folder, mode, "500"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const timer = killAfter === null ? undefined : setTimeout(() => child.kill("SIGKILL"), killAfter);
  return new Promise((resolve, reject) => {
    child.on("exit", (code, signal) => {
      clearTimeout(timer);
      if (signal === "SIGKILL") resolve(false);
      else if (code === 0) resolve(true);
      else reject(new Error(errors));
    });
  });
}

async function records(path: string): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>();
  for (const line of (await readFile(path, "utf8")).trimEnd().split("\n")) {
    const { id, turns, totals: _totals, ...rest } = JSON.parse(line);
    expect(found.has(id), "repeated").toBe(false);
    const timeless = turns?.map(({ timing: _timing, ...turn }: Record<string, unknown>) => turn);
    found.set(id, { ...rest, turns: timeless });
  }
  return found;
}

it("loses and repeats nothing when it is killed again and again, and ends as if it never was", async () => {
  const root = await mkdtemp(join(tmpdir(), "fettle-kill-"));
  try {
    const [whole, killed] = [join(root, "whole"), join(root, "killed")];
    expect(await run(whole, null)).toBe(true);
    const random = new Random("kill");
    let kills = 0;
    while (!(await run(killed, kills < 5 ? random.int(250, 1000) : null))) kills++;
    expect(kills).toBeGreaterThanOrEqual(2);
    for (const name of ["summary.json"])
      expect(await readFile(join(killed, name), "utf8")).toBe(await readFile(join(whole, name), "utf8"));
    for (const name of ["traces.jsonl", "private.jsonl"]) {
      const [there, here] = [await records(join(whole, name)), await records(join(killed, name))];
      expect(here.size).toBe(4000);
      expect(Object.fromEntries(here)).toEqual(Object.fromEntries(there));
    }
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}, 180_000);
