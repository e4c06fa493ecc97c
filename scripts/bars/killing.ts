/** What the bars that kill a command share: sessions that end by SIGKILL, and an endpoint that now and then fails. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { Random } from "../../src/core/random.ts";

export interface Ended {
  killed: boolean;
  milliseconds: number;
}

/** When a session is killed: after so many milliseconds, once something holds, or never. */
export type KillWhen = number | (() => boolean) | null;

/** One session of a command. */
export function session(command: readonly string[], when: KillWhen): Promise<Ended> {
  const started = performance.now();
  const due = typeof when === "number" ? () => performance.now() - started >= when : when;
  const child = spawn(process.execPath, ["--import", "tsx", "src/cli/main.ts", ...command], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-4000);
  });
  const timer = due ? setInterval(() => due() && child.kill("SIGKILL"), 5) : undefined;
  return new Promise((resolve, reject) => {
    child.on("close", (code, signal) => {
      clearInterval(timer);
      const killed = signal === "SIGKILL";
      if (killed || code === 0) resolve({ killed, milliseconds: performance.now() - started });
      else reject(new Error(`fettle ${command.join(" ")} ended with ${code}:\n${said}`));
    });
  });
}

export interface Interrupted {
  command: readonly string[];
  /** The run folder of the command. */
  folder: string;
  /** Milliseconds that a run left alone may take. */
  length: number;
  /** Most kills. */
  most: number;
  random: Random;
}

/** Kills and resumes one run until it ends. Throws when an episode that was finished is gone or changed. */
export async function interruptedRun({ command, folder, length, most, random }: Interrupted) {
  let kills = 0;
  let kept: string[] = [];
  for (;;) {
    const killAfter = kills < most ? random.int(50, Math.ceil(length * 0.75)) : null;
    const resume = existsSync(folder) ? ["--resume"] : [];
    const { killed, milliseconds } = await session([...command, ...resume], killAfter);
    const now = await wholeLines(`${folder}/traces.jsonl`);
    if (kept.some((line, i) => now[i] !== line)) throw new Error("a finished episode was lost or changed");
    kept = now;
    if (!killed) return { kills, milliseconds };
    kills++;
  }
}

/** Whole lines of a file; empty when it is missing. */
export async function wholeLines(path: string): Promise<string[]> {
  const text = existsSync(path) ? await readFile(path, "utf8") : "";
  return text.split("\n").slice(0, -1);
}

/** Text that has to be the same, and log-probabilities that have to be close: rounding depends on what is sampled together. */
interface Compared {
  text: string;
  logprobs: number[];
}

/** How far log-probabilities may lie apart. */
const tolerance = 1e-4;

function comparable(line: string): Compared {
  const logprobs: number[] = [];
  const value: unknown = JSON.parse(line, (key, member) => {
    if (key !== "logprobs" && key !== "inference_logprobs") return member;
    const numbers: number[] = [member].flat(2);
    logprobs.push(...numbers);
    return numbers.length;
  });
  return { text: JSON.stringify(value), logprobs };
}

/** Throws when two differ; `what` names them. */
function compare(there: Compared, here: Compared | undefined, what: string): void {
  if (here?.text !== there.text) throw new Error(`${what} ${difference(there.text, here?.text ?? "")}`);
  for (const [i, value] of there.logprobs.entries())
    if (!(Math.abs(value - (here.logprobs[i] ?? Number.NaN)) <= tolerance))
      throw new Error(`${what} has the log-probability ${here.logprobs[i]}, and in the run left alone ${value}`);
}

/** Records by id without their times. Throws for a repeated id. */
async function records(path: string): Promise<Map<string, Compared>> {
  const found = new Map<string, Compared>();
  for (const line of await wholeLines(path)) {
    const record = JSON.parse(line);
    if (found.has(record.id)) throw new Error(`${path} holds ${record.id} twice`);
    delete record.totals?.milliseconds;
    for (const turn of record.turns ?? []) delete turn.timing;
    found.set(record.id, comparable(JSON.stringify(record)));
  }
  return found;
}

/** Throws when the episodes of two runs differ in anything but times and the order of finishing. Returns their number. */
export async function compareEpisodes(reference: string, folder: string): Promise<number> {
  let count = 0;
  for (const name of ["traces.jsonl", "private.jsonl"]) {
    const [there, here] = [await records(`${reference}/${name}`), await records(`${folder}/${name}`)];
    count = here.size;
    if (there.size !== here.size) throw new Error(`${name}: ${here.size} records, not ${there.size}`);
    for (const [id, record] of there) compare(record, here.get(id), `${name}: ${id}`);
  }
  return count;
}

/** Throws when two files of JSON lines differ, in their order too. Returns the number of lines. */
export async function compareLines(reference: string, path: string): Promise<number> {
  const [there, here] = [await wholeLines(reference), await wholeLines(path)];
  if (there.length !== here.length) throw new Error(`${path}: ${here.length} lines, not ${there.length}`);
  for (const [i, line] of there.entries())
    if (line !== here[i]) compare(comparable(line), comparable(here[i] ?? ""), `${path}: line ${i + 1}`);
  return here.length;
}

/** Throws when two files are not the same, byte by byte. */
export async function compareFiles(reference: string, path: string): Promise<void> {
  const [there, here] = await Promise.all([reference, path].map((file) => readFile(file, "utf8")));
  if (there !== here) throw new Error(`${path} ${difference(there ?? "", here ?? "")}`);
}

/** Where two texts part, with what stands there. */
function difference(there: string, here: string): string {
  let at = 0;
  while (at < there.length && there[at] === here[at]) at++;
  const near = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 40), at + 40));
  return `is ${near(here)} at character ${at}, and in the run left alone ${near(there)}`;
}

/**
 * An endpoint whose completions depend on the request alone, with token ids when asked for; every ninth request fails
 * first. Returns its base URL.
 */
export async function flakyEndpoint(): Promise<{ url: string; close(): void }> {
  let served = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks);
      const digest = createHash("sha256").update(body).digest();
      setTimeout(() => {
        if (served++ % 9 === 8) return response.writeHead(503, { "retry-after-ms": "5" }).end("busy");
        response.writeHead(200, { "content-type": "application/json" });
        response.end(JSON.stringify(completion(digest, JSON.parse(body.toString()).return_token_ids === true)));
      }, digest.readUInt8(2) / 20);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/v1`, close: () => server.close() };
}

function completion(digest: Buffer, tokenIds: boolean) {
  const content = digest.readUInt8(0) < 64 ? "no idea" : JSON.stringify({ error_type: digest.toString("hex", 0, 2) });
  const ids = [...digest.subarray(0, 4)];
  return {
    choices: [
      {
        message: { content },
        finish_reason: "stop",
        ...(tokenIds && { token_ids: ids, logprobs: { content: ids.map((id) => ({ logprob: -id / 256 })) } }),
      },
    ],
    ...(tokenIds && { prompt_token_ids: [...digest.subarray(4, 12)] }),
    usage: { prompt_tokens: 100, completion_tokens: digest.readUInt8(1) },
  };
}
