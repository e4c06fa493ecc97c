import { cpSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deserialize } from "node:v8";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { TrainEvent } from "./events.ts";
import { readRows, type SupervisedRow } from "./metrics.ts";
import { smallRun } from "./testing/small-run.ts";
import { TabularEngine } from "./testing/tabular-engine.ts";
import { type TrainSettings, train } from "./train.ts";

let [root, now] = ["", 0];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "control-"));
  now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(root, { recursive: true });
});

/** Sampling takes five seconds and an optimiser step one, on a clock that stands still otherwise. */
class PunctualEngine extends TabularEngine {
  override sample(...given: Parameters<TabularEngine["sample"]>) {
    now += 5000;
    return super.sample(...given);
  }
  override optimStep(...given: Parameters<TabularEngine["optimStep"]>) {
    now += 1000;
    return super.optimStep(...given);
  }
}

const settings = {
  ...smallRun,
  createEngine: async ({ vocabularySize }) => new PunctualEngine({ vocabulary: vocabularySize }),
  steps: 4,
  groups: 2,
  evaluationTasks: 1,
  confirm: 0,
  control: true,
  checkpointEvery: 2,
} satisfies TrainSettings;

/** One session; `atRow` hears of the control's rows. Resolves to them and to what the session came to. */
async function session(given: TrainSettings & { out: string }, atRow: (row: SupervisedRow) => void = () => {}) {
  const rows: SupervisedRow[] = [];
  const onEvent = (event: TrainEvent) => {
    if (event.type !== "row" || event.row.phase !== "control") return;
    rows.push(event.row);
    atRow(event.row);
  };
  const [result] = await Promise.allSettled([train({ ...given, onEvent })]);
  return { rows, result };
}

/** As `session`, stopped as by Ctrl-C once the control has done so many rounds. */
function stopped(given: TrainSettings & { out: string }, rounds: number) {
  const stop = new AbortController();
  return session({ ...given, signal: stop.signal }, ({ row }) => row === rounds && stop.abort());
}

async function left(out: string) {
  return {
    report: JSON.parse(await readFile(join(out, "report.json"), "utf8")),
    rows: await readRows(join(out, "metrics.jsonl")),
    controlRows: await readRows(join(out, "control", "metrics.jsonl")),
    weights: deserialize(await readFile(join(out, "control", "model", "tabular.bin"))),
  };
}

test("a control that was killed or stopped comes to what it comes to when left alone", {
  timeout: 240_000,
}, async () => {
  const [whole, killed, cut] = ["whole", "killed", "stopped"].map((name) => join(root, name));
  // What a kill leaves behind in the third round, with its row written and the last checkpoint from the second.
  const alone = await session({ ...settings, out: whole! }, ({ row }) => {
    if (row === 3) cpSync(whole!, killed!, { recursive: true });
  });
  const expected = await left(whole!);
  expect(expected.controlRows).toEqual(alone.rows);
  expect(alone.rows.length).toBeGreaterThan(4);
  expect(expected.report.seconds.control).toBe(alone.rows.at(-1)?.elapsed);

  const resumed = await session({ ...settings, out: killed!, resume: true });
  expect(resumed.rows).toEqual(alone.rows.slice(2));
  expect(await left(killed!)).toEqual(expected);

  const interrupted = await stopped({ ...settings, out: cut! }, 2);
  expect(interrupted.result).toMatchObject({ status: "rejected", reason: { code: "interrupted" } });
  expect(interrupted.rows).toEqual(alone.rows.slice(0, 2));
  expect((await session({ ...settings, out: cut!, resume: true })).rows).toEqual(alone.rows.slice(2));
  expect(await left(cut!)).toEqual(expected);

  // Once it has learned, it has learned: the table alone is made again.
  const again = await session({ ...settings, out: cut!, resume: true });
  expect(again.rows).toEqual([]);
  expect(await left(cut!)).toEqual(expected);
});

test("beside GRPO it goes on from its own checkpoint, to the same seconds in all", { timeout: 240_000 }, async () => {
  const out = join(root, "run");
  const beside = { ...settings, steps: undefined, minutes: 2, checkpointEvery: 1, out };
  const first = await stopped(beside, 2);
  expect(first.result).toMatchObject({ status: "rejected", reason: { code: "interrupted" } });
  const second = await session({ ...beside, resume: true });
  const rows = [...first.rows, ...second.rows];
  expect(rows.map(({ row }) => row)).toEqual(rows.map((_, i) => i + 1));
  const { report, controlRows } = await left(out);
  expect(controlRows).toEqual(rows);
  expect(rows.at(-2)?.elapsed).toBeLessThan(120);
  expect(report.seconds.control).toBeGreaterThanOrEqual(120);
});
