import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { backendNames } from "./open-sandbox.ts";

/** A service that has both kinds of process at work on a program that never ends, and says so. */
const service = (backend: string) => `
  const { openSandbox } = await import(${JSON.stringify(new URL("open-sandbox.ts", import.meta.url).href)});
  const sandbox = await openSandbox({ backend: "${backend}", slots: 1 });
  const task = await sandbox.prepare({ reference: "def f(x): return x", entry: "f", test: "assert f(1) == 1" });
  sandbox.grade(task, "def f(x):\\n    while True: pass", { callMs: 20000, totalMs: 20000 });
  setTimeout(() => console.log("working"), 300);
`;

/** Processes of a session. */
function inSession(session: number): number[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "latin1");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return Number(fields[3]) === session && fields[0] !== "Z" ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

describe.skipIf(process.platform !== "linux")("a service that is killed", () => {
  it.each(backendNames)(
    "leaves nothing of %s running",
    async (backend) => {
      // A session of its own: whatever it starts can be told by it.
      const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", service(backend)], {
        detached: true,
        stdio: ["ignore", "pipe", "inherit"],
      });
      await once(child.stdout, "data");
      const session = child.pid ?? 0;
      expect(inSession(session).length).toBeGreaterThan(2);
      process.kill(session, "SIGKILL");
      await once(child, "exit");
      const deadline = Date.now() + 30_000;
      while (inSession(session).length > 0 && Date.now() < deadline)
        await new Promise((resolve) => setTimeout(resolve, 50));
      expect(inSession(session)).toEqual([]);
    },
    120_000,
  );
});
