import { describe, expect, it } from "vitest";
import { Random } from "../../core/random.ts";
import { planSampling, type Row } from "./sampling-plan.ts";

function row(prompt: number[]): Row {
  const request = { prompt, maxTokens: 4, temperature: 1, seed: "" };
  return {
    request,
    result: { tokens: [], logprobs: [], finish: "length" },
    limit: 4,
    random: new Random(0),
    tail: [],
    fed: 0,
    next: 0,
  };
}

describe("planSampling", () => {
  it("reads equal prompts once", () => {
    const [batch, ...others] = planSampling([row([1, 2]), row([3]), row([1, 2]), row([3])]);
    expect(others).toEqual([]);
    expect(batch!.map(({ prompt, rows }) => [prompt, rows.length])).toEqual([
      [[1, 2], 2],
      [[3], 2],
    ]);
  });

  it("does not pad small groups to large ones", () => {
    const batches = planSampling([...Array.from({ length: 8 }, () => row([1])), row([2])]);
    expect(batches.map((batch) => batch.length)).toEqual([1, 1]);
  });

  it("reads a long common beginning once, and leaves the ends to each row", () => {
    const turn = (...end: number[]) => row([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, ...end]);
    const [batch] = planSampling([turn(7, 8), turn(), row([1, 2, 9]), turn(7, 9, 9)]);
    expect(batch!.map(({ prompt, rows }) => [prompt.length, rows.map(({ tail }) => tail)])).toEqual([
      [10, [[], [7, 8], [7, 9, 9]]],
    ]);
    const apart = planSampling([turn(...Array(30).fill(1)), turn()]).flat();
    expect(apart.map(({ prompt }) => prompt.length)).toEqual([40, 10]);
  });

  it("cuts what is too much for one batch", () => {
    const rows = Array.from({ length: 300 }, () => row([1]));
    const batches = planSampling(rows);
    expect(batches.flatMap((batch) => batch.map((group) => group.rows.length))).toEqual([128, 128, 44]);
  });
});
