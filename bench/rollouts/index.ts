/**
 * The load bar of the Rollout API server: 64 workers send groups while a trainer fetches batches and now and then stops, so
 * that the queue is full and senders are asked to wait. Nothing that was acknowledged may be lost or come twice, and memory
 * has to stay flat. Then the same while the server is killed with SIGKILL and started again. Where a Python with atroposlib
 * is at hand, the original's server does the first part on fewer groups, without pauses, beside ours.
 *
 *   npx tsx bench/rollouts/index.ts [--groups 100000] [--kill-groups 20000] [--kills 5] [--compare 1500] [--python PATH]
 */
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Random } from "../../src/core/random.ts";
import { median } from "../median.ts";
import { type LoadResult, load } from "./load.ts";
import { ServerProcess } from "./server.ts";

const { values } = parseArgs({
  options: {
    groups: { type: "string", default: "100000" },
    "kill-groups": { type: "string", default: "20000" },
    kills: { type: "string", default: "5" },
    compare: { type: "string", default: "1500" },
    python: { type: "string", default: process.env.FETTLE_PYTHON ?? "interop/.venv/bin/python" },
    seed: { type: "string", default: "0" },
  },
});
const workers = 64;
const maxQueue = 512;
const random = new Random(`rollouts/${values.seed}`);
const problems: string[] = [];
const root = await mkdtemp(join(tmpdir(), "fettle-rollouts-load-"));

function hold(name: string, result: LoadResult): void {
  const { lost, doubled, odd, hasty } = result;
  for (const [what, count] of Object.entries({ lost, doubled, odd, hasty }))
    if (count > 0) problems.push(`${name}: ${count} ${what}`);
}

/** Whole batches only. */
const whole = (groups: string) => Math.ceil(Number(groups) / 64) * 64;

/** Memory has to be what it was once the server had warmed up. */
async function steady(groups: number): Promise<void> {
  const folder = join(root, "steady");
  const server = await ServerProcess.ours(folder, maxQueue);
  const samples: { arrived: number; mib: number }[] = [];
  let arrived = 0;
  const timer = setInterval(() => samples.push({ arrived, mib: server.memory() ?? Number.NaN }), 200);
  const progress = (count: number) => {
    arrived = count;
  };
  const result = await load({ url: server.url, workers, groups, pauseMs: 1500, pauseEvery: 200, onProgress: progress });
  clearInterval(timer);
  const quarter = (i: number) =>
    median(samples.filter((sample) => Math.floor((4 * sample.arrived) / (groups + 1)) === i).map(({ mib }) => mib));
  const quarters = [0, 1, 2, 3].map(quarter);
  const [, second = Number.NaN, , last = Number.NaN] = quarters;
  await server.stop("SIGTERM");
  const { size } = await stat(join(folder, "journal.jsonl"));
  hold("load", result);
  // A short run sees the heap still growing to the size it works with.
  const slack = groups >= 50_000 ? 16 : 64;
  if (last > second * 1.25 + slack)
    problems.push(`load: memory grew from ${second.toFixed(0)} to ${last.toFixed(0)} MiB`);
  if (result.waits === 0) problems.push("load: nobody was ever asked to wait");
  console.log(
    `rollouts load: ${groups} groups from ${workers} workers in ${result.seconds.toFixed(0)} s ` +
      `(${(groups / result.seconds).toFixed(0)}/s), ${result.lost} lost, ${result.doubled} doubled; asked to wait ` +
      `${result.waits} times, ${result.hasty} came back earlier; memory by quarter ` +
      `${quarters.map((mib) => mib.toFixed(0)).join(", ")} MiB; journal ${(size / 2 ** 20).toFixed(0)} MiB`,
  );
}

async function killed(groups: number, kills: number): Promise<void> {
  const server = await ServerProcess.ours(join(root, "killed"), maxQueue);
  const moments = Array.from({ length: kills }, () => random.int(1, Math.floor(groups * 0.9))).sort((a, b) => a - b);
  let done = 0;
  let restarting = Promise.resolve();
  const result = await load({
    ...{ url: server.url, workers, groups, pauseMs: 300, pauseEvery: 40 },
    onProgress(arrived) {
      if (arrived < (moments[done] ?? Number.POSITIVE_INFINITY)) return;
      done++;
      restarting = restarting.then(async () => {
        await server.stop("SIGKILL");
        await server.start();
      });
    },
  });
  await restarting;
  await server.stop("SIGTERM");
  hold("kill", result);
  if (done < kills) problems.push(`kill: only ${done} kills`);
  console.log(
    `rollouts kill: ${groups} groups, server killed ${done} times and started again, ${result.lost} lost, ${result.doubled} doubled`,
  );
}

/** Alternating rounds, so that both see the same machine. */
async function compared(groups: number, python: string): Promise<void> {
  if (spawnSync(python, ["-c", "import atroposlib.api, uvicorn"]).status !== 0) {
    console.log(`rollouts compare: skipped, ${python} has no atroposlib`);
    return;
  }
  const rates = { ours: [] as number[], original: [] as number[] };
  for (let round = 0; round < 3; round++) {
    const servers = {
      ours: () => ServerProcess.ours(join(root, `compare-${round}`), 1_000_000),
      original: () => ServerProcess.original(python),
    };
    for (const name of ["ours", "original"] as const) {
      const server = await servers[name]();
      const result = await load({ url: server.url, workers, groups, pauseMs: 0, pauseEvery: 1000 });
      await server.stop("SIGTERM");
      rates[name].push(groups / result.seconds);
    }
  }
  const [ours, original] = [median(rates.ours), median(rates.original)];
  console.log(
    `rollouts compare: ${ours.toFixed(0)} groups/s, every one on disk before it is acknowledged; the original ` +
      `${original.toFixed(0)} groups/s in memory; ratio ${(ours / original).toFixed(2)} (no bar)`,
  );
}

try {
  await steady(whole(values.groups));
  if (Number(values.kills) > 0) await killed(whole(values["kill-groups"]), Number(values.kills));
  if (Number(values.compare) > 0) await compared(whole(values.compare), values.python);
} catch (error) {
  problems.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
} finally {
  await rm(root, { recursive: true, force: true });
}
for (const problem of problems) console.error(`broken: ${problem}`);
process.exitCode = problems.length > 0 ? 1 : 0;
