/**
 * `fettle validate` of an environment held to the project's own bar: every check, at least 25 named hacks, at least 99 %
 * distinct tasks, the same bytes in two processes.
 *
 *   npx tsx scripts/bars/validate.ts [--environment api-debug] [--n 10000]
 */
import { spawn } from "node:child_process";
import { parseArgs } from "node:util";
import type { Validation } from "../../src/evaluation/validation-report.ts";

const { values } = parseArgs({
  options: { environment: { type: "string", default: "api-debug" }, n: { type: "string", default: "10000" } },
});
const leastHacks = 25;
const leastDistinct = 0.99;

const child = spawn(process.execPath, ["dist/cli/main.js", "validate", values.environment, "--n", values.n, "--json"], {
  stdio: ["ignore", "pipe", "inherit"],
});
let output = "";
for await (const chunk of child.stdout) output += chunk;
const report: Validation | { error: { message: string } } = JSON.parse(output);
if ("error" in report) throw new Error(report.error.message);

const problems = report.breaches.map(({ level, check, message }) => `${level}, ${check}: ${message}`);
if (report.hacks.length < leastHacks) problems.push(`${report.hacks.length} named hacks, fewer than ${leastHacks}`);
for (const { level, tasks, distinct, possible, structures, policies, determinism } of report.levels) {
  if (tasks < Number(values.n)) problems.push(`${level}: ${tasks} of ${values.n} seeds gave a task`);
  if (distinct / possible < leastDistinct) problems.push(`${level}: ${distinct} of ${possible} tasks are distinct`);
  if (determinism !== "two processes") problems.push(`${level}: determinism was checked in ${determinism}`);
  const mean = (name: string) => policies.find((policy) => policy.name === name)?.mean.toFixed(3) ?? "-";
  const best = ["noop", "random", "best constant", "oracle"].map((name) => `${name} ${mean(name)}`).join(", ");
  const share = ((100 * distinct) / possible).toFixed(2);
  console.log(`validate ${level}: ${tasks} tasks, ${share} % distinct, ${structures} structures; ${best}`);
}
console.log(`validate: ${report.hacks.length} named hacks, ${problems.length} breaches`);
for (const problem of problems) console.log(`validate breach: ${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;
