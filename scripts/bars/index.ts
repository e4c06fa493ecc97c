/**
 * Runs the bars: `npm run bars` in full, writing docs/bars.md; `-- --reduced` in their short form, writing nothing;
 * `-- --only NAME,NAME` some of them; `-- --within MINUTES` starts none after that time. Bars against Python peers need
 * `python3` and a package registry, or FETTLE_PYTHON, an interpreter that has the packages. Exits with 1 when one is broken.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { BarResult } from "./bar.ts";
import { findPeers } from "./peers.ts";
import { barsPage } from "./report.ts";
import { type RunOptions, runBar } from "./run-bar.ts";
import { bars } from "./table.ts";

const { values } = parseArgs({
  options: { reduced: { type: "boolean" }, only: { type: "string" }, within: { type: "string" } },
});
const wanted = values.only?.split(",");
const unknown = wanted?.find((name) => !bars.some((bar) => bar.name === name));
if (unknown !== undefined) {
  console.error(`There is no bar "${unknown}". Bars: ${bars.map(({ name }) => name).join(", ")}.`);
  process.exit(2);
}

const form = values.reduced ? "reduced" : "full";
const deadline = performance.now() + Number(values.within ?? Number.POSITIVE_INFINITY) * 60_000;
let python: Promise<RunOptions["python"]> | undefined;
const results: BarResult[] = [];
const page = "docs/bars.md";
for (const bar of bars.filter(({ name }) => wanted?.includes(name) ?? true)) {
  if (performance.now() > deadline) {
    results.push({ bar, outcome: "skipped", figures: ["no time left"], seconds: 0 });
    continue;
  }
  if (bar.python) python ??= findPeers();
  console.log(`\n== ${bar.name}: ${bar.promise}`);
  const result = await runBar(bar, { form, python: (await python) ?? { missing: "not asked for" } });
  results.push(result);
  // Written after each bar: an interrupted run keeps what it measured.
  if (form === "full") writeFileSync(page, barsPage(bars, results, existsSync(page) ? readFileSync(page, "utf8") : ""));
}

// The README quotes figures of docs/bars.md.
if (form === "full") await import("../docs/index.ts");

console.log("\nBars:");
for (const { bar, outcome, figures, seconds } of results)
  console.log(`  ${outcome.padEnd(7)} ${bar.name.padEnd(14)} ${seconds.toFixed(0).padStart(5)} s  ${figures[0] ?? ""}`);
process.exitCode = results.some(({ outcome }) => outcome === "broken") ? 1 : 0;
