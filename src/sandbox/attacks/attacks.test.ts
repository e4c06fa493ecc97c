import { spawn } from "node:child_process";
import { describe, expect, it } from "vitest";
import { findPython } from "../fork-server/python.ts";
import type { Graded, Sandbox } from "../sandbox.ts";
import { onEachBackend } from "../testing/backends.ts";
import { exhausting } from "./exhausting.ts";
import { attacks } from "./index.ts";
import { setTrap } from "./trap.ts";

/** What is not to be built: the test in the same process as the candidate, and its exit code as the verdict. */
async function naive(): Promise<Sandbox> {
  const { executable } = await findPython();
  const refuse = () => Promise.reject(new Error("not part of this"));
  return {
    backend: "fork-server",
    description: "naive",
    prepare: async (task) => ({ ...task, key: "", seed: 0, calls: [], sites: [[1, ""]], expected: [1], callMs: 300 }),
    grade: (task, source) =>
      new Promise((resolve) => {
        const child = spawn(executable, ["-I", "-S", "-"], { timeout: 3000 });
        let told = "";
        const listen = (text: Buffer) => (told += text);
        child.stdout.on("data", listen);
        child.stderr.on("data", listen);
        child.stdin.on("error", () => {});
        child.stdin.end(`${source}\nprint(f(1))\n${task.test}`);
        child.on("close", (code) => {
          const passed = code === 0;
          const grade: Graded = {
            outcome: "graded",
            passed,
            share: Number(passed),
            full: Number(passed),
            total: 1,
            sites: [{ line: 1, text: "", expected: 1, run: 1, ok: Number(passed) }],
            failures: [],
            // Errors quote the test, secret and all: only what the program itself printed counts here.
            strays: [told.split("\n")[0] ?? ""],
            load: null,
            ended: null,
            cpuMs: 0,
          };
          resolve(grade);
        });
      }),
    answer: refuse,
    encodeCalls: refuse,
    show: refuse,
    run: refuse,
    close: async () => {},
  };
}

const named = (name: string) => {
  const attack = attacks.find((one) => one.name === name);
  if (!attack) throw new Error(`there is no attack "${name}"`);
  return attack;
};

describe("the attacks", () => {
  it("are at least forty, with names of their own", () => {
    expect(attacks.length).toBeGreaterThanOrEqual(40);
    expect(new Set(attacks.map(({ name }) => name)).size).toBe(attacks.length);
  });

  it.skipIf(process.platform !== "linux")("work on a naive grader, and the trap notices", async () => {
    const trap = await setTrap(await naive());
    try {
      for (const [name, noticed] of [
        ["always-equal", "is paid"],
        ["exit-in-call", "is paid"],
        ["system-exit-in-call", "is paid"],
        ["exit-on-load", "is paid"],
        ["read-file", "got out"],
        ["write-file", "left files behind"],
        ["connect", "reached the network"],
        ["run-program", "left files behind"],
        ["signals", "ended the bystander"],
      ] as const)
        expect((await trap.spring(named(name))).join("; "), name).toContain(noticed);
    } finally {
      await trap.close();
    }
  });
});

/** Those that only take time are left to `npm run bar:attacks`, which runs in other settings too. */
const quick = attacks.filter(({ name }) => name === "endless-loop" || !exhausting.some((one) => one.name === name));

onEachBackend(1, (opened) => {
  it("holds off attacks", async () => {
    const trap = await setTrap(opened().sandbox);
    const broken: string[] = [];
    try {
      for (const attack of quick)
        broken.push(...(await trap.spring(attack)).map((problem) => `${attack.name} ${problem}`));
    } finally {
      await trap.close();
    }
    expect(broken).toEqual([]);
  }, 240_000);
});
