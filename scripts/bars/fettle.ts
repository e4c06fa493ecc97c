import { spawn } from "node:child_process";

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** Runs the built CLI, as users have it, to its end; `env` is added to the variables of this process. */
export function fettle(argv: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const child = spawn(process.execPath, ["dist/cli/main.js", ...argv], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NO_COLOR: "1", ...env },
  });
  const ended: Ended = { code: null, out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (ended.out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (ended.err += text));
  return new Promise((resolve, reject) => {
    child.on("error", reject).on("close", (code) => resolve({ ...ended, code }));
  });
}
