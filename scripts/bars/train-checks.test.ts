import { describe, expect, it } from "vitest";
import type { GrpoRow, MetricsRow, SupervisedRow } from "../../src/training/metrics.ts";
import type { PlayerName, TrainReport } from "../../src/training/report.ts";
import { checkAbove, checkCurve, checkGain, checkRows, checkTasks, curveLine, tableLines } from "./train-checks.ts";

const estimate = (mean: number, low = mean, high = mean, n = 200) => ({
  ...{ mean, low, high, n, clusters: n, standardError: 0 },
});
const cells = (means: Partial<Record<PlayerName, number>>, n: number) =>
  Object.fromEntries(
    Object.entries(means).map(([name, mean]) => [name, { ...estimate(mean, mean, mean, n), solved: estimate(0) }]),
  );

/** A run of two steps that went from 0.2 to `trained` on "locate". */
function report({ trained = 0.3, low = 0.04, n = 200 } = {}): TrainReport {
  const row = (column: "training" | "heldOut") => ({
    level: "locate",
    column,
    promoteAt: 0.7,
    cells: cells({ random: 0.16, constant: 0.04, start: 0.2, trained }, n),
    gain: estimate(trained - 0.2, low, 0.17, n),
    gainOverControl: column === "training" ? estimate(-0.05) : null,
  });
  return {
    format: "fettle-train-report/1",
    ...{ environment: "code-debug", version: "1", splitBy: "functions", seed: 0, model: "llama", parameters: 1 },
    seconds: { warm: 4, grpo: 3, control: null },
    ...{ steps: 2, level: "locate", table: [row("training"), row("heldOut")], labels: [], promotions: [] },
  };
}

const common = { seconds: 1, tokensPerSecond: 1, learningRate: 1, gradNorm: 1, entropy: 1, optimizerSteps: 1 };
const warm = (row: number, elapsed: number, loss: number): SupervisedRow => ({
  ...common,
  ...{ phase: "warm", row, elapsed, loss },
});
const grpo = (row: number, step: number, elapsed: number, reward: number): GrpoRow => ({
  ...common,
  ...{ phase: "grpo", row, step, elapsed, level: "locate", levels: {}, playSeconds: 0.5, learnSeconds: 0.5 },
  reward: { mean: reward, std: 0, min: 0, max: 1 },
  ...{ groups: 1, zeroSignal: 0, dropped: 0, kl: 0, clipShare: 0, learnedTokens: 1, window: null, promotion: null },
  length: { mean: 1, max: 1, turns: 1, truncated: 0 },
});
const rows: MetricsRow[] = [warm(1, 1, 5), warm(2, 2, 4), grpo(3, 1, 1, 0.25), grpo(4, 2, 2, 0.5)];

describe("the table", () => {
  it("is printed with means, gain and interval", () => {
    expect(tableLines(report())).toEqual([
      "locate (training, 200 tasks): random 0.160, constant 0.040, start 0.200, trained 0.300; gain 0.100 [0.040, 0.170]; over the control -0.050",
      "locate (heldOut, 200 tasks): random 0.160, constant 0.040, start 0.200, trained 0.300; gain 0.100 [0.040, 0.170]",
    ]);
  });

  it("has to have 200 tasks in both columns", () => {
    expect(checkTasks(report(), ["locate"])).toEqual([]);
    expect(checkTasks(report({ n: 199 }), ["locate"])).toEqual([
      "the table has no 200 tasks for locate, training",
      "the table has no 200 tasks for locate, heldOut",
    ]);
    expect(checkTasks(report(), ["fix-test"])).toHaveLength(2);
  });

  it("has to show a gain whose interval is above a bound", () => {
    expect(checkGain(report(), "locate", { least: 0.09, above: 0 })).toEqual([]);
    expect(checkGain(report({ low: 0 }), "locate", { above: 0 })).toEqual([
      "the interval of locate's gain begins at 0.000, not above 0",
    ]);
    expect(checkGain(report(), "locate", { least: 0.12, above: 0 })).toEqual(["locate gained 0.100, less than 0.12"]);
    expect(checkGain(report(), "fix-test", { above: 0 })).toHaveLength(2);
  });

  it("has to put the trained model above others, which it has to hold", () => {
    expect(checkAbove(report(), "locate", ["random", "constant"])).toEqual([]);
    expect(checkAbove(report({ trained: 0.16 }), "locate", ["random", "constant"])).toEqual([
      "locate is at 0.160, not above random with 0.160",
    ]);
    expect(checkAbove(report(), "locate", ["control"])).toEqual(["locate is at 0.300, not above control with -"]);
  });
});

describe("the rows", () => {
  it("are those of a whole run", () => {
    expect(checkCurve(rows, report())).toEqual([]);
    expect(curveLine(rows)).toBe("2 steps of GRPO in 0.0 minutes (60.0 a minute), sampled reward 0.250 to 0.500");
  });

  it("have no gap in numbers or time, each phase with a time of its own", () => {
    expect(checkRows([warm(1, 1, 5), warm(3, 2, 4)])).toEqual(["row 2 of warm is numbered 3"]);
    expect(checkRows([warm(1, 1, 5), warm(2, 3, 4)])).toEqual(["warm was at 1 s, took 1 s for row 2 and was at 3 s"]);
  });

  it("hold every step that the report speaks of, after a warm start, and both learn", () => {
    const partial = "the rows are no warm start followed by 2 steps of GRPO";
    expect(checkCurve(rows.slice(0, 3), report())).toEqual([partial]);
    expect(checkCurve(rows.slice(0, 2), report())).toContain(partial);
    expect(checkCurve([warm(1, 1, 5), warm(2, 2, 4), grpo(3, 1, 1, 0), grpo(4, 1, 2, 0)], report())).toEqual([partial]);
    expect(checkCurve([grpo(1, 1, 1, 0), grpo(2, 2, 2, 0)], report())).toContain(partial);
    expect(checkCurve([warm(1, 1, 4), warm(2, 2, 5), ...rows.slice(2)], report())).toEqual([
      "the loss of the warm start went from 4.000 to 5.000",
    ]);
    expect(checkCurve([...rows.slice(0, 3), { ...grpo(4, 2, 2, 0), optimizerSteps: 0 }], report())).toEqual([
      "no group of GRPO had anything to learn from",
    ]);
  });
});
