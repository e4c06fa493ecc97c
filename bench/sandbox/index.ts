/**
 * Grades per second of each sandbox beside one `python3 -I -S` process per grade, in the same run and in turns:
 * `npm run bench:sandbox -- --dataset FILE.jsonl [--rounds 3] [--slots 2] [--soak 20000] [--every 1]`. Exits with 1 when
 * a promised ratio or a verdict is missed.
 */
import { spawn } from "node:child_process";
import { parseArgs } from "node:util";
import pLimit from "p-limit";
import type { PreparedTask } from "../../src/core/sandbox.ts";
import { findPython } from "../../src/sandbox/fork-server/python.ts";
import { type BackendName, backendNames, openSandbox } from "../../src/sandbox/open-sandbox.ts";
import { type Program, readPrograms } from "./dataset.ts";
import { footprint } from "./memory.ts";

const { values } = parseArgs({
  options: {
    dataset: { type: "string" },
    rounds: { type: "string", default: "3" },
    slots: { type: "string", default: "2" },
    soak: { type: "string", default: "0" },
    every: { type: "string", default: "1" },
    backend: { type: "string" },
  },
});
if (values.dataset === undefined) {
  console.error("Give the dataset: --dataset FILE.jsonl (the Python file of HumanEvalPack).");
  process.exit(2);
}
const slots = Number(values.slots);
const all = readPrograms(values.dataset).filter((_, index) => index % Number(values.every) === 0);
const light = all.filter(({ terminates }) => terminates);
/** Times the naive rate that each backend promises on programs that end. */
const promised: Readonly<Record<BackendName, number>> = { "fork-server": 2.5, pyodide: 1 };
const problems: string[] = [];

interface Contender {
  name: string;
  /** Whether the program passes. */
  grade(program: Program): Promise<boolean>;
  close(): Promise<void>;
}

async function naive(): Promise<Contender> {
  const { executable } = await findPython();
  const grade = (program: Program) =>
    new Promise<boolean>((resolve) => {
      // What ends is let end, however busy the machine is.
      const timeout = program.terminates ? 60_000 : 1500;
      const child = spawn(executable, ["-I", "-S", "-"], { stdio: ["pipe", "ignore", "ignore"], timeout });
      child.on("close", (code) => resolve(code === 0));
      child.stdin.end(`${program.source}\n${program.test}`);
    });
  return { name: "python3 -I -S per grade", grade, close: async () => {} };
}

async function sandboxed(backend: BackendName): Promise<Contender> {
  const before = footprint().megabytes;
  const sandbox = await openSandbox({ backend, slots });
  const tasks = new Map<string, PreparedTask>();
  for (const { reference, entry, test } of all)
    if (!tasks.has(reference)) tasks.set(reference, await sandbox.prepare({ reference, entry, test }));
  const contender: Contender = {
    name: backend,
    async grade(program) {
      const task = tasks.get(program.reference);
      if (!task) throw new Error("not prepared");
      const result = await sandbox.grade(task, program.source);
      if (result.outcome === "error") throw new Error(`${program.name}: ${result.why}`);
      return result.passed;
    },
    close: () => sandbox.close(),
  };
  await race(contender, light.slice(0, 40));
  console.log(`${sandbox.description}: ${((footprint().megabytes - before) / slots).toFixed(0)} MB per slot`);
  return contender;
}

/** Grades all programs, `slots` at a time. Seconds it took; wrong verdicts are noted. */
async function race(contender: Contender, programs: readonly Program[]): Promise<number> {
  const limit = pLimit(slots);
  const started = performance.now();
  await Promise.all(
    programs.map((program) =>
      limit(async () => {
        if ((await contender.grade(program)) !== program.right)
          problems.push(`${contender.name}: ${program.name} got the wrong verdict`);
      }),
    ),
  );
  return (performance.now() - started) / 1000;
}

/** Rates in turns, so that whatever else the machine does meets all of them. */
async function compare(contenders: readonly Contender[], programs: readonly Program[], rounds: number) {
  const seconds = new Map(contenders.map(({ name }) => [name, 0]));
  for (let round = 0; round < rounds; round++)
    for (const contender of contenders)
      seconds.set(contender.name, (seconds.get(contender.name) ?? 0) + (await race(contender, programs)));
  return new Map([...seconds].map(([name, total]) => [name, (rounds * programs.length) / total]));
}

async function soak(contender: Contender, grades: number): Promise<void> {
  const limit = pLimit(slots);
  const marks: ReturnType<typeof footprint>[] = [];
  const started = performance.now();
  for (let done = 0; done < grades; done += light.length) {
    const part = light.slice(0, grades - done);
    await Promise.all(
      part.map((program) =>
        limit(async () => {
          if ((await contender.grade(program)) !== program.right)
            problems.push(`${contender.name}: ${program.name} got the wrong verdict in the long run`);
        }),
      ),
    );
    marks.push({ ...footprint(), megabytes: footprint().megabytes + process.memoryUsage.rss() / 2 ** 20 });
  }
  const rate = grades / ((performance.now() - started) / 1000);
  const [early, late] = [marks[Math.floor(marks.length / 5)], marks.at(-1)];
  if (!early || !late) return;
  console.log(
    `bench soak ${contender.name}: ${grades} grades at ${rate.toFixed(0)} per second; memory ${early.megabytes.toFixed(0)} MB ` +
      `after a fifth, ${late.megabytes.toFixed(0)} MB at the end; descriptors ${early.descriptors} and ${late.descriptors}; ` +
      `${late.processes} processes, ${late.zombies} zombies`,
  );
  if (late.megabytes > 1.25 * early.megabytes + 20) problems.push(`${contender.name}: memory grew`);
  if (late.descriptors > early.descriptors + 4) problems.push(`${contender.name}: descriptors leaked`);
  if (late.zombies > 0) problems.push(`${contender.name}: zombies remain`);
}

const contenders = [await naive()];
for (const backend of backendNames)
  if (values.backend === undefined || values.backend === backend) contenders.push(await sandboxed(backend));
const [base] = contenders;
try {
  for (const [label, programs, rounds] of [
    [`${light.length} programs that end`, light, Number(values.rounds)],
    [`all ${all.length}, endless loops included`, all, 1],
  ] as const) {
    const rates = await compare(contenders, programs, rounds);
    const slow = rates.get(base?.name ?? "") ?? 0;
    for (const [name, rate] of rates) {
      const ratio = rate / slow;
      console.log(`bench ${name}: ${rate.toFixed(0)} grades per second, ${ratio.toFixed(2)} times naive (${label})`);
      const least = backendNames.includes(name as BackendName) ? promised[name as BackendName] : 0;
      if (programs === light ? ratio < least : least > 0 && ratio <= 1)
        problems.push(`${name} is only ${ratio.toFixed(2)} times naive on ${label}`);
    }
  }
  const grades = Number(values.soak);
  if (grades > 0) for (const contender of contenders.slice(1)) await soak(contender, grades);
} finally {
  for (const contender of contenders) await contender.close();
}
for (const problem of new Set(problems)) console.log(`problem: ${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;
