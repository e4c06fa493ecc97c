import { describe, expect, it } from "vitest";
import { Random } from "../../core/random.ts";
import { planSampling, type Row } from "./sampling-plan.ts";

function row(prompt: number[]): Row {
  const request = { prompt, maxTokens: 4, temperature: 1, seed: "" };
  return { request, result: { tokens: [], logprobs: [], finish: "length" }, limit: 4, random: new Random(0) };
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

  it("cuts what is too much for one batch", () => {
    const rows = Array.from({ length: 300 }, () => row([1]));
    const batches = planSampling(rows);
    expect(batches.flatMap((batch) => batch.map((group) => group.rows.length))).toEqual([128, 128, 44]);
  });
});
