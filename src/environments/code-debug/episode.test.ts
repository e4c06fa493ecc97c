import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sandbox } from "../../core/sandbox.ts";
import { playPolicy } from "../../rollouts/play-policy.ts";
import { openSandbox } from "../../sandbox/open-sandbox.ts";
import { Bench } from "./grade/bench.ts";
import { judge, judgeVisible } from "./grade/judge.ts";
import { seedMetric } from "./grade/reward.ts";
import { openCodeDebug } from "./index.ts";
import { functionOf } from "./library.ts";
import type { CodeDebugTask } from "./task.ts";
import { bodies, clamp, library, meanExercise } from "./testing/library.ts";

const environment = openCodeDebug({ library });
const signal = new AbortController().signal;
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox({ slots: 2 });
});
afterAll(async () => sandbox.close());

/** The first task of a level on the function. */
async function taskOn(level: string, id: string, operator = ""): Promise<CodeDebugTask> {
  for (let seed = 0; seed < 10; seed++) {
    const task = await environment.generate({ level, seed, split: "train", options: { bugs: "all" } });
    const { exercise, operators } = task.secret;
    if (exercise.id === id && (operator === "" || operators[0] === operator)) return task;
  }
  throw new Error(`no task on ${id}`);
}

async function submit(task: CodeDebugTask, ...codes: string[]) {
  const episode = await environment.start(task, { signal, services: { sandbox } });
  const results = [];
  for (const code of codes) {
    const { reward, scores, observation, done, error } = await episode.step("agent", { action: { code } });
    const seed = scores.find(({ name }) => name === seedMetric)?.value;
    results.push({ reward, seed: seed == null ? null : 2 * seed - 1, feedback: observation.feedback, done, error });
  }
  return results;
}

const fixedClamp = functionOf(clamp, clamp.body);

/** Gives all calls that it finds in memory, or says them while it loads. */
const find = "[x for x in gc.get_objects() if type(x) is list and x and type(x[0]) is str and x[0].startswith('[[')]";
const telling = `import gc\ndef clamp(value, low, high):\n    return ${find}\n`;
const shouting = `import gc\nraise ValueError(str(${find}))\n`;

describe("what is shown", () => {
  it.each([telling, shouting])("comes from a process that was sent no hidden input", async (code) => {
    const bench = new Bench(sandbox);
    const { graded } = await judge(bench, clamp, bodies.swapped, code);
    // The grade itself, which nobody is shown, has them: else this would test nothing.
    expect(JSON.stringify(graded)).toContain("[[-4,0,9],");
    const seen = await judgeVisible(bench, clamp, code);
    expect(JSON.stringify(seen)).toContain("[[7,0,5],");
    expect(JSON.stringify(seen)).not.toContain("[[-4,0,9],");
  });

  it("is nothing of the program where no test is visible", async () => {
    const bench = new Bench(sandbox);
    expect(await judgeVisible(bench, { ...clamp, visible: [] }, shouting)).toBeNull();
  });
});

describe("repairs", () => {
  it("pays the reference 1 and the faulty function 0", async () => {
    const task = await taskOn("fix-docstring", "clamp", "swap");
    expect(await submit(task, task.public.code, fixedClamp)).toMatchObject([
      { reward: 0, seed: -0.5 },
      { reward: 0.9, seed: 1, feedback: "All tests pass.", done: true },
    ]);
    expect(await submit(task, fixedClamp)).toMatchObject([{ reward: 1, done: true }]);
  });

  it("pays one of two repairs in part", async () => {
    const task = await taskOn("fix-two", "clamp");
    const [half] = await submit(task, functionOf(clamp, bodies.lowered));
    expect(half?.seed).toBeGreaterThan(-0.5);
    expect(half?.seed).toBeLessThan(0.9);
    expect(half?.reward).toBeCloseTo((half!.seed! + 0.5) / 1.5, 9);
  });

  it("calls what loses a test, does not load or is no answer broken", async () => {
    const task = await taskOn("fix-docstring", "clamp", "swap");
    const [lost, syntax, none] = await submit(task, "def clamp(v, a, b):\n    return None\n", "def clamp(:\n", "");
    expect(lost).toMatchObject({ reward: 0, seed: -1 });
    expect(syntax).toMatchObject({
      reward: 0,
      seed: -1,
      feedback: expect.stringMatching(/does not load: SyntaxError.*line 1/),
    });
    expect(none).toMatchObject({ reward: 0, seed: -1 });
    const episode = await environment.start(task, { signal, services: { sandbox } });
    const unread = await episode.step("agent", { problem: "no code" });
    expect(unread.scores).toMatchObject([{ value: 0 }, { name: seedMetric, value: 0 }]);
  });

  it("gives an answer that is the function alone the imports and functions of the task", async () => {
    const task = await taskOn("fix-docstring", "mean");
    expect(await submit(task, functionOf(meanExercise, meanExercise.body))).toMatchObject([{ reward: 1 }]);
    const future = `from __future__ import annotations\n\n${functionOf(meanExercise, meanExercise.body)}`;
    expect(await submit(task, future)).toMatchObject([{ reward: 1 }]);
  });

  it("tells which visible tests fail, with the answer's own frames, and nothing of hidden ones", async () => {
    const task = await taskOn("fix-test", "mean");
    const code = "def mean(values):\n    x = 1\n    return x / 0\n";
    const [{ feedback = "" } = {}] = await submit(task, code);
    expect(feedback).toBe(
      [
        "1 of 1 visible tests fail.",
        "assert mean([1, 2]) == 1.5",
        "  mean([1, 2]) raised ZeroDivisionError: division by zero",
        "    line 3, in mean: return x / 0",
      ].join("\n"),
    );
    const [hidden] = await submit(task, "def mean(values):\n    return 1.5\n");
    expect(hidden?.feedback).toBe("All 1 visible tests pass, but some of the hidden ones fail.");
  });

  it("refuses to score without a sandbox", async () => {
    const task = await taskOn("fix-docstring", "clamp");
    const episode = await environment.start(task, { signal, services: {} });
    expect(await episode.step("agent", { action: { code: fixedClamp } })).toMatchObject({
      reward: null,
      done: true,
      error: "there is no sandbox to run the code in",
    });
  });
});

describe("policies", () => {
  it.each(environment.levels.map(({ name }) => name))("keep to their bounds on %s", async (level) => {
    const { policies } = environment.roles.agent!;
    for (const id of level === "fix-two" ? ["clamp"] : ["clamp", "mean"]) {
      const task = await taskOn(level, id);
      for (const [policy, { kind, levels }] of Object.entries(policies)) {
        if (levels && !levels.includes(level)) continue;
        const result = await playPolicy(environment, task, { policy }, { services: { sandbox } });
        expect({ policy, error: result.error }).toEqual({ policy, error: null });
        if (kind === "oracle") expect({ policy, return: result.return }).toEqual({ policy, return: 1 });
        else if (kind !== "random") expect({ policy, return: result.return }).toEqual({ policy, return: 0 });
      }
    }
  });
});
