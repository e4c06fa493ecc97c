/**
 * Kills `fettle evaluate` with SIGKILL at random moments and resumes it, until it has been killed N times: nothing that was
 * finished may be lost or repeated, and the result must equal that of a run that was left alone. Half of the runs play a
 * scripted policy as fast as it goes, half an HTTP endpoint that now and then fails.
 *
 *   npx tsx scripts/bars/kill-evaluate.ts [--kills 20] [--environment api-debug] [--levels easy,medium] [--tasks 300] [--seed 0]
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Random } from "../../src/core/random.ts";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "20" },
    environment: { type: "string", default: "api-debug" },
    levels: { type: "string", default: "easy,medium" },
    tasks: { type: "string", default: "300" },
    seed: { type: "string", default: "0" },
  },
});
const wanted = Number(values.kills);
const random = new Random(`kill-evaluate/${values.seed}`);

interface Ended {
  killed: boolean;
  milliseconds: number;
}

/** One session of the command; killed after `killAfter` milliseconds unless it is null. */
function session(folder: string, model: readonly string[], killAfter: number | null): Promise<Ended> {
  const size = ["--levels", values.levels, "--n", values.tasks, "--group-size", "4", "--no-baselines"];
  const command = ["evaluate", values.environment, ...model, ...size, "--out", folder];
  const resume = existsSync(folder) ? ["--resume"] : [];
  const started = performance.now();
  const child = spawn(process.execPath, ["--import", "tsx", "src/cli/main.ts", ...command, ...resume], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-4000);
  });
  const timer = killAfter === null ? undefined : setTimeout(() => child.kill("SIGKILL"), killAfter);
  return new Promise((resolve, reject) => {
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      const killed = signal === "SIGKILL";
      if (killed || code === 0) resolve({ killed, milliseconds: performance.now() - started });
      else reject(new Error(`fettle ${command.join(" ")} ended with ${code}:\n${said}`));
    });
  });
}

/** Whole lines of a file; empty when it is missing. */
async function wholeLines(path: string): Promise<string[]> {
  const text = existsSync(path) ? await readFile(path, "utf8") : "";
  return text.split("\n").slice(0, -1);
}

/** Records by id without their times. Throws for a repeated id. */
async function records(path: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const line of await wholeLines(path)) {
    const record = JSON.parse(line);
    if (found.has(record.id)) throw new Error(`${path} holds ${record.id} twice`);
    delete record.totals?.milliseconds;
    for (const turn of record.turns ?? []) delete turn.timing;
    found.set(record.id, JSON.stringify(record));
  }
  return found;
}

/** Where two texts part, with what stands there. */
function difference(there: string, here: string): string {
  let at = 0;
  while (at < there.length && there[at] === here[at]) at++;
  const near = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 40), at + 40));
  return `is ${near(here)} at character ${at}, and in the run left alone ${near(there)}`;
}

/** Throws when two runs differ in anything but times and the order of finishing. Returns the number of episodes. */
async function compareRuns(reference: string, folder: string): Promise<number> {
  const summaries = await Promise.all([reference, folder].map((path) => readFile(join(path, "summary.json"), "utf8")));
  const [there = "", here = ""] = summaries;
  if (there !== here) throw new Error(`summary.json ${difference(there, here)}`);
  let count = 0;
  for (const name of ["traces.jsonl", "private.jsonl"]) {
    const [there, here] = [await records(join(reference, name)), await records(join(folder, name))];
    count = here.size;
    if (there.size !== here.size) throw new Error(`${name}: ${here.size} records, not ${there.size}`);
    for (const [id, record] of there)
      if (here.get(id) !== record) throw new Error(`${name}: ${id} ${difference(record, here.get(id) ?? "")}`);
  }
  return count;
}

/** Kills and resumes one run until it ends. `length`: milliseconds that a run left alone may take. */
async function interruptedRun(folder: string, model: readonly string[], length: number, most: number) {
  let kills = 0;
  let kept: string[] = [];
  for (;;) {
    const killAfter = kills < most ? random.int(50, Math.ceil(length * 0.75)) : null;
    const { killed, milliseconds } = await session(folder, model, killAfter);
    const now = await wholeLines(join(folder, "traces.jsonl"));
    if (kept.some((line, i) => now[i] !== line)) throw new Error("a finished episode was lost or changed");
    kept = now;
    if (!killed) return { kills, milliseconds };
    kills++;
  }
}

/** Completions that depend on the request alone; every ninth request fails first. */
const server = createServer((request, response) => {
  const hash = createHash("sha256");
  request.on("data", (chunk: Buffer) => hash.update(chunk));
  request.on("end", () => {
    const digest = hash.digest();
    setTimeout(() => {
      if (served++ % 9 === 8) return response.writeHead(503, { "retry-after-ms": "5" }).end("busy");
      const content =
        digest.readUInt8(0) < 64 ? "no idea" : JSON.stringify({ error_type: digest.toString("hex", 0, 2) });
      const usage = { prompt_tokens: 100, completion_tokens: digest.readUInt8(1) };
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ choices: [{ message: { content }, finish_reason: "stop" }], usage }));
    }, digest.readUInt8(2) / 20);
  });
});
let served = 0;
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const address = server.address();
const port = typeof address === "object" && address ? address.port : 0;

const root = await mkdtemp(join(tmpdir(), "fettle-kill-"));
try {
  const players = [
    { name: "random policy", model: ["--model", "random"] },
    { name: "endpoint", model: ["--model", "openai:test", "--base-url", `http://127.0.0.1:${port}/v1`] },
  ];
  const lengths: number[] = [];
  for (const [i, { model }] of players.entries())
    lengths.push((await session(join(root, `whole-${i}`), model, null)).milliseconds);
  let [kills, runs, episodes] = [0, 0, 0];
  while (kills < wanted) {
    const i = runs % players.length;
    const { name, model } = players[i] ?? { name: "", model: [] };
    const folder = join(root, `killed-${runs}`);
    const ended = await interruptedRun(folder, model, lengths[i] ?? 1000, Math.min(5, wanted - kills));
    // A run that ended before its kill says that the machine has become faster.
    if (ended.kills === 0) lengths[i] = ended.milliseconds;
    episodes = await compareRuns(join(root, `whole-${i}`), folder);
    console.log(`${name}: killed ${ended.kills} times, ${episodes} episodes equal those of the run left alone`);
    kills += ended.kills;
    runs++;
  }
  console.log(`kill-evaluate: ${kills} kills in ${runs} runs of ${episodes} episodes; none lost, repeated or changed`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  server.close();
  await rm(root, { recursive: true, force: true });
}
