/**
 * Grades every canonical and every buggy solution of HumanEvalPack (Python) on both backends of the sandbox:
 * `npm run bar:humanevalpack -- --dataset FILE.jsonl [--backend NAME]`. All canonical ones have to pass and all buggy
 * ones to fail, with identical verdicts, and identical counts per assertion where every call ends.
 */
import { parseArgs } from "node:util";
import { readRows } from "../../bench/sandbox/dataset.ts";
import type { Graded } from "../../src/core/sandbox.ts";
import { type BackendName, backendNames, openSandbox } from "../../src/sandbox/open-sandbox.ts";

const { values } = parseArgs({ options: { dataset: { type: "string" }, backend: { type: "string" } } });
if (values.dataset === undefined) {
  console.error("Give the dataset: --dataset FILE.jsonl (the Python file of HumanEvalPack).");
  process.exit(2);
}
const rows = readRows(values.dataset);
const wanted = values.backend === undefined ? backendNames : backendNames.filter((name) => name === values.backend);

type Grades = Map<string, Graded>;

async function gradeAll(backend: BackendName): Promise<Grades> {
  const sandbox = await openSandbox({ backend });
  console.log(sandbox.description);
  const started = performance.now();
  const graded: Grades = new Map();
  try {
    const work = rows.map(async (task) => {
      const { declaration, test, entry_point: entry } = task;
      const prepared = await sandbox.prepare({ reference: declaration + task.canonical_solution, entry, test });
      for (const kind of ["canonical", "buggy"] as const) {
        const result = await sandbox.grade(prepared, declaration + task[`${kind}_solution`]);
        if (result.outcome === "error") throw new Error(`${task.task_id} ${kind}: ${result.why}`);
        graded.set(`${task.task_id} ${kind}`, result);
      }
    });
    await Promise.all(work);
  } finally {
    await sandbox.close();
  }
  console.log(`  ${graded.size} grades in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return graded;
}

/** Whether every call ended by itself: counts of a program cut short depend on when it was cut. */
const terminates = (grade: Graded) =>
  !grade.failures.some(({ calls }) => calls.some(({ answer }) => answer === "timed out"));
const counts = (grade: Graded) => JSON.stringify(grade.sites.map(({ run, ok }) => [run, ok]));

const problems: string[] = [];
const results: Grades[] = [];
for (const backend of wanted) {
  const grades = await gradeAll(backend);
  results.push(grades);
  const of = (kind: string) => [...grades].filter(([name]) => name.endsWith(kind));
  const [canonical, buggy] = [of("canonical"), of("buggy")];
  const passing = (entries: [string, Graded][]) => entries.filter(([, { passed }]) => passed);
  const share = buggy.reduce((sum, [, grade]) => sum + grade.share, 0) / buggy.length;
  const sites = canonical.reduce((sum, [, { total }]) => sum + total, 0);
  console.log(
    `bar ${backend}: ${passing(canonical).length} of ${canonical.length} canonical pass, ` +
      `${buggy.length - passing(buggy).length} of ${buggy.length} buggy fail; ` +
      `buggy ones pass ${(100 * share).toFixed(1)} % of ${sites} sites`,
  );
  for (const [name, grade] of canonical)
    if (!grade.passed) problems.push(`${backend}: ${name} fails: ${JSON.stringify(grade.failures.slice(0, 2))}`);
  for (const [name] of passing(buggy)) problems.push(`${backend}: ${name} passes`);
}
const [first, second] = results;
if (first && second) {
  let [compared, equal] = [0, 0];
  for (const [name, grade] of first) {
    const other = second.get(name);
    if (!other || other.passed !== grade.passed) problems.push(`${name}: verdicts differ`);
    else if (terminates(grade) && terminates(other)) {
      compared++;
      if (counts(grade) === counts(other)) equal++;
      else problems.push(`${name}: counts differ: ${counts(grade)} and ${counts(other)}`);
    }
  }
  console.log(`bar both: equal counts per assertion on ${equal} of ${compared} programs that terminate`);
}
for (const problem of problems) console.log(`problem: ${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;
