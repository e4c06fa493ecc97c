/**
 * The serving bar: the real api-debug environment against the Python OpenEnv server with an environment that only
 * echoes. Same client, same run, alternating rounds; a fresh seed per reset, three wrong `easy` steps per episode, resets
 * counted. Then a crowd of sessions that vanish at once.
 *
 *   npx tsx bench/serve/index.ts [--reduced] [--python PATH] [--json FILE] [--environment NAME|FILE]
 */
import { existsSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { crowd } from "./crowd.ts";
import { type LoadResult, load } from "./load.ts";
import { startEcho, startFettle } from "./peers.ts";
import type { Script } from "./player.ts";

const { values } = parseArgs({
  options: {
    reduced: { type: "boolean", default: false },
    environment: { type: "string", default: "api-debug" },
    python: { type: "string", default: process.env.FETTLE_PYTHON ?? "interop/.venv/bin/python" },
    json: { type: "string" },
    rounds: { type: "string" },
    seconds: { type: "string" },
  },
});

/** At least this many times the peer's rate. */
const bar = 4;
const crowdSize = 2048;
const concurrency = [64, 1024];
const rounds = Number(values.rounds ?? (values.reduced ? 1 : 3));
const seconds = Number(values.seconds ?? (values.reduced ? 4 : 8));

const wrong = { error_type: "wrong_http_method", affected_fields: ["no_such_field"] };
const debugging: Script = {
  reset: (seed) => JSON.stringify({ type: "reset", data: { task: "easy", seed } }),
  step: JSON.stringify({ type: "step", data: wrong }),
  stepsPerEpisode: 3,
};
const echoing: Script = {
  reset: (seed) => JSON.stringify({ type: "reset", data: { seed } }),
  step: JSON.stringify({ type: "step", data: { message: JSON.stringify(wrong) } }),
  stepsPerEpisode: 3,
};

if (!existsSync(values.python)) {
  console.error(`There is no Python at ${values.python}: run interop/setup.sh, or name one with --python.`);
  process.exit(2);
}

const median = (numbers: number[]) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
const rate = (results: LoadResult[]) => median(results.map(({ perSecond }) => perSecond));
const problems: string[] = [];
const report: { throughput: object[]; crowd?: object } = { throughput: [] };

for (const sessions of concurrency) {
  const ours: LoadResult[] = [];
  const theirs: LoadResult[] = [];
  for (let round = 0; round < rounds; round++) {
    const fettle = await startFettle(values.environment, 4096);
    ours.push(await load(fettle, sessions, debugging, seconds));
    await fettle.stop();
    const echo = await startEcho(values.python, 4096);
    theirs.push(await load(echo, sessions, echoing, seconds));
    await echo.stop();
  }
  const ratio = rate(ours) / rate(theirs);
  for (const { errors } of [...ours, ...theirs]) if (errors[0]) problems.push(`${sessions} sessions: ${errors[0]}`);
  if (!(ratio >= bar)) problems.push(`${sessions} sessions: ratio ${ratio.toFixed(2)} is below ${bar}`);
  report.throughput.push({ sessions, ratio, fettle: ours, echo: theirs });
  const latency = ours[0]?.latency ?? { p50: Number.NaN, p99: Number.NaN };
  console.log(
    `serve ${sessions} sessions: api-debug ${rate(ours).toFixed(0)}/s, Python echo ${rate(theirs).toFixed(0)}/s, ` +
      `ratio ${ratio.toFixed(2)} (bar ${bar}); reply p50 ${latency.p50.toFixed(1)} ms, p99 ${latency.p99.toFixed(1)} ms`,
  );
}

const fettle = await startFettle(values.environment, crowdSize);
const crowded = await crowd(fettle, crowdSize, debugging);
await fettle.stop();
report.crowd = crowded;
if (crowded.errors[0]) problems.push(`${crowdSize} sessions: ${crowded.errors[0]}`);
if (!crowded.allFreed) problems.push("sessions were left after abrupt disconnects");
const mib = (value: number | null) => (value === null ? "?" : value.toFixed(0));
const { before, full, after } = crowded.memory;
console.log(
  `serve ${crowdSize} sessions: ${crowded.errors.length} errors, ${crowded.allFreed ? "none" : "some"} left after as many ` +
    `abrupt disconnects; memory ${mib(before)} MiB before, ${mib(full)} full, ${mib(after)} after`,
);

if (values.json)
  writeFileSync(values.json, `${JSON.stringify({ bar, rounds, seconds, problems, ...report }, null, 2)}\n`);
for (const problem of problems) console.error(`broken: ${problem}`);
process.exitCode = problems.length > 0 ? 1 : 0;
