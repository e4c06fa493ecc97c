import { describe, expect, it } from "vitest";
import { onEachBackend } from "../testing/backends.ts";
import { naiveSandbox } from "../testing/naive.ts";
import { exhausting } from "./exhausting.ts";
import { attacks } from "./index.ts";
import { setTrap } from "./trap.ts";

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
    const trap = await setTrap(await naiveSandbox());
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
