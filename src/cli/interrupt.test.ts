import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { fettle } from "./testing/fettle.ts";

/** Runs a command and presses Ctrl-C once `ready` holds. */
async function interrupted(argv: string[], ready: () => boolean) {
  let poll: NodeJS.Timeout | undefined;
  const ended = await fettle(argv, (child) => {
    poll = setInterval(() => {
      if (!ready()) return;
      clearInterval(poll);
      child.kill("SIGINT");
    }, 50);
  });
  clearInterval(poll);
  return ended;
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
