import type { z } from "zod";
import type { Graded, GradeLimits, PreparedTask, SiteResult } from "../core/sandbox.ts";
import { answerCalls } from "./answer-calls.ts";
import { type Judge, JudgeRefusal, type replySchemas } from "./judge.ts";
import type { Pool } from "./pool.ts";
import type { Runner } from "./runner.ts";

/** Calls beyond the recorded ones that a test may make because of what a candidate answered. */
const mostExtraCalls = 20;

type Replay = z.output<typeof replySchemas.replay>;
type Counts = Extract<Replay, { run: number[] }>;

/** Runs a candidate on a task's calls and has a judge replay the test on the answers. Rejects with `SlotLost`. */
export async function gradeSource(
  pools: { runners: Pool<Runner>; judges: Pool<Judge> },
  task: PreparedTask,
  source: string,
  limits: Required<GradeLimits>,
): Promise<Graded> {
  const { entry, calls } = task;
  const seed = candidateSeed(task);
  const answers = await answerCalls(pools.runners, { source, entry, calls, seed }, limits);
  const { frames, load } = answers;
  let cpuMs = answers.cpuMs;
  const extra: Record<string, string> = {};
  for (let rounds = 0; ; rounds++) {
    const final = load !== null || rounds >= mostExtraCalls || cpuMs >= limits.totalMs;
    const replay = await replayOn(pools.judges, task, { frames, extra, final });
    if (!("need" in replay)) return score(task, replay, { load, cpuMs });
    const rest = { ...limits, restarts: 0, totalMs: limits.totalMs - cpuMs };
    const answer = await answerCalls(pools.runners, { source, entry, calls: [replay.need], seed }, rest);
    cpuMs += answer.cpuMs;
    extra[replay.need] = answer.frames[0] ?? '["n"]';
  }
}

/** The candidate draws from another stream than the test, fixed for the task. */
function candidateSeed({ seed }: PreparedTask): number {
  return (seed ^ 0x5bd1e995) >>> 1;
}

async function replayOn(
  judges: Pool<Judge>,
  task: PreparedTask,
  { frames, extra, final }: { frames: readonly string[]; extra: Record<string, string>; final: boolean },
): Promise<Counts | { need: string } | { ended: string }> {
  return judges.use(async (judge) => {
    const { key, reference, entry, test, seed, calls } = task;
    const ask = (known: boolean) =>
      judge.ask(
        "replay",
        { key, extra, final, ...(known ? {} : { task: { reference, entry, test, seed }, calls }) },
        { lines: frames },
      );
    try {
      const reply = await ask(judge.known.has(key));
      judge.known.add(key);
      if (!("unknown" in reply)) return reply;
      const again = await ask(false);
      if (!("unknown" in again)) return again;
      throw new Error("the judge does not keep its tasks");
    } catch (error) {
      if (error instanceof JudgeRefusal && error.reason !== "task") return { ended: error.message };
      throw error;
    }
  });
}

/** Counts to a grade. The denominator of a site is what the reference reached, or more if this run reached more. */
function score(
  task: PreparedTask,
  counts: Counts | { ended: string },
  { load, cpuMs }: { load: Graded["load"]; cpuMs: number },
): Graded {
  const judged = "run" in counts ? counts : { run: [], ok: [], failures: [], strays: [] };
  const sites: SiteResult[] = task.sites.map(([line, text], index) => ({
    line,
    text,
    expected: task.expected[index] ?? 0,
    run: judged.run[index] ?? 0,
    ok: judged.ok[index] ?? 0,
  }));
  const counted = sites.filter(({ expected }) => expected > 0);
  const full = counted.filter(({ expected, run, ok }) => run === expected && ok === expected).length;
  const shares = counted.map(({ expected, run, ok }) => ok / Math.max(expected, run));
  const ended = "ended" in counts ? counts.ended : null;
  return {
    outcome: "graded",
    passed: full === counted.length && judged.strays.length === 0 && ended === null && load === null,
    share: shares.reduce((sum, share) => sum + share, 0) / counted.length,
    full,
    total: counted.length,
    sites,
    failures: judged.failures
      .filter(([site]) => (task.expected[site] ?? 0) > 0)
      .map(([site, problem, calls]) => ({ site, problem, calls })),
    strays: judged.strays,
    load,
    ended,
    cpuMs,
  };
}
