import { spawn } from "node:child_process";
import type { Graded, Sandbox } from "../../core/sandbox.ts";
import { findPython } from "../fork-server/python.ts";

/** What is not to be built: the test in the same process as the candidate, and its exit code as the verdict. */
export async function naiveSandbox(): Promise<Sandbox> {
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
