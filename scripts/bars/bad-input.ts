/**
 * Bad input, given to the built CLI: datasets that cannot be had or used, and model endpoints that fail. Each has to end
 * with its own exit code and one clear message, and without a reward; once an endpoint is mended, --resume has to finish
 * the run. Every server stands on this machine: no network is needed.
 *
 *   npx tsx scripts/bars/bad-input.ts
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { badDatasets } from "./bad-datasets.ts";
import { badEndpoints } from "./bad-endpoints.ts";
import type { BadInput, Judged } from "./bad-outcome.ts";

const folder = mkdtempSync(join(tmpdir(), "fettle-bad-input-"));
const problems: string[] = [];

async function give({ play }: BadInput): Promise<Judged> {
  try {
    return await play();
  } catch (error) {
    return { code: null, message: "", problems: [String(error)] };
  }
}

function show({ name }: BadInput, { code, message, problems: found }: Judged): void {
  const shorten = (text: string) => text.replaceAll(`${folder}/`, "");
  console.log(`bad-input ${name}: exit code ${code}: ${shorten(message)}`);
  problems.push(...found.map((problem) => `${name}: ${shorten(problem)}`));
}

const [datasets, endpoints] = [badDatasets(folder), badEndpoints(folder)];
try {
  // Those with an endpoint mostly wait for their next attempt; meanwhile the others are given one after the other.
  const waiting = Promise.all(endpoints.map(give));
  for (const dataset of datasets) show(dataset, await give(dataset));
  for (const [i, judged] of (await waiting).entries()) show(endpoints[i]!, judged);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const problem of problems) console.log(`bad-input problem: ${problem}`);
console.log(`bad-input: ${datasets.length + endpoints.length} inputs, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
