/**
 * Certifies bugs of the built-in corpus of code-debug and writes what holds to `mutation/certified-index.ts`:
 * `npx tsx scripts/code-debug/certify.ts [--slots N] [--exercise NAME] [--share 1/2] [--one-backend]`. Exercises whose
 * fingerprint has not changed keep what is certified, so that it can be stopped and started again at any time; runs with
 * different shares may go on at once. A bug that depends on the order of a set fails other assertions on another backend,
 * and is left out when both are there.
 */
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { messageOf } from "../../src/core/errors.ts";
import type { Sandbox } from "../../src/core/sandbox.ts";
import { quantile } from "../../src/core/statistics.ts";
import { corpus } from "../../src/environments/code-debug/corpus/index.ts";
import {
  type Certified,
  fingerprint,
  mutantOf,
  mutantsOf,
  readCertified,
  writeCertified,
} from "../../src/environments/code-debug/mutation/certified.ts";
import { certify } from "../../src/environments/code-debug/mutation/certify.ts";
import { backendNames, openSandbox } from "../../src/sandbox/open-sandbox.ts";

const file = join(import.meta.dirname, "../../src/environments/code-debug/mutation/certified-index.ts");
const { values } = parseArgs({
  options: {
    slots: { type: "string", default: "2" },
    exercise: { type: "string", multiple: true },
    share: { type: "string", default: "1/1" },
    "one-backend": { type: "boolean", default: false },
  },
});

const unknown = values.exercise?.find((name) => !corpus.some((exercise) => exercise.name === name));
if (unknown !== undefined) throw new Error(`the corpus has no exercise "${unknown}"`);

/** What is certified, by exercise. */
const index = new Map<string, string>();

/** Takes over what is written there of exercises that are still the same. */
async function takeOver(): Promise<void> {
  const written = new Map(
    [...(await readFile(file, "utf8")).matchAll(/^ {2}(\w+):\s+"(.*)",$/gm)].map(([, ...e]) => e as [string, string]),
  );
  for (const exercise of corpus) {
    const text = written.get(exercise.name);
    if (!index.has(exercise.name) && text?.split(" ")[0] === fingerprint(exercise)) index.set(exercise.name, text);
  }
}

let saving = Promise.resolve();

/** Writes the index, one time after the other. */
function save(): Promise<void> {
  saving = saving.then(write);
  return saving;
}

async function write(): Promise<void> {
  await takeOver();
  const lines = [...index].sort().map(([name, text]) => {
    const line = `  ${name}: "${text}",\n`;
    return line.length <= 120 ? line : `  ${name}:\n    "${text}",\n`;
  });
  const head =
    "/** Written by scripts/code-debug/certify.ts; do not edit. Read by certified.ts, which says what the texts mean. */\n";
  await writeFile(
    `${file}.${share}`,
    `${head}export const certifiedIndex: Readonly<Record<string, string>> = {\n${lines.join("")}};\n`,
  );
  await rename(`${file}.${share}`, file);
}

const [share = 0, shares = 0] = (/^([1-9]\d*)\/([1-9]\d*)$/.exec(values.share) ?? []).slice(1).map(Number);
if (!(share >= 1 && share <= shares)) throw new Error(`--share takes 1/2 or 2/2, say, and not ${values.share}`);
await takeOver();
const wanted = corpus.filter(
  ({ name }, place) => !index.has(name) && (values.exercise?.includes(name) ?? true) && place % shares === share - 1,
);
console.log(`${corpus.length} exercises, ${index.size} certified before, ${wanted.length} to do`);

async function certifyAll(sandboxes: readonly [Sandbox, ...Sandbox[]]): Promise<string[]> {
  const problems: string[] = [];
  const work = wanted.values();
  const total = wanted.reduce((sum, exercise) => sum + mutantsOf(exercise).length, 0);
  const started = performance.now();
  let [done, made] = [0, 0];
  const tell = (name: string, text: string) => {
    const rate = (1000 * made) / (performance.now() - started);
    const left = Math.ceil((total - made) / rate / 60);
    console.log(`[${done}/${wanted.length}] ${name}: ${text}; ${rate.toFixed(1)} mutants/s, ${left} min left`);
  };
  const worker = async () => {
    for (const exercise of work) {
      let text: string;
      try {
        const { certified, made: all, different } = await certify(sandboxes, exercise);
        index.set(exercise.name, writeCertified(certified));
        text = `${all} mutants, ${different} answer differently, ${certified.bugs.length} certified`;
        await save();
      } catch (error) {
        text = messageOf(error);
        problems.push(`${exercise.name}: ${text}`);
      }
      done++;
      made += mutantsOf(exercise).length;
      tell(exercise.name, text);
    }
  };
  // While one exercise waits for its last grades, another one has work for the slots.
  await Promise.all([worker(), worker()]);
  await save();
  return problems;
}

/** What the index holds. */
function report(): void {
  const all = corpus.flatMap((exercise): Certified[] => {
    const text = index.get(exercise.name);
    return text === undefined ? [] : [readCertified(exercise, text)];
  });
  const bugs = all.flatMap((certified) => certified.bugs);
  const perExercise = all.map((certified) => certified.bugs.length);
  const lines = bugs.map(({ repairable }) => repairable.length);
  const share = (count: number, of: number) => `${count} (${((100 * count) / of).toFixed(1)} %)`;
  const made = corpus.reduce((sum, exercise) => sum + mutantsOf(exercise).length, 0);
  console.log(
    `mutants made: ${made}; certified bugs: ${bugs.length}; pairs: ${all.flatMap(({ pairs }) => pairs).length}`,
  );
  console.log(
    `bugs per exercise: ${[0, 0.5, 1].map((p) => quantile(perExercise, p)).join(" / ")} (min / median / max)`,
  );
  const located = lines.filter((count) => count > 0).length;
  console.log(`a line to point at: ${share(located, bugs.length)}`);
  console.log(`of these more than one: ${share(lines.filter((count) => count > 1).length, located)}`);
  for (const by of ["bugType", "operator"] as const) {
    const counts = new Map<string, number>();
    for (const bug of bugs) counts.set(mutantOf(bug)[by], (counts.get(mutantOf(bug)[by]) ?? 0) + 1);
    const listed = [...counts].sort(([, a], [, b]) => b - a).map(([name, count]) => `${name} ${count}`);
    console.log(`by ${by === "bugType" ? "type" : "operator"} (${counts.size}): ${listed.join(", ")}`);
  }
}

if (wanted.length > 0) {
  const opened: Sandbox[] = [];
  try {
    for (const backend of backendNames.slice(0, values["one-backend"] ? 1 : undefined))
      opened.push(await openSandbox({ backend, slots: Number(values.slots), log: console.log }));
    const [first, ...others] = opened;
    if (!first) throw new Error("there is no sandbox");
    const problems = await certifyAll([first, ...others]);
    for (const problem of problems) console.log(`problem: ${problem}`);
    process.exitCode = problems.length === 0 ? 0 : 1;
  } finally {
    await Promise.all(opened.map((sandbox) => sandbox.close()));
  }
}
report();
