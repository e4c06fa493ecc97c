/**
 * The serving bar: the real api-debug environment against the Python OpenEnv server with an environment that only
 * echoes, in the form of the OpenEnv project's echo environment (an MCP tool). A plain echo, the least a Python server
 * can do, is measured beside it without a bar. Same client, same run, alternating rounds; a fresh seed per reset, three
 * wrong `easy` steps per episode, resets counted. Then a crowd of sessions that vanish at once.
 *
 *   npx tsx bench/serve/index.ts [--reduced] [--python PATH] [--json FILE] [--environment NAME|FILE]
 */
import { existsSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Server, startFettle } from "../../interop/server.ts";
import { median } from "../median.ts";
import { crowd } from "./crowd.ts";
import { startEcho } from "./echo.ts";
import { type LoadResult, load } from "./load.ts";
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
const message = JSON.stringify(wrong);
const echoing = {
  tool: { type: "call_tool", tool_name: "echo_message", arguments: { message } },
  plain: { message },
};
const kinds = ["tool", "plain"] as const;

function echoScript(kind: (typeof kinds)[number]): Script {
  return {
    reset: (seed) => JSON.stringify({ type: "reset", data: { seed } }),
    step: JSON.stringify({ type: "step", data: echoing[kind] }),
    stepsPerEpisode: 3,
  };
}

if (!existsSync(values.python)) {
  console.error(`There is no Python at ${values.python}: run interop/setup.sh, or name one with --python.`);
  process.exit(2);
}

const problems: string[] = [];
const report: { throughput: object[]; crowd?: object } = { throughput: [] };

async function measure(server: Server, sessions: number, script: Script): Promise<LoadResult> {
  const result = await load(server, sessions, script, seconds);
  await server.stop();
  if (result.errors[0] !== undefined) problems.push(`${sessions} sessions: ${result.errors[0]}`);
  return result;
}

const rate = (results: readonly LoadResult[]) => median(results.map(({ perSecond }) => perSecond));
const perProcessor = (results: readonly LoadResult[]) =>
  median(results.map(({ perProcessorSecond }) => perProcessorSecond ?? Number.NaN));

for (const sessions of concurrency) {
  const results = { fettle: [] as LoadResult[], tool: [] as LoadResult[], plain: [] as LoadResult[] };
  for (let round = 0; round < rounds; round++) {
    results.fettle.push(await measure(await startFettle(values.environment, 4096), sessions, debugging));
    for (const kind of kinds)
      results[kind].push(await measure(await startEcho(values.python, kind, 4096), sessions, echoScript(kind)));
  }
  const ratio = rate(results.fettle) / rate(results.tool);
  if (!(ratio >= bar)) problems.push(`${sessions} sessions: ratio ${ratio.toFixed(2)} is below ${bar}`);
  report.throughput.push({ sessions, ratio, ...results });
  const { p50, p99 } = results.fettle[0]?.latency ?? { p50: Number.NaN, p99: Number.NaN };
  console.log(
    `serve ${sessions} sessions: api-debug ${rate(results.fettle).toFixed(0)}/s (p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms), ` +
      `Python echo ${rate(results.tool).toFixed(0)}/s, ratio ${ratio.toFixed(1)} (bar ${bar})`,
  );
  const plain = rate(results.fettle) / rate(results.plain);
  const busy = perProcessor(results.fettle) / perProcessor(results.plain);
  console.log(
    `serve ${sessions} sessions: Python plain echo ${rate(results.plain).toFixed(0)}/s, ratio ${plain.toFixed(1)}; ` +
      `per second of processor time ${busy.toFixed(1)} (no bar)`,
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
