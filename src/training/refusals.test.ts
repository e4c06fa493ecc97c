import { mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { TrainEvent } from "./events.ts";
import { type MetricsRow, readRows } from "./metrics.ts";
import type { CreateEngine } from "./setup.ts";
import { firstConfirmSeed } from "./task-stream.ts";
import { runFolders } from "./testing/folders.ts";
import { letters } from "./testing/letters.ts";
import { smallRun } from "./testing/small-run.ts";
import { TabularEngine } from "./testing/tabular-engine.ts";
import { type TrainSettings, train } from "./train.ts";

const folder = runFolders();

test("unseen tasks that all end in an error confirm nothing, and are said to", async () => {
  const environment: typeof letters = {
    ...letters,
    levels: letters.levels.map((level) => ({ ...level, promoteAt: level.promoteAt === null ? null : 0 })),
    start(task, context) {
      if (task.seed >= firstConfirmSeed) throw new Error("the judge is gone");
      return letters.start(task, context);
    },
  };
  const declined: TrainEvent[] = [];
  const onEvent = (event: TrainEvent) => void (event.type === "declined" && declined.push(event));
  const brief = { ...smallRun, environment, out: await folder(), evaluationTasks: 0, steps: 1, groups: 2, window: 1 };
  expect(await train({ ...brief, onEvent })).toMatchObject({ promotions: [], level: "after" });
  expect(declined).toEqual([{ type: "declined", level: "after", confirmed: null }]);
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

test("what every engine of a run has to say is a note of the run, once", async () => {
  const notes: string[] = [];
  const onEvent = (event: TrainEvent) => void (event.type === "note" && notes.push(event.message));
  let engines = 0;
  const createEngine: CreateEngine = async ({ vocabularySize }, { log }) => {
    engines++;
    log("another runtime is in use");
    return new TabularEngine({ vocabulary: vocabularySize });
  };
  const brief = { ...smallRun, out: await folder(), steps: 1, groups: 2, evaluationTasks: 2, control: true };
  await train({ ...brief, createEngine, onEvent });
  expect(engines).toBeGreaterThan(1);
  expect(notes).toEqual(["another runtime is in use"]);
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

test("a folder with a run is not overwritten, nor continued with other options", async () => {
  const out = await folder();
  const brief = { ...smallRun, out, steps: 1, evaluationTasks: 0 };
  await expect(train({ ...brief, warm: "nowhere" })).rejects.toThrow("no checkpoint folder nowhere");
  await expect(train({ ...brief, heads: 3 })).rejects.toMatchObject({
    code: "bad_option",
    hint: expect.stringContaining("multiple of 6"),
  });
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
