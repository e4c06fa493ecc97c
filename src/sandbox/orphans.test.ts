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

/** Processes whose command line tells that they are of this session's sandbox. */
function marked(mark: string): number[] {
  return readdirSync("/proc").flatMap((name) => {
    try {
      const environment = readFileSync(`/proc/${name}/cmdline`, "latin1") + groupOf(name);
      return /^\d+$/.test(name) && environment.includes(mark) ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

function groupOf(pid: string): string {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  return ` session=${stat.slice(stat.lastIndexOf(")") + 2).split(" ")[3]};`;
}

describe.skipIf(process.platform !== "linux")("a service that is killed", () => {
  it.each(backendNames)("leaves nothing of %s running", async (backend) => {
    // A session of its own: whatever it starts can be told by it.
    const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", service(backend)], {
      detached: true,
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(child.stdout, "data");
    const mark = ` session=${child.pid};`;
    expect(marked(mark).length).toBeGreaterThan(2);
    process.kill(child.pid ?? 0, "SIGKILL");
    await once(child, "exit");
    const deadline = Date.now() + 30_000;
    while (marked(mark).length > 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(marked(mark)).toEqual([]);
  });
});
