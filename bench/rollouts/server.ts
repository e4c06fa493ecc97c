import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { memoryOf } from "../usage.ts";

/** A Rollout API server in a process of its own, at an address that a restart keeps. */
export class ServerProcess {
  readonly #command: string;
  readonly #args: readonly string[];
  readonly url: string;
  #child: ChildProcess | null = null;

  private constructor(command: string, args: readonly string[], port: number) {
    this.#command = command;
    this.#args = args;
    this.url = `http://127.0.0.1:${port}`;
  }

  /** Ours, which keeps its state in a folder. */
  static async ours(folder: string, maxQueue: number): Promise<ServerProcess> {
    const port = await freePort();
    const flags = ["--port", String(port), "--folder", folder, "--max-queue", String(maxQueue)];
    return await new ServerProcess(
      process.execPath,
      ["--import", "tsx", "src/cli/main.ts", "run-api", ...flags],
      port,
    ).start();
  }

  /** The original's. */
  static async original(python: string): Promise<ServerProcess> {
    const port = await freePort();
    const module = ["-m", "uvicorn", "atroposlib.api:app", "--log-level", "error", "--port", String(port)];
    return await new ServerProcess(python, module, port).start();
  }

  /** Resolves once it answers. */
  async start(): Promise<this> {
    this.#child = spawn(this.#command, this.#args, { stdio: "ignore" });
    for (let attempt = 0; attempt < 1200; attempt++) {
      if (this.#child.exitCode !== null) throw new Error(`the server ended with ${this.#child.exitCode}`);
      try {
        await fetch(`${this.url}/info`);
        return this;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
    throw new Error("the server did not answer within a minute");
  }

  async stop(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  }

  /** Resident memory in MiB; null where /proc is missing. */
  memory(): number | null {
    return memoryOf(this.#child?.pid ?? 0);
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  return typeof address === "object" && address ? address.port : 0;
}
