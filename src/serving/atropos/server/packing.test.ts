import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canFill, pickBatch, pickExactly } from "./packing.ts";

/** Every subset that adds up, in lexicographic order of the indexes: the definition, by brute force. */
function firstSubset(sizes: number[], target: number, from = 0): number[] | null {
  if (target === 0) return [];
  for (let i = from; i < sizes.length; i++) {
    const size = sizes[i] ?? 0;
    if (size > target) continue;
    const rest = firstSubset(sizes, target - size, i + 1);
    if (rest) return [i, ...rest];
  }
  return null;
}

describe("pickExactly", () => {
  it("takes the oldest units that add up, and nothing else", () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { maxLength: 9 });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 16 }), (list, target) => {
        expect(pickExactly(list, target)).toEqual(firstSubset(list, target));
      }),
    );
  });

  it("finds what greed misses: groups of 3 and 2 in a batch of 8", () => {
    expect(pickExactly([3, 3, 3, 3, 2], 8)).toEqual([0, 1, 4]);
    expect(pickExactly([3, 3, 3, 3], 8)).toBeNull();
  });

  it("is quick for thousands of units that cannot make a batch", () => {
    const started = performance.now();
    expect(pickExactly(new Array(4000).fill(4), 1023)).toBeNull();
    expect(performance.now() - started).toBeLessThan(5000);
  });
});

describe("canFill", () => {
  it.each([
    [4, [], 8, true],
    [3, [], 8, false],
    [3, [2], 8, true],
    [3, [5], 8, true],
    [16, [1], 8, false],
    [8, [3], 8, true],
    [0, [1], 8, false],
  ])("a unit of %i beside %j in a batch of %i: %s", (size, others, target, expected) => {
    expect(canFill(size, others, target)).toBe(expected);
  });
});

describe("pickBatch", () => {
  const units = (...sizes: [env: number | null, size: number][]) => sizes.map(([env, size]) => ({ env, size }));

  it("holds the minimum of each environment, oldest first otherwise", () => {
    const queue = units([0, 4], [0, 4], [0, 4], [1, 4], [null, 4]);
    expect(pickBatch(queue, 8)).toEqual([0, 1]);
    expect(pickBatch(queue, 8, new Map([[1, 4]]))).toEqual([0, 3]);
  });

  it("waits for an environment that has a minimum and no units", () => {
    expect(pickBatch(units([0, 4], [0, 4]), 8, new Map([[1, 2]]))).toBeNull();
  });

  it("scales minimums that exceed the batch", () => {
    const queue = units([0, 4], [0, 4], [1, 4], [1, 4]);
    const minimums = new Map([
      [0, 8],
      [1, 8],
    ]);
    expect(pickBatch(queue, 8, minimums)).toEqual([0, 2]);
  });

  it("does not wait for what can never fit beside another minimum", () => {
    const minimums = new Map([
      [0, 4],
      [1, 4],
    ]);
    expect(pickBatch(units([0, 8], [1, 8]), 8, minimums)).toEqual([0]);
  });

  it("fills up with units of no environment", () => {
    expect(pickBatch(units([null, 4], [0, 4]), 8, new Map([[0, 4]]))).toEqual([0, 1]);
  });
});
