import { describe, expect, it } from "vitest";
import { scoredGroup } from "../../rollouts/scored-group.ts";
import { numberRepair } from "../../rollouts/testing/number-repair.ts";
import { trace, turn } from "../../rollouts/testing/traces.ts";
import { atroposLine } from "./atropos.ts";
import { formatDefaults, rowsOf } from "./index.ts";
import { preferenceRows } from "./preference.ts";
import { sftRows } from "./sft.ts";

const environment = numberRepair();
const group = (...traces: ReturnType<typeof trace>[]) => scoredGroup(environment, traces);
const tokens = { prompt: [1, 2], completion: [3], logprobs: [-0.5], segment: 0, tokenizer: "t", template: "c" };
const good = trace(0, 1, [turn("fix", "right", { tokens })]);
const bad = trace(1, 0, [turn("fix", "wrong", { tokens: { ...tokens, completion: [4] } })]);

describe("Atropos lines", () => {
  it("hold what the model read and wrote, exactly", () => {
    expect(atroposLine(group(good, bad), { keepTruncated: false })).toEqual({
      tokens: [
        [1, 2, 3],
        [1, 2, 4],
      ],
      masks: [
        [-100, -100, 3],
        [-100, -100, 4],
      ],
      scores: [1, 0],
      inference_logprobs: [
        [1, 1, -0.5],
        [1, 1, -0.5],
      ],
      ref_logprobs: null,
      overrides: null,
      group_overrides: null,
      distill_token_ids: null,
      distill_logprobs: null,
      messages: [
        [
          { role: "user", content: "fix" },
          { role: "assistant", content: "right" },
        ],
        [
          { role: "user", content: "fix" },
          { role: "assistant", content: "wrong" },
        ],
      ],
      generation_params: { temperature: 0.7, top_p: 1, max_tokens: 8 },
      fettle: {
        environment: "e",
        version: "1.0.0",
        level: "l",
        split: "train",
        task: "k",
        policy: "test",
        group: "g",
        samples: [0, 1],
        solved: [true, false],
        stop: ["max_turns", "max_turns"],
        tokens: "exact",
      },
    });
  });

  it("say that tokens are unavailable where one episode has none, and invent nothing", () => {
    const silent = trace(1, 0, [turn("fix", "wrong")]);
    expect(atroposLine(group(good, silent), { keepTruncated: false })).toMatchObject({
      tokens: null,
      masks: null,
      inference_logprobs: null,
      scores: [1, 0],
      messages: [{}, {}].map(() => [{ role: "user" }, { role: "assistant" }]),
      fettle: { tokens: "unavailable" },
    });
  });

  it("take the advantage of what a limit cut off away, unless told to keep it", () => {
    const cut = trace(1, 0, [turn("fix", "wro", { finish: "length" })]);
    expect(atroposLine(group(good, cut), { keepTruncated: false }).overrides).toEqual([
      {},
      { set_advantage_to_zero: true },
    ]);
    expect(atroposLine(group(good, cut), { keepTruncated: true }).overrides).toBeNull();
    const late = trace(1, 0, [turn("fix", "wrong")], { stop: "timeout" });
    expect(atroposLine(group(good, late), { keepTruncated: false }).overrides).toHaveLength(2);
  });

  it("hold the score under which others know the environment", () => {
    const known = {
      ...environment,
      externalScore: ({ return: value }: { return: number | null }) => 2 * (value ?? 0) - 1,
    };
    expect(atroposLine(scoredGroup(known, [good, bad]), { keepTruncated: false }).scores).toEqual([1, -1]);
    expect(() => scoredGroup({ ...known, externalScore: () => Number.NaN }, [good])).toThrow(/scores g with NaN/);
  });
});

describe("rows for fine-tuning", () => {
  const options = { threshold: 0.5, top: 2 };

  it("are the best different episodes above the threshold, the shorter first", () => {
    const long = trace(2, 1, [turn("fix", "right, at length")]);
    const twice = trace(3, 1, [turn("fix", "right")]);
    const partial = trace(4, 0.6, [turn("fix", "half")]);
    const rows = sftRows(group(bad, long, good, twice, partial), { ...options, top: 5 });
    expect(rows.map(({ messages, score, sample }) => [messages.at(-1)?.content, score, sample])).toEqual([
      ["right", 1, 0],
      ["right, at length", 1, 2],
      ["half", 0.6, 4],
    ]);
    expect(sftRows(group(bad), options)).toEqual([]);
    expect(rows[0]).toMatchObject({ environment: "e", task: "k", policy: "test" });
  });

  it("keep the reasoning of an answer with it", () => {
    const thoughtful = trace(0, 1, [turn("fix", "a", { reasoning: "hm" }), turn("again", "b")]);
    expect(sftRows(group(thoughtful), options)[0]?.messages).toEqual([
      { role: "user", content: "fix" },
      { role: "assistant", content: "a", reasoning_content: "hm" },
      { role: "user", content: "again" },
      { role: "assistant", content: "b" },
    ]);
  });
});

describe("preference pairs", () => {
  const options = { threshold: 0.5, margin: 0.1, top: 3 };

  it("put the best beside the worst, and no episode into two", () => {
    const middle = trace(2, 0.7, [turn("fix", "fair")]);
    const poor = trace(3, 0.2, [turn("fix", "poor")]);
    const pairs = preferenceRows(group(bad, middle, good, poor), options);
    expect(pairs.map(({ prompt, chosen, rejected }) => [prompt, chosen, rejected].map((m) => m[0]?.content))).toEqual([
      ["fix", "right", "wrong"],
      ["fix", "fair", "poor"],
    ]);
    expect(pairs[0]).toMatchObject({ score_chosen: 1, score_rejected: 0, samples: [0, 1] });
  });

  it("share what was said before the answers part", () => {
    const opening = turn("fix", "first try");
    const better = trace(0, 1, [opening, turn("no", "right")]);
    const worse = trace(1, 0, [opening, turn("no", "wrong"), turn("no!", "worse")]);
    const [pair] = preferenceRows(group(better, worse), options);
    expect(pair?.prompt.map(({ content }) => content)).toEqual(["fix", "first try", "no"]);
    expect(pair?.chosen.map(({ content }) => content)).toEqual(["right"]);
    expect(pair?.rejected.map(({ content }) => content)).toEqual(["wrong", "no!", "worse"]);
  });

  it("need a good one, and a difference", () => {
    expect(preferenceRows(group(trace(0, 0.4, good.turns), bad), options)).toEqual([]);
    expect(preferenceRows(group(trace(0, 0.55, good.turns), trace(1, 0.5, bad.turns)), options)).toEqual([]);
    expect(preferenceRows(group(good, trace(1, 1, bad.turns)), { ...options, margin: 0 })).toEqual([]);
    // One that stopped before it said anything else than the other.
    const stopped = trace(1, 0, good.turns.slice(0, 1));
    const went = trace(0, 1, [...good.turns, turn("more", "more")]);
    expect(preferenceRows(group(went, stopped), options)).toEqual([]);
  });
});

describe("what a group puts into the file", () => {
  it("is nothing when all scores are equal and only mixed groups are wanted", () => {
    const options = { ...formatDefaults, mixedOnly: true };
    expect(rowsOf(group(good, trace(1, 1, bad.turns)), options)).toEqual([]);
    expect(rowsOf(group(good, bad), options)).toHaveLength(1);
  });
});
