import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scriptedModel } from "../models/scripted.ts";
import { numberRepair } from "../rollouts/testing/number-repair.ts";
import { compare, compareOutcomes } from "./compare.ts";
import { evaluate } from "./evaluate.ts";
import type { Outcome } from "./outcome.ts";
import { comparisonTable } from "./report.ts";

const outcome = (task: string, sample: number, value: number | null, extra: Partial<Outcome> = {}): Outcome => ({
  id: `${task}/${sample}`,
  level: "one",
  seed: 0,
  task,
  sample,
  labels: ["typo"],
  structure: "s",
  return: value,
  solved: value === 1,
  stop: value === null ? "error" : "max_turns",
  truncated: false,
  turns: 1,
  tokens: null,
  failures: 0,
  ...extra,
});

describe("compareOutcomes", () => {
  it("pairs by task, leaves errors out, and counts what only one side has", () => {
    const a = [outcome("x", 0, 1), outcome("x", 1, 0), outcome("y", 0, 0.8), outcome("z", 0, 1), outcome("w", 0, null)];
    const b = [
      outcome("x", 0, 0.25),
      outcome("y", 0, 0.9),
      outcome("y", 1, null),
      outcome("w", 0, 1),
      outcome("v", 0, 1),
    ];
    const { overall, onlyA, onlyB, levels, labels } = compareOutcomes(
      { name: "A", outcomes: a },
      { name: "B", outcomes: b },
    );
    expect(overall).toMatchObject({ tasks: 2, better: 1, worse: 1, equal: 0 });
    expect(overall.a).toBeCloseTo(0.65, 12);
    expect(overall.b).toBeCloseTo(0.575, 12);
    expect(overall.difference.mean).toBeCloseTo(0.075, 12);
    expect(overall.solvedDifference.mean).toBeCloseTo(0.25, 12);
    expect([onlyA, onlyB]).toEqual([1, 2]);
    expect(levels.map(({ name }) => name)).toEqual(["one"]);
    expect(labels[0]).toMatchObject({ name: "typo", tasks: 2 });
  });

  it("refuses two sides without a common task", () => {
    expect(() =>
      compareOutcomes({ name: "A", outcomes: [outcome("x", 0, 1)] }, { name: "B", outcomes: [outcome("y", 0, 1)] }),
    ).toThrow("A and B share no task");
  });
});

describe("compare", () => {
  let root: string;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "fettle-compare-"));
    const shared = { environment: numberRepair(), n: 40, baselines: false };
    await evaluate({ ...shared, model: scriptedModel("oracle"), folder: join(root, "oracle") });
    await evaluate({ ...shared, model: scriptedModel("label"), folder: join(root, "label"), groupSize: 2 });
    await evaluate({ ...shared, model: scriptedModel("label"), folder: join(root, "validation"), split: "validation" });
  }, 60_000);
  afterAll(() => rm(root, { recursive: true, force: true }));

  it("reads two run folders", async () => {
    const comparison = await compare(join(root, "oracle"), join(root, "label"));
    expect(comparison).toMatchObject({ a: "oracle", b: "label", environment: "number-repair", onlyA: 0, onlyB: 0 });
    expect(comparison.overall).toMatchObject({ tasks: 80, better: 80, worse: 0, a: 1 });
    expect(comparison.overall.difference.low).toBeGreaterThan(0.9);
    const table = comparisonTable(comparison);
    for (const text of ["A: oracle", "B: label", "one", "two", "negated", "80 / 0 / 0"]) expect(table).toContain(text);
  });

  it("refuses runs on other tasks, and folders that hold no evaluation", async () => {
    await expect(compare(join(root, "oracle"), join(root, "validation"))).rejects.toThrow("share no task");
    await expect(compare(join(root, "oracle"), root)).rejects.toMatchObject({ code: "bad_run_folder" });
    await writeFile(
      join(root, "config.json"),
      JSON.stringify({ format: "fettle-run/1", kind: "train", started: "", identity: {}, settings: {} }),
    );
    await expect(compare(join(root, "oracle"), root)).rejects.toThrow('holds a run of "train"');
  });
});
