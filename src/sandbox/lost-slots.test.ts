import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { PreparedTask } from "../core/sandbox.ts";
import { onEachBackend } from "./testing/backends.ts";

const right = "def f(x): return x * 2\n";
const slow = "def f(x):\n    s = 0\n    for n in range(2_000_000): s += n\n    return x * 2\n";
const test = "for n in range(8):\n    assert f(n) == 2 * n";

/** Processes below this one, with their state, as /proc tells. */
function below(): { pid: number; state: string }[] {
  const all = readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "latin1");
      const [state = "", parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return [{ pid: Number(name), parent: Number(parent), state }];
    } catch {
      return [];
    }
  });
  const found = [{ pid: process.pid, parent: 0, state: "" }];
  for (const { pid } of found) found.push(...all.filter(({ parent }) => parent === pid));
  return found.slice(1);
}

const soon = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

onEachBackend(1, (opened) => {
  const prepare = (): Promise<PreparedTask> => opened().sandbox.prepare({ reference: right, entry: "f", test });

  describe("a process that is lost", () => {
    it.each(["runners", "judges"] as const)("of the %s gives an error, and the next grade is right", async (kind) => {
      const { sandbox, watched } = opened();
      const task = await prepare();
      await sandbox.grade(task, right);
      const grading = sandbox.grade(task, slow, { callMs: 10_000, totalMs: 60_000 });
      if (kind === "runners") await soon(100);
      // A judge is idle until the answers are there: it is found dead then.
      const victim = watched[kind].at(-1);
      const pid = victim?.pid ?? 0;
      process.kill(pid, "SIGKILL");
      await expect.poll(() => victim?.alive).toBe(false);
      const lost = await grading;
      if (kind === "runners") expect(lost).toMatchObject({ outcome: "error", why: expect.stringContaining("SIGKILL") });
      else expect(lost).toMatchObject({ outcome: "graded", passed: true });
      expect(await sandbox.grade(task, right)).toMatchObject({ outcome: "graded", passed: true });
      expect(watched[kind].at(-1)?.pid).not.toBe(pid);
    });

    it("in the middle of judging gives an error", async () => {
      const { sandbox, watched } = opened();
      const heavy = await sandbox.prepare({
        reference: right,
        entry: "f",
        test: `${test}\nfor _ in range(6_000_000): pass`,
      });
      await sandbox.grade(heavy, right);
      const grading = sandbox.grade(heavy, right);
      await soon(130);
      const judge = watched.judges.at(-1);
      process.kill(judge?.pid ?? 0, "SIGKILL");
      const result = await grading;
      await expect.poll(() => judge?.alive).toBe(false);
      // Either it was judging, and there is no score, or it was not yet, and another judge did it.
      expect(result.outcome === "error" || result.passed).toBe(true);
    });

    it.skipIf(process.platform !== "linux")("because it was stopped gives an error, never a score", async () => {
      const { sandbox, watched } = opened();
      const task = await prepare();
      await sandbox.grade(task, right);
      process.kill(watched.runners.at(-1)?.pid ?? 0, "SIGSTOP");
      const result = await sandbox.grade(task, right, { callMs: 50, totalMs: 100 });
      expect(result).toMatchObject({ outcome: "error", why: expect.stringContaining("said nothing") });
      expect(await sandbox.grade(task, right)).toMatchObject({ outcome: "graded", passed: true });
    });
  });

  it.skipIf(process.platform !== "linux")(
    "leaves no zombie, no orphan and no descriptor behind",
    async () => {
      const { sandbox, watched } = opened();
      const task = await prepare();
      const descriptors = () =>
        below().reduce((sum, { pid }) => {
          try {
            return sum + readdirSync(`/proc/${pid}/fd`).length;
          } catch {
            return sum;
          }
        }, 0);
      await sandbox.grade(task, right);
      const [processes, open] = [below().length, descriptors()];
      const sources = [
        right,
        "import os\nos._exit(0)\n",
        "def f(x): raise ValueError\n",
        "def f(x:\n",
        "def f(x): return 'x' * 10**7\n",
      ];
      for (let n = 0; n < 30; n++) await sandbox.grade(task, sources[n % sources.length] ?? "", { restarts: 0 });
      expect(below().filter(({ state }) => state === "Z")).toEqual([]);
      expect(below().length).toBeLessThanOrEqual(processes);
      expect(descriptors()).toBeLessThanOrEqual(open);
      const pids = [...watched.runners, ...watched.judges].map(({ pid }) => pid);
      await sandbox.close();
      const left = below().filter(({ pid }) => pids.includes(pid));
      expect(left).toEqual([]);
      expect(await sandbox.grade(task, right)).toMatchObject({ outcome: "error", why: "the sandbox is closed" });
    },
    120_000,
  );
});
