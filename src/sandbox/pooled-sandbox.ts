import { FettleError, messageOf } from "../core/errors.ts";
import { contentHash } from "../core/json.ts";
import type { GradeLimits, PreparedTask, Sandbox, Unscored } from "../core/sandbox.ts";
import { answerCalls } from "./answer-calls.ts";
import type { Backend } from "./backend.ts";
import { gradeSource } from "./grade.ts";
import { Judge, JudgeRefusal } from "./judge.ts";
import { SlotLost } from "./line-process.ts";
import { Pool } from "./pool.ts";
import { runProgram } from "./run-program.ts";
import { Runner } from "./runner.ts";

const defaults = { totalMs: 2000, memoryMb: 256, restarts: 2 };

/** A call may take this many times what the slowest call took the reference, and at least this many milliseconds. */
const slack = 20;
const leastCallMs = 300;

/** The sandbox over one backend, with `slots` jobs at a time. It has not proved itself yet: see `openSandbox`. */
export function pooledSandbox(backend: Backend, slots: number): Sandbox {
  const { programsCanHang, jobsPerRunner: jobs } = backend;
  const runners = new Pool(slots, async () => new Runner(await backend.startRunner(), { programsCanHang, jobs }));
  const judges = new Pool(
    Math.ceil(slots / backend.runnersPerJudge),
    async () => new Judge(await backend.startJudge()),
  );
  const complete = (callMs: number, limits: GradeLimits = {}): Required<GradeLimits> => {
    const totalMs = limits.totalMs ?? Math.max(defaults.totalMs, 2 * callMs);
    return { ...defaults, ...limits, totalMs, callMs: Math.min(limits.callMs ?? callMs, totalMs) };
  };
  return {
    backend: backend.name,
    description: backend.description,
    async prepare(task) {
      const { reference, entry, test } = task;
      const key = contentHash({ reference, entry, test });
      const seed = Number.parseInt(key.slice(0, 7), 16);
      const { recorded } = await trusted(() =>
        judges.use((judge) => judge.ask("prepare", { task: { reference, entry, test, seed } }, { cpuMs: 10_000 })),
      );
      const { calls, sites, expected, slowestMs } = recorded;
      const callMs = Math.ceil(Math.max(leastCallMs, slack * slowestMs));
      return { reference, entry, test, key, seed, calls, sites, expected, callMs };
    },
    grade: (task: PreparedTask, source, limits) =>
      scoring(() => gradeSource({ runners, judges }, task, source, complete(task.callMs, limits))),
    answer: (source, entry, calls, limits) =>
      scoring(() => answerCalls(runners, { source, entry, calls, seed: 0 }, complete(leastCallMs, limits))),
    encodeCalls: async (source) => (await trusted(() => judges.use((judge) => judge.ask("calls", { source })))).calls,
    show: async (entry, calls, frames) => {
      const lines = calls.flatMap((call, index) => [call, frames[index] ?? '["n"]']);
      return (await trusted(() => judges.use((judge) => judge.ask("show", { entry }, { lines })))).shown;
    },
    run: (program) => scoring(() => judging(() => runProgram({ runners, judges }, program))),
    async close() {
      await Promise.all([runners.close(), judges.close()]);
    },
  };
}

/** Turns a failure of ours into an outcome without a score. */
async function scoring<Outcome>(work: () => Promise<Outcome>): Promise<Outcome | Unscored> {
  try {
    return await work();
  } catch (error) {
    if (FettleError.isInstance(error)) throw error;
    const reason = messageOf(error);
    return {
      outcome: "error",
      why: error instanceof SlotLost ? `A process of the sandbox was lost: ${reason}` : reason,
    };
  }
}

/** Turns what the judge says about a task into our error. */
async function judging<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof JudgeRefusal)
      throw new FettleError("no_task", `The task cannot be judged: ${error.message}.`, { cause: error });
    throw error;
  }
}

/** For work on trusted text, which has no outcome of its own: the loss of a judge is an error too. */
async function trusted<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await judging(work);
  } catch (error) {
    if (!(error instanceof SlotLost)) throw error;
    throw new FettleError("unscored", `A process of the sandbox was lost: ${error.message}.`, { cause: error });
  }
}
