/** How long `fettle --help` takes, from process start to exit, on the built package. */
import { spawnSync } from "node:child_process";

const limit = 300;
const times = Array.from({ length: 15 }, () => {
  const started = performance.now();
  const { status } = spawnSync(process.execPath, ["dist/cli/main.js", "--help"]);
  if (status !== 0) throw new Error(`fettle --help ended with ${status}; is it built (npm run build)?`);
  return performance.now() - started;
}).sort((a, b) => a - b);
const median = times[Math.floor(times.length / 2)] ?? Number.POSITIVE_INFINITY;
console.log(`fettle --help: median ${median.toFixed(0)} ms of 15 (limit ${limit} ms)`);
process.exitCode = median < limit ? 0 : 1;
