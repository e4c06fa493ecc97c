import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { openMetrics } from "../metrics/open-metrics.ts";
import type { TrainEvent } from "./events.ts";
import { type MetricsRow, readRows } from "./metrics.ts";
import type { TrainReport } from "./report.ts";
import { reportText } from "./report-text.ts";
import { firstConfirmSeed, firstHeldOutSeed } from "./task-stream.ts";
import { letters } from "./testing/letters.ts";
import { smallRun } from "./testing/small-run.ts";
import { TabularEngine } from "./testing/tabular-engine.ts";
import { type TrainSettings, train } from "./train.ts";

const folders: string[] = [];
async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "train-"));
  folders.push(path);
  return join(path, "run");
}
afterEach(async () => {
  for (const path of folders.splice(0)) await rm(path, { recursive: true });
});

/** Without what a clock says. */
function timeless(rows: MetricsRow[]) {
  const clocks = new Set(["elapsed", "seconds", "playSeconds", "learnSeconds", "tokensPerSecond"]);
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !clocks.has(name))));
}

test("a run warms up, learns, is promoted, and reports", { timeout: 240_000 }, async () => {
  const out = await folder();
  const events: TrainEvent[] = [];
  const report = await train({ ...smallRun, out, onEvent: (event) => events.push(event) });
  const rows = await readRows(join(out, "metrics.jsonl"));
  expect(rows.filter(({ phase }) => phase === "grpo")).toHaveLength(30);
  expect(rows.map(({ row }) => row)).toEqual(rows.map((_, i) => i + 1));
  expect(report.promotions).toEqual([expect.objectContaining({ from: "after", to: "before", counts: true })]);
  const easy = report.table.find(({ level, column }) => level === "after" && column === "training");
  expect(easy?.cells.oracle?.mean).toBe(1);
  expect(easy?.cells.noop?.mean).toBe(0);
  const rewards = rows.flatMap((row) => (row.phase === "grpo" ? [row.levels.after?.reward ?? 0] : []));
  expect(Math.max(...rewards)).toBeGreaterThan(2 * (rewards[0] ?? 1));
  expect(easy?.cells.trained?.mean).toBeGreaterThan(easy?.cells.constant?.mean ?? 1);
  expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(["started", "row", "promotion", "finished"]));
  expect(JSON.parse(await readFile(join(out, "report.json"), "utf8"))).toEqual(report);
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
  const environment: typeof letters = {
    ...letters,
    async generate(request) {
      if (++generated === 10) stop.abort();
      return letters.generate(request);
    },
  };
  const brief = { ...smallRun, out: await folder(), steps: 1, groups: 2, evaluationTasks: 0 };
  await expect(train({ ...brief, environment, signal: stop.signal })).rejects.toMatchObject({ code: "interrupted" });
  expect(generated).toBe(10);
  expect((await train({ ...brief, resume: true })).steps).toBe(1);
});

test("a warm start ends once all labels are known up to their limits, and does not begin with nothing to learn", async () => {
  const brief = { ...smallRun, warmSteps: 10_000, steps: 1, groups: 2, evaluationTasks: 0 };
  const out = await folder();
  await train({ ...brief, out, warmLimits: [..."abcdef"].map((letter) => `${letter}=0.001`) });
  const rows = await readRows(join(out, "metrics.jsonl"));
  expect(rows.at(-1)).toMatchObject({ phase: "grpo" });
  expect(rows.length).toBeGreaterThan(1);
  await expect(train({ ...brief, out: await folder(), context: 4 })).rejects.toMatchObject({
    code: "no_task",
    hint: expect.stringContaining("--context"),
  });
});

test("once a run has stopped, nothing goes on behind its back", async () => {
  const stop = new AbortController();
  let [started, generated] = [false, 0];
  const environment: typeof letters = {
    ...letters,
    async generate(request) {
      if (started) await setTimeout(1);
      generated++;
      return letters.generate(request);
    },
  };
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
  const environment: typeof letters = {
    ...letters,
    async generate(request) {
      if (stop.signal.aborted) await setTimeout(1);
      return letters.generate(request);
    },
  };
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

test("a promotion that nothing had to confirm is reported, and counts by the table", async () => {
  const report = await train({ ...smallRun, out: await folder(), confirm: 0, steps: 12 });
  const [promotion, ...others] = report.promotions;
  expect(others).toEqual([]);
  expect(promotion).toMatchObject({ from: "after", to: "before", confirmed: null });
  expect(promotion?.counts).toBe((promotion?.final ?? 0) >= 0.7);
  expect(reportText(report)).toContain(`Promoted after → before at step ${promotion?.step}: no unseen tasks had to`);
});

test("a stop while held-out tasks are made is heard of, however long those take", async () => {
  const stop = new AbortController();
  let heldOut = 0;
  const environment: typeof letters = {
    ...letters,
    async generate(request) {
      if (request.seed >= firstHeldOutSeed && ++heldOut === 3) stop.abort();
      return letters.generate(request);
    },
  };
  const brief = { ...smallRun, environment, out: await folder(), evaluationTasks: 50, confirm: 50 };
  await expect(train({ ...brief, signal: stop.signal })).rejects.toMatchObject({ code: "interrupted" });
  // The sets of a level are made side by side.
  expect(heldOut).toBeLessThan(10);
});

test("unseen tasks that all end in an error confirm nothing, and are said to", async () => {
  const environment: typeof letters = {
    ...letters,
    start(task, context) {
      if (task.seed >= firstConfirmSeed) throw new Error("the judge is gone");
      return letters.start(task, context);
    },
  };
  const declined: TrainEvent[] = [];
  const onEvent = (event: TrainEvent) => void (event.type === "declined" && declined.push(event));
  const brief = { ...smallRun, environment, out: await folder(), evaluationTasks: 0 };
  expect(await train({ ...brief, steps: 20, onEvent })).toMatchObject({ promotions: [], level: "after" });
  expect(declined[0]).toEqual({ type: "declined", level: "after", confirmed: null });
});

test("a run whose episodes all fail stops while little is lost, with the reason", async () => {
  let broken = false;
  const environment: typeof letters = {
    ...letters,
    start(task, context) {
      if (broken) throw new Error("the judge is gone");
      return letters.start(task, context);
    },
  };
  const rows: MetricsRow[] = [];
  const onEvent = (event: TrainEvent) => {
    if (event.type !== "row") return;
    rows.push(event.row);
    broken ||= event.row.phase === "grpo";
  };
  const brief = { ...smallRun, out: await folder(), evaluationTasks: 0, confirm: 0 };
  await expect(train({ ...brief, environment, onEvent })).rejects.toMatchObject({
    code: "model_failed",
    message: expect.stringContaining("the judge is gone"),
    hint: expect.stringContaining("--resume"),
  });
  expect(rows.length).toBeLessThan(10);
});

test("pictures are extra, and a report that cannot be written is a matter of the folder", async () => {
  const out = await folder();
  const notes: string[] = [];
  const onEvent = (event: TrainEvent) => void (event.type === "note" && notes.push(event.message));
  const brief = { ...smallRun, out, steps: 1, groups: 2, evaluationTasks: 2, onEvent };
  await mkdir(out);
  await writeFile(join(out, "plots"), "in the way");
  expect((await train(brief)).table).toHaveLength(4);
  expect(notes).toEqual([expect.stringContaining("plots could not be drawn")]);
  await rm(join(out, "report.json"));
  await mkdir(join(out, "report.json"));
  await expect(train({ ...brief, resume: true })).rejects.toMatchObject({ code: "bad_run_folder" });
});

test("demonstrations in which the oracle never has its turn are refused", async () => {
  const environment: typeof letters = {
    ...letters,
    async start(...given) {
      const episode = await letters.start(...given);
      let over = false;
      const step: typeof episode.step = (...turn) => {
        over = true;
        return episode.step(...turn);
      };
      return { ...episode, turn: () => (over ? null : episode.turn()), step };
    },
  };
  await expect(train({ ...smallRun, environment, out: await folder(), recovery: 1 })).rejects.toMatchObject({
    code: "no_task",
    hint: expect.stringContaining("--recovery"),
  });
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

test("the start in the report is what the warm start left behind, in one command as in two", async () => {
  const [first, second] = [await folder(), await folder()];
  const brief = { ...smallRun, groups: 2 };
  const startOf = ({ table }: TrainReport) => table.map(({ cells }) => cells.start);
  const warm = await train({ ...brief, out: first, steps: 0 });
  const onward = await train({ ...brief, out: second, steps: 6, warm: join(first, "start") });
  const whole = await train({ ...brief, out: await folder(), steps: 6 });
  const untrained = await train({ ...brief, out: await folder(), warmSteps: 0, warm: "none", steps: 0 });
  expect(warm.table.map(({ cells }) => cells.trained)).toEqual(startOf(warm));
  expect(startOf(onward)).toEqual(startOf(warm));
  expect(startOf(whole)).toEqual(startOf(warm));
  expect(startOf(untrained)).not.toEqual(startOf(warm));
});

test("a folder with a run is not overwritten, nor continued with other options", async () => {
  const out = await folder();
  const brief = { ...smallRun, out, steps: 1, evaluationTasks: 0 };
  await expect(train({ ...brief, warm: "nowhere" })).rejects.toThrow("no checkpoint folder nowhere");
  await expect(train({ ...brief, environmentOptions: 7 })).rejects.toMatchObject({ code: "bad_option" });
  await expect(train({ ...brief, warmLevels: ["before", "nowhere"] })).rejects.toMatchObject({ code: "unknown_level" });
  // Nothing came of that, so nothing is in the way.
  await train(brief);
  await expect(train(brief)).rejects.toMatchObject({
    code: "bad_run_folder",
    hint: expect.stringContaining("--resume"),
  });
  await expect(train({ ...brief, resume: true, groupSize: 4 })).rejects.toThrow(/was started with groupSize 8/);
  const timed = { ...brief, out: await folder(), steps: undefined, minutes: 0 };
  await train(timed);
  await expect(train({ ...timed, resume: true, steps: 4 })).rejects.toThrow(/was started with steps left out/);
});

test("two runs at once do not share a folder", async () => {
  const brief = { ...smallRun, out: await folder(), steps: 1, groups: 2, evaluationTasks: 0 };
  const results = await Promise.allSettled([train(brief), train(brief)]);
  const refusals = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  expect(refusals).toEqual([expect.objectContaining({ code: "bad_run_folder" })]);
  expect(await readdir(brief.out)).not.toContain(".lock");
});

test("limits of the warm start that would change nothing are refused before anything is learned", async () => {
  const out = await folder();
  const brief = { ...smallRun, out, steps: 0, evaluationTasks: 0 };
  const refused = (given: Partial<TrainSettings>, message: RegExp) =>
    expect(train({ ...brief, ...given })).rejects.toMatchObject({
      code: "bad_option",
      message: expect.stringMatching(message),
    });
  await refused({ warmLimits: ["a=0.5", "a"] }, /warmLimits\.1: write a label and a probability/);
  await refused({ warmLimits: ["a=0.5", "g=0.5"] }, /^--warm-limits g=0\.5: of 200 tasks of level "after"/);
  await refused({ warmLimits: ["a=0.5"], warm: tmpdir() }, /there is no warm start to limit/);
  await train({ ...brief, warmLimits: ["a=0.5"] });
  expect(await readRows(join(out, "metrics.jsonl"))).not.toEqual([]);
});
