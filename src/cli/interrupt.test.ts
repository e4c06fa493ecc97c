import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";

const cli = ["--import", "tsx", "src/cli/main.ts"];

/** Runs a command and presses Ctrl-C once `ready` holds. */
async function interrupted(argv: string[], ready: () => boolean): Promise<{ code: number | null; err: string }> {
  const child = spawn(process.execPath, [...cli, ...argv], { stdio: ["ignore", "ignore", "pipe"] });
  let err = "";
  child.stderr.on("data", (chunk: Buffer) => {
    err += chunk.toString();
  });
  const poll = setInterval(() => {
    if (!ready()) return;
    clearInterval(poll);
    child.kill("SIGINT");
  }, 50);
  const code = await new Promise<number | null>((resolve) => child.on("exit", resolve));
  clearInterval(poll);
  return { code, err };
}

describe("Ctrl-C", () => {
  it("ends an evaluation with exit code 130, says how far it got and how to go on", async () => {
    const folder = mkdtempSync(join(tmpdir(), "fettle-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const out = join(folder, "run");
    const argv = ["evaluate", "examples/arithmetic.ts", "--model", "random", "--n", "100000", "--out", out];
    const { code, err } = await interrupted(argv, () => existsSync(join(out, "traces.jsonl")));
    expect(code).toBe(130);
    expect(err).toMatch(/Stopped after \d+ of 200000 episodes/);
    expect(err).toMatch(/--resume/);
    expect(err).not.toMatch(/^\s+at /m);
  });
});
