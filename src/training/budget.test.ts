import { expect, test } from "vitest";
import { progressOf, rateAt } from "./budget.ts";

test("a budget is spent in steps where it has steps, else in seconds", () => {
  const done = { steps: 3, seconds: 45 };
  expect(progressOf({ steps: 12, seconds: 60 }, done)).toBe(0.25);
  expect(progressOf({ steps: null, seconds: 60 }, done)).toBe(0.75);
  expect(progressOf({ steps: 2, seconds: 60 }, done)).toBe(1);
  expect(progressOf({ steps: 0, seconds: 60 }, { steps: 0, seconds: 0 })).toBe(1);
  expect(progressOf({ steps: null, seconds: 0 }, { steps: 0, seconds: 0 })).toBe(1);
});

test("the learning rate rises, stays, and falls from half-way to its last share", () => {
  expect([0, 0.01, 0.02, 0.25, 0.5].map((progress) => rateAt(progress, 0.3))).toEqual([
    expect.closeTo(0.1),
    expect.closeTo(0.6),
    1,
    1,
    1,
  ]);
  expect([0.75, 1].map((progress) => rateAt(progress, 0.3))).toEqual([expect.closeTo(0.65), expect.closeTo(0.3)]);
  expect(rateAt(1, 0)).toBe(0);
});
