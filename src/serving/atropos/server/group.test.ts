import { describe, expect, it } from "vitest";
import { readGroup } from "./group.ts";
import { Refusal } from "./wire.ts";

const plain = { tokens: [[1, 2], [3]], masks: [[-100, 2], [3]], scores: [1, -0.5] };

function refusal(value: unknown): unknown {
  try {
    readGroup(value);
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, detail: error.detail };
    throw error;
  }
  throw new Error("it was accepted");
}

describe("readGroup", () => {
  it("writes 14 members in order, null where nothing was given, floats with their point", () => {
    const { text, size, env } = readGroup({ ...plain, stray: 1, inference_logprobs: [[1, -0.25], [1]] });
    expect({ size, env }).toEqual({ size: 2, env: null });
    expect(text).toBe(
      '{"tokens":[[1,2],[3]],"masks":[[-100,2],[3]],"scores":[1.0,-0.5],"advantages":null,"ref_logprobs":null,' +
        '"messages":null,"generation_params":null,"inference_logprobs":[[1.0,-0.25],[1.0]],"overrides":null,' +
        '"group_overrides":null,"images":null,"env_id":null,"distill_token_ids":null,"distill_logprobs":null}',
    );
  });

  it("reads numbers as Pydantic does", () => {
    const { text, env } = readGroup({ ...plain, tokens: [["1", 2], [3.0]], scores: [true, "0.5"], env_id: "3" });
    expect(env).toBe(3);
    expect(JSON.parse(text)).toMatchObject({ tokens: [[1, 2], [3]], scores: [1, 0.5], env_id: 3 });
  });

  it("keeps very large and very small floats as they are", () => {
    const { text } = readGroup({ ...plain, scores: [1e300, 5e-324] });
    expect(JSON.parse(text).scores).toEqual([1e300, 5e-324]);
  });

  it.each([
    ["no scores", { tokens: [[1]], masks: [[1]] }, ["body", "scores"], "missing"],
    [
      "a score beyond all numbers",
      { ...plain, scores: [1, JSON.parse("1e999")] },
      ["body", "scores", 1],
      "finite_number",
    ],
    ["a score that is text", { ...plain, scores: [1, "nan"] }, ["body", "scores", 1], "finite_number"],
    [
      "a log-probability that is none",
      { ...plain, ref_logprobs: [[null]] },
      ["body", "ref_logprobs", 0, 0],
      "finite_number",
    ],
    ["half a token", { ...plain, tokens: [[1, 2.5], [3]] }, ["body", "tokens", 0, 1], "int_type"],
    ["no list", { ...plain, tokens: 4 }, ["body", "tokens"], "list_type"],
    ["no sequence", { tokens: [], masks: [], scores: [] }, ["body", "tokens"], "value_error"],
    ["too few scores", { ...plain, scores: [1] }, ["body", "scores"], "value_error"],
    ["too few masks", { ...plain, masks: [[1, 2]] }, ["body", "masks"], "value_error"],
    ["a mask of another length", { ...plain, masks: [[1], [3]] }, ["body", "masks", 0], "value_error"],
    [
      "a message without content",
      { ...plain, messages: [[{ role: "user" }]] },
      ["body", "messages", 0, 0],
      "value_error",
    ],
    ["no group", [], ["body"], "dict_type"],
  ])("refuses %s", (_name, value, loc, type) => {
    expect(refusal(value)).toMatchObject({ status: 422, detail: [{ type, loc }] });
  });
});
