import { type ChildProcess, spawn } from "node:child_process";

export interface Ended {
  /** null when a signal ended it. */
  code: number | null;
  out: string;
  err: string;
}

/** Runs a command line from source, without colours and without a key of the person who runs the tests. */
export function fettle(argv: readonly string[], onStart: (child: ChildProcess) => void = () => {}): Promise<Ended> {
  const env: NodeJS.ProcessEnv = { ...process.env, NO_COLOR: "1" };
  delete env.OPENAI_API_KEY;
  const child = spawn(process.execPath, ["--import", "tsx", "src/cli/main.ts", ...argv], { env });
  const ended: Ended = { code: null, out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => (ended.out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (ended.err += chunk.toString()));
  onStart(child);
  return new Promise((resolve) => child.on("close", (code) => resolve({ ...ended, code })));
}
