import { describe, expect, it } from "vitest";
import { seedMetric, seedReward, seedRewardOf, settle, toMetric, toValue } from "./reward.ts";

describe("the table of the founding document", () => {
  it.each([
    [{ kind: "solved" }, 1, 1],
    [{ kind: "partial", share: 0.5 }, 0.2, 0.7 / 1.5],
    [{ kind: "partial", share: 1 }, 0.9, 1.4 / 1.5],
    [{ kind: "unchanged" }, -0.5, 0],
    [{ kind: "broken" }, -1, 0],
  ] as const)("%j", (outcome, seed, value) => {
    expect(seedReward(outcome)).toBeCloseTo(seed, 12);
    expect(toValue(seedReward(outcome))).toBeCloseTo(value, 12);
  });

  it("comes back out of a trace", () => {
    const turn = (seed: number | null) =>
      ({ scores: seed === null ? [] : [{ name: seedMetric, value: toMetric(seed) }] }) as never;
    expect(seedRewardOf({ turns: [turn(1)], return: 1 })).toBe(1);
    expect(seedRewardOf({ turns: [turn(-1), turn(0.2)], return: toValue(0.2) })).toBeCloseTo(0.2, 12);
    expect(seedRewardOf({ turns: [turn(-1), turn(-0.5)], return: 0 })).toBe(-0.5);
    expect(seedRewardOf({ turns: [turn(-1), turn(-1)], return: 0 })).toBe(-1);
    expect(seedRewardOf({ turns: [turn(null), turn(-1)], return: 0 })).toBe(-0.5);
    const [settled = 0] = settle([{ return: 1, solved: true, completionTokens: 1536 }]);
    expect(seedRewardOf({ turns: [turn(1)], return: settled })).toBeCloseTo(0.5, 12);
  });
});

describe("settle", () => {
  const won = (completionTokens: number | null) => ({ return: 1, solved: true, completionTokens });

  it("takes from long answers when all are right", () => {
    const settled = settle([won(10), won(1024), won(1536), won(2048), won(9000)]);
    expect(settled).toEqual([
      1,
      1,
      expect.closeTo(1 / 1.5, 12),
      expect.closeTo(0.5 / 1.5, 12),
      expect.closeTo(1 / 3, 12),
    ]);
  });

  it("leaves groups alone that are not all right, or not counted", () => {
    expect(settle([won(5000), { return: 0.3, solved: false, completionTokens: 5 }])).toEqual([1, 0.3]);
    expect(settle([won(5000), won(null)])).toEqual([1, 1]);
  });
});
