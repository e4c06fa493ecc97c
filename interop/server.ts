import { type ChildProcess, spawn } from "node:child_process";

/** A server in a process of its own. */
export interface Server {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** Fettle's own server, from the built package. */
export function startFettle(environment: string, maxSessions: number, more: string[] = []): Promise<Server> {
  const flags = [...more, "--port", "0", "--max-sessions", String(maxSessions), "--json"];
  return startServer(process.execPath, ["dist/cli/main.js", "serve", environment, ...flags]);
}

/**
 * Starts a server that prints a JSON line with its `url`, and waits until it is healthy. Throws when it does not come up.
 */
export async function startServer(command: string, args: string[]): Promise<Server> {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  // What it says matters only when it does not come up: some servers report every client that vanishes.
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint = (complaint + text).slice(-2000);
  });
  const url = await address(child).catch((error) => {
    throw new Error(`"${command} ${args.join(" ")}" ${error.message}\n${complaint}`);
  });
  for (let attempt = 0; !(await healthy(url)); attempt++) {
    if (attempt === 1500) throw new Error(`${url} did not become healthy within 30 s`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      child.kill("SIGTERM");
      const cut = setTimeout(() => child.kill("SIGKILL"), 15_000);
      await ended;
      clearTimeout(cut);
    },
  };
}

function address(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let seen = "";
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      seen += text;
      const url = /"url":\s*"([^"]+)"/.exec(seen)?.[1];
      if (url) resolve(url);
    });
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`ended with ${code} before it served`)));
  });
}

async function healthy(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health`)).ok;
  } catch {
    return false;
  }
}
