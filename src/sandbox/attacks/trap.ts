import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { chmod, lstat, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Graded, PreparedTask, Sandbox, Unscored } from "../../core/sandbox.ts";
import type { Attack } from "./attack.ts";

/** Short limits: attacks that never end are many. */
const limits = { callMs: 300, totalMs: 700, restarts: 1 };

/** Honest programs. They import what nothing has loaded before: the standard library has to be within reach. */
const right = "import colorsys\ndef f(x): return x * x + 7\n";
const wrong = "import colorsys\ndef f(x): return x * x + 6\n";

export interface Trap {
  /** Runs an attack, and an honest right and wrong program after it. Returns what went wrong; nothing is good. */
  spring(attack: Attack): Promise<string[]>;
  close(): Promise<void>;
}

/**
 * Surroundings in which an attack that works is noticed: a secret in a file that everybody may read, a folder that
 * everybody may write to, listeners on the network, a process standing by, and a task whose answer no attack knows.
 * Throws FettleError `no_task`, or an Error, when the sandbox cannot even judge that.
 */
export async function setTrap(sandbox: Sandbox): Promise<Trap> {
  const secret = randomBytes(8).toString("hex");
  // First, for it may fail: nothing is open yet.
  const task: PreparedTask = await sandbox.prepare({
    reference: right,
    entry: "f",
    test: [
      `assert f(1) == 8, "${secret}"`,
      "assert f(41) == 1688",
      "values = [f(n) for n in range(5)]",
      "assert values == [7, 8, 11, 16, 23]",
      "import random",
      "n = random.randint(100, 10**6)",
      "assert f(n) == n * n + 7",
    ].join("\n"),
  });
  const folder = await mkdtemp(join(tmpdir(), "fettle-trap-"));
  const secretFile = join(folder, "secret.txt");
  await chmod(folder, 0o777);
  await writeFile(secretFile, secret, { mode: 0o666 });
  await chmod(secretFile, 0o666);

  let contacts = 0;
  const tcp = createServer((socket) => {
    contacts++;
    socket.destroy();
  }).listen(0, "127.0.0.1");
  const udp = createSocket("udp4", () => contacts++).bind(0, "127.0.0.1");
  await Promise.all([once(tcp, "listening"), once(udp, "listening")]);
  const address = tcp.address();
  const bystander = process.platform === "win32" ? null : spawn("sleep", ["3600"], { stdio: "ignore" });
  let signals = 0;
  const onSignal = () => signals++;
  if (bystander) process.on("SIGUSR2", onSignal);

  const constants = [
    `SECRET_FILE = ${JSON.stringify(secretFile)}`,
    `OPEN_FOLDER = ${JSON.stringify(folder)}`,
    `TCP_PORT = ${typeof address === "object" && address ? address.port : 0}`,
    `UDP_PORT = ${udp.address().port}`,
    `VICTIM = ${bystander?.pid ?? 999_999}`,
    `SERVICE = ${process.pid}`,
    "",
  ].join("\n");
  const sideEffects = async (): Promise<string[]> => {
    const found: string[] = [];
    const names = await readdir(folder);
    if (names.length !== 1) found.push(`left files behind: ${names.join(", ")}`);
    for (const name of names) if (join(folder, name) !== secretFile) await rm(join(folder, name), { recursive: true });
    const status = await lstat(secretFile).catch(() => null);
    if (!status || (status.mode & 0o777) !== 0o666 || (await readFile(secretFile, "utf8")) !== secret)
      found.push("changed the file");
    if (contacts > 0) found.push("reached the network");
    if (signals > 0) found.push("sent a signal to the service");
    if (bystander && isGone(bystander)) found.push("ended the bystander");
    [contacts, signals] = [0, 0];
    return found;
  };

  return {
    async spring(attack) {
      const problems: string[] = [];
      if (attack.before !== undefined) await sandbox.grade(task, `SECRET = "${secret}"\n${attack.before}`, limits);
      const forged = await sandbox.grade(task, constants + attack.source, limits);
      problems.push(...judged(forged, secret));
      const honest = await sandbox.grade(task, right);
      if (honest.outcome === "error" || !honest.passed) problems.push(`a right program fails after it: ${say(honest)}`);
      const failing = await sandbox.grade(task, wrong);
      if (failing.outcome === "error" || failing.full > 0)
        problems.push(`a wrong program passes after it: ${say(failing)}`);
      return [...problems, ...(await sideEffects())];
    },
    async close() {
      tcp.close();
      udp.close();
      if (bystander) {
        process.off("SIGUSR2", onSignal);
        bystander.kill("SIGKILL");
        if (!isGone(bystander)) await once(bystander, "exit");
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function isGone({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** An attack has to be graded, as failing everything: neither paid nor excused as an error of ours. */
function judged(grade: Graded | Unscored, secret: string): string[] {
  if (grade.outcome === "error") return [`is not graded: ${grade.why}`];
  const problems = grade.passed || grade.sites.some(({ ok }) => ok > 0) ? [`is paid: ${say(grade)}`] : [];
  const told = JSON.stringify([grade.failures.map(({ calls, problem }) => [problem, calls]), grade.strays, grade.load]);
  if (told.includes("BREACH") || told.includes(secret)) problems.push(`got out: ${told.slice(0, 400)}`);
  return problems;
}

function say(grade: Graded | Unscored): string {
  return grade.outcome === "error"
    ? grade.why
    : JSON.stringify({ full: grade.full, load: grade.load, ended: grade.ended, first: grade.failures[0] });
}
