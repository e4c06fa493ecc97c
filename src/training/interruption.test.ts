import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { openMetrics } from "../metrics/open-metrics.ts";
import type { TrainEvent } from "./events.ts";
import { type MetricsRow, readRows } from "./metrics.ts";
import { firstHeldOutSeed } from "./task-stream.ts";
import { runFolders } from "./testing/folders.ts";
import { letters } from "./testing/letters.ts";
import { smallRun } from "./testing/small-run.ts";
import { TabularEngine } from "./testing/tabular-engine.ts";
import { type TrainSettings, train } from "./train.ts";

const folder = runFolders();

/** Without what a clock says. */
function timeless(rows: MetricsRow[]) {
  const clocks = new Set(["elapsed", "seconds", "playSeconds", "learnSeconds", "tokensPerSecond"]);
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !clocks.has(name))));
}

/** The environment, in which something is done before each task is made. */
const lettersAfter = (before: (request: Parameters<typeof letters.generate>[0]) => unknown): typeof letters => ({
  ...letters,
  async generate(request) {
    await before(request);
    return letters.generate(request);
  },
});

test("a run that stops at any row goes on to the same metrics", { timeout: 240_000 }, async () => {
  const metrics: TrainSettings["metrics"] = ["tensorboard"];
  const brief = { ...smallRun, steps: 8, groups: 4, evaluationTasks: 0, metrics };
  const whole = await folder();
  await train({ ...brief, out: whole });
  const expected = timeless(await readRows(join(whole, "metrics.jsonl")));

  const out = await folder();
  for (const stopAt of [1, 3, 7]) {
    const stop = new AbortController();
    const onEvent = (event: TrainEvent) => {
      if (event.type === "row" && event.row.row === stopAt) stop.abort();
    };
    await expect(train({ ...brief, out, resume: stopAt > 1, onEvent, signal: stop.signal })).rejects.toMatchObject({
      code: "interrupted",
    });
  }
  // And in the middle of a step.
  const stop = new AbortController();
  const createEngine = async ({ vocabularySize }: { vocabularySize: number }) => {
    const engine = new TabularEngine({ vocabulary: vocabularySize });
    const sample = engine.sample.bind(engine);
    engine.sample = (...given) => {
      stop.abort();
      return sample(...given);
    };
    return engine;
  };
  await expect(train({ ...brief, createEngine, out, resume: true, signal: stop.signal })).rejects.toMatchObject({
    code: "interrupted",
  });
  await train({ ...brief, out, resume: true });
  expect(timeless(await readRows(join(out, "metrics.jsonl")))).toEqual(expected);
  const curves = openMetrics({ folder: out, kinds: metrics });
  expect(curves.last).toBe(expected.length);
  curves.close();
});

test("a run that stops before its first step can be begun again", async () => {
  const stop = new AbortController();
  let generated = 0;
  const environment = lettersAfter(() => {
    if (++generated === 10) stop.abort();
  });
  const brief = { ...smallRun, out: await folder(), steps: 1, groups: 2, evaluationTasks: 0 };
  await expect(train({ ...brief, environment, signal: stop.signal })).rejects.toMatchObject({ code: "interrupted" });
  expect(generated).toBe(10);
  expect((await train({ ...brief, resume: true })).steps).toBe(1);
});

test("once a run has stopped, nothing goes on behind its back", async () => {
  const stop = new AbortController();
  let [started, generated] = [false, 0];
  const environment = lettersAfter(async () => {
    if (started) await setTimeout(1);
    generated++;
  });
  const onEvent = ({ type }: TrainEvent) => {
    if (type === "started") started = true;
    if (type === "row") stop.abort();
  };
  const brief = { ...smallRun, environment, out: await folder(), onEvent, signal: stop.signal };
  await expect(train(brief)).rejects.toMatchObject({ code: "interrupted" });
  const before = generated;
  await setTimeout(50);
  expect(generated).toBe(before);
});

test("a stop while the engine learns is heard of once, by whoever started the run", async () => {
  const stop = new AbortController();
  const unheard: unknown[] = [];
  const onUnhandled = (reason: unknown) => unheard.push(reason);
  process.on("unhandledRejection", onUnhandled);
  const environment = lettersAfter(async () => {
    if (stop.signal.aborted) await setTimeout(1);
  });
  const createEngine = async ({ vocabularySize }: { vocabularySize: number }) => {
    const engine = new TabularEngine({ vocabulary: vocabularySize });
    const optimStep = engine.optimStep.bind(engine);
    engine.optimStep = async (given) => {
      stop.abort();
      await setTimeout(20);
      return optimStep(given);
    };
    return engine;
  };
  const brief = { ...smallRun, environment, createEngine, out: await folder(), signal: stop.signal };
  await expect(train(brief)).rejects.toMatchObject({ code: "interrupted" });
  process.off("unhandledRejection", onUnhandled);
  expect(unheard).toEqual([]);
});

test("a stop while held-out tasks are made is heard of, however long those take", async () => {
  const stop = new AbortController();
  let heldOut = 0;
  const environment = lettersAfter(({ seed }) => {
    if (seed >= firstHeldOutSeed && ++heldOut === 3) stop.abort();
  });
  const brief = { ...smallRun, environment, out: await folder(), evaluationTasks: 50, confirm: 50 };
  await expect(train({ ...brief, signal: stop.signal })).rejects.toMatchObject({ code: "interrupted" });
  // The sets of a level are made side by side.
  expect(heldOut).toBeLessThan(10);
});

test("a run that stops while its table is made has no report, and makes it on resuming", async () => {
  const out = await folder();
  const stop = new AbortController();
  const onEvent = (event: TrainEvent) => {
    if (event.type === "evaluating" && event.what === "trained") stop.abort();
  };
  const brief = { ...smallRun, out, steps: 1, groups: 2 };
  await expect(train({ ...brief, onEvent, signal: stop.signal })).rejects.toMatchObject({ code: "interrupted" });
  await expect(readFile(join(out, "report.json"))).rejects.toThrow("ENOENT");
  const { table } = await train({ ...brief, resume: true });
  expect(table[0]?.cells.trained?.n).toBe(6);
});

test("a run goes on without the checkpoint that it began with", async () => {
  const [first, out] = [await folder(), await folder()];
  const brief = { ...smallRun, warmSteps: 8, steps: 1, groups: 2, evaluationTasks: 0 };
  await train({ ...brief, out: first });
  const stop = new AbortController();
  const second = { ...brief, steps: 2, warm: join(first, "start"), out, signal: stop.signal };
  await expect(train({ ...second, onEvent: ({ type }) => type === "row" && stop.abort() })).rejects.toMatchObject({
    code: "interrupted",
  });
  await rm(first, { recursive: true });
  expect(await train({ ...second, signal: undefined, resume: true })).toMatchObject({ steps: 2, seconds: { warm: 0 } });
});

test("two runs at once do not share a folder", async () => {
  const brief = { ...smallRun, out: await folder(), steps: 1, groups: 2, evaluationTasks: 0 };
  const results = await Promise.allSettled([train(brief), train(brief)]);
  const refusals = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  expect(refusals).toEqual([expect.objectContaining({ code: "bad_run_folder" })]);
  expect(await readdir(brief.out)).not.toContain(".lock");
});
