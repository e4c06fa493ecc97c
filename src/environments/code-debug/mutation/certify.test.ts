import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sandbox } from "../../../core/sandbox.ts";
import { openSandbox } from "../../../sandbox/open-sandbox.ts";
import { topic } from "../corpus/exercise.ts";
import { divide } from "../visible.ts";
import { doubleMutantOf, fingerprint, mutantOf, mutantsOf } from "./certified.ts";
import { certify } from "./certify.ts";
import { Trial } from "./trial.ts";

const source = `def first_above(values: list[int], bound: int) -> int:
    """Where the first value above a bound stands, or -1.

    >>> first_above([1, 5, 7], 4)
    1
    """
    place = 0
    while place < len(values):
        if values[place] > bound:
            return place
        place += 1
    return -1
`;
const assertions = [
  "assert first_above([1, 5, 7], 4) == 1",
  "assert first_above([], 4) == -1",
  "assert first_above([4, 4], 4) == -1",
  "assert first_above([9], 4) == 0",
  "assert first_above([0, 0, 3], 0) == 2",
];
const [exercise, wrong] = topic("searching", [
  [source, assertions.join("\n")],
  [source.replaceAll("first_above", "first_over"), "assert first_over([9], 4) == 7\nassert first_over([], 1) == -1"],
]);

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox({ slots: 2 });
});
afterAll(async () => sandbox.close());

describe("certify", () => {
  it("keeps bugs that fail a hidden assertion, evenly over their types, and pairs of these", async () => {
    const { certified, made, different } = await certify([sandbox], exercise!, { bugs: 12, pairs: 3 });
    const { bugs, pairs } = certified;
    expect(certified.fingerprint).toBe(fingerprint(exercise!));
    expect(made).toBe(mutantsOf(exercise!).length);
    expect(different).toBeLessThan(made);
    expect([bugs.length, pairs.length]).toEqual([12, 3]);
    const types = bugs.map((bug) => mutantOf(bug).bugType);
    expect(new Set(types).size).toBeGreaterThanOrEqual(5);
    const shown = divide(exercise!.test, exercise!.docstring, exercise!.entry).sites;
    for (const { failing } of bugs) expect(failing.some((site) => !shown.includes(site))).toBe(true);
    for (const bug of bugs) {
      const { bugType, lines } = mutantOf(bug);
      if (bugType === "missing logic") expect(bug.repairable).toEqual([]);
      else expect(bug.repairable).toEqual(expect.arrayContaining([...lines]));
    }
    for (const pair of pairs) {
      const both = doubleMutantOf(pair).source;
      expect(await (await Trial.open([sandbox], exercise!)).failing(both)).toEqual(pair.failing);
    }
  });

  it("gives the same again", async () => {
    const once = await certify([sandbox], exercise!, { bugs: 6, pairs: 2 });
    expect(await certify([sandbox], exercise!, { bugs: 6, pairs: 2 })).toEqual(once);
  });

  it("refuses an exercise whose reference does not pass", async () => {
    await expect(certify([sandbox], wrong!)).rejects.toThrow(
      "first_over: the reference does not pass first_over([9], 4) == 7",
    );
  });
});

describe("Trial", () => {
  it("takes for a bug only what loads, ends by itself and fails what is hidden", async () => {
    const trial = await Trial.open([sandbox], exercise!);
    const failing = (from: string, to: string) => {
      expect(source).toContain(from);
      return trial.failing(source.replace(from, to));
    };
    expect(await failing("> bound", ">= bound")).toEqual([2, 4]);
    expect(await failing("return -1", "return 1")).toEqual([1, 2]);
    expect(await failing("> bound", "> bound + 0")).toBeNull();
    expect(await failing("place += 1", "place += 0")).toBeNull();
    expect(await failing("return -1", "return (")).toBeNull();
    expect(await failing("def first_above", "def first_below")).toBeNull();
    expect(await failing("return place", "return __import__('os')._exit(0)")).toBeNull();
    // This one fails nothing but what is shown.
    expect(await failing("return place", "return 7 if values == [1, 5, 7] else place")).toBeNull();
  });
});
