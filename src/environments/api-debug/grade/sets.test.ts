import { describe, expect, it } from "vitest";
import { jaccard, Tries } from "./sets.ts";

describe("jaccard", () => {
  it.each([
    [["a"], ["a"], 1],
    [["a", "b"], ["b", "c"], 1 / 3],
    [["a"], ["b"], 0],
    [[], ["b"], 0],
    [[], [], 0],
  ])("of %j and %j", (a, b, expected) => {
    expect(jaccard(new Set(a), new Set(b))).toBe(expected);
  });
});

describe("Tries", () => {
  it("counts distinct answers, whatever their order", () => {
    const tries = new Tries();
    const answers = [["a"], [], [""], ["b"], ["a"], ["b", "a"], ["a", "b"], ["c"]];
    expect(answers.map((answer) => tries.nth(answer))).toEqual([1, 1, 1, 2, 1, 3, 3, 4]);
  });

  it("tells answers apart that are the same when written one below the other", () => {
    const tries = new Tries();
    const answers = [["/a\n/b"], ["/a", "/b"], ["/a", "/b\n/c"], ["/a\n/b", "/c"], ["/a", "/b", "/c"]];
    expect(answers.map((answer) => tries.nth(answer))).toEqual([1, 2, 3, 4, 5]);
  });
});
