import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";

/** A server in a process of its own. */
export interface Peer {
  url: string;
  /** Resident memory in MiB now; null where /proc is missing. */
  memory(): number | null;
  /** Processor seconds used so far; null where /proc is missing. */
  processorSeconds(): number | null;
  stop(): Promise<void>;
}

/** Fettle's own server, from the built package. */
export function startFettle(environment: string, maxSessions: number, more: string[] = []): Promise<Peer> {
  const flags = [...more, "--port", "0", "--max-sessions", String(maxSessions), "--json"];
  return start(process.execPath, ["dist/cli/main.js", "serve", environment, ...flags]);
}

/** The Python package's server with an environment that only echoes: through an MCP tool, or plainly. */
export function startEcho(python: string, kind: "tool" | "plain", maxSessions: number): Promise<Peer> {
  return start(python, ["bench/serve/echo_server.py", kind, String(maxSessions)]);
}

/** Waits for the JSON line with the server's address, then until it answers. */
async function start(command: string, args: string[]): Promise<Peer> {
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
    memory: () => memoryOf(child.pid ?? 0),
    processorSeconds: () => processorSecondsOf(child.pid ?? 0),
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

function memoryOf(pid: number): number | null {
  try {
    const kib = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kib === undefined ? null : Number(kib) / 1024;
  } catch {
    return null;
  }
}

/** Clock ticks per second of /proc/PID/stat: 100 on every Linux in use. */
const ticksPerSecond = 100;

function processorSecondsOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The fields after the command's name, which may itself hold blanks; 14 and 15 of all are user and system time.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  } catch {
    return null;
  }
}
