import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { TrainEvent } from "./events.ts";
import { readRows } from "./metrics.ts";
import type { TrainReport } from "./report.ts";
import { reportText } from "./report-text.ts";
import { runFolders } from "./testing/folders.ts";
import { smallRun } from "./testing/small-run.ts";
import { train } from "./train.ts";

const folder = runFolders();

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

test("a promotion that nothing had to confirm is reported, and counts by the table", async () => {
  const report = await train({ ...smallRun, out: await folder(), confirm: 0, steps: 12 });
  const [promotion, ...others] = report.promotions;
  expect(others).toEqual([]);
  expect(promotion).toMatchObject({ from: "after", to: "before", confirmed: null });
  expect(promotion?.counts).toBe((promotion?.final ?? 0) >= 0.7);
  expect(reportText(report)).toContain(`Promoted after → before at step ${promotion?.step}: no unseen tasks had to`);
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
