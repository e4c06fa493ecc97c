/**
 * The start bar: `fettle --help` from process start to exit, and `fettle serve api-debug` from process start until it
 * has answered a first reset. Medians, on the built package.
 *
 *   npx tsx bench/start/index.ts [--environment NAME|FILE]
 */
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { startFettle } from "../../interop/server.ts";
import { median } from "../median.ts";

const { values } = parseArgs({ options: { environment: { type: "string", default: "api-debug" } } });
const limits = { help: 300, ready: 1000 };

const help = Array.from({ length: 15 }, () => {
  const started = performance.now();
  const { status } = spawnSync(process.execPath, ["dist/cli/main.js", "--help"]);
  if (status !== 0) throw new Error(`fettle --help ended with ${status}; is it built (npm run build)?`);
  return performance.now() - started;
});

const ready: number[] = [];
for (let run = 0; run < 7; run++) {
  const started = performance.now();
  const server = await startFettle(values.environment, 16);
  const reset = await fetch(`${server.url}/reset`, { method: "POST" });
  if (!reset.ok) throw new Error(`the first reset was answered with ${reset.status}`);
  ready.push(performance.now() - started);
  await server.stop();
}

const line = (name: string, times: number[], limit: number) =>
  `start ${name}: median ${median(times).toFixed(0)} ms of ${times.length} (bar ${limit} ms)`;
console.log(line("fettle --help", help, limits.help));
console.log(line("fettle serve, first reset answered", ready, limits.ready));
process.exitCode = median(help) < limits.help && median(ready) < limits.ready ? 0 : 1;
