import { describe, expect, it } from "vitest";
import type { AnyEnvironment } from "../core/environment.ts";
import type { Trace, TraceTurn } from "../core/trace.ts";
import { atroposMessages, atroposRecord, atroposSequence } from "./atropos-record.ts";
import { scoredGroup } from "./scored-group.ts";
import { numberRepair } from "./testing/number-repair.ts";
import * as plain from "./testing/traces.ts";

function turn(prompt: number[], completion: number[], segment: number, role = "agent"): TraceTurn {
  const logprobs = completion.map((id) => -id / 10);
  const tokens = { prompt, completion, logprobs, segment, tokenizer: "t", template: "c" };
  return plain.turn(`prompt ${prompt.length}`, completion.join(" "), { role, tokens });
}

function trace(turns: TraceTurn[], value: number | null = 0.5): Trace {
  return plain.trace(0, 0, turns, { return: value });
}

function record(traces: Trace[], environment: AnyEnvironment = numberRepair()) {
  return atroposRecord(scoredGroup(environment, traces), { messages: false });
}

describe("the Atropos record", () => {
  it("is one sequence per episode, learnt from where the model wrote", () => {
    const episode = trace([turn([1, 2], [3, 4], 0), turn([1, 2, 3, 4, 5], [6], 0)]);
    expect(atroposSequence(episode)).toEqual({
      tokens: [1, 2, 3, 4, 5, 6],
      mask: [-100, -100, 3, 4, -100, 6],
      logprobs: [1, 1, -0.3, -0.4, 1, -0.6],
    });
    expect(atroposMessages(episode).map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
  });

  it("keeps the last segment where a prompt did not extend what was sampled", () => {
    const episode = trace([turn([1], [2], 0), turn([7, 8], [9], 1), turn([7, 8, 9, 1], [2], 1)]);
    expect(atroposSequence(episode)?.tokens).toEqual([7, 8, 9, 1, 2]);
    expect(atroposSequence(episode)?.mask).toEqual([-100, -100, 9, -100, 2]);
  });

  it("leaves other roles out", () => {
    const episode = trace([turn([1], [2], 0), turn([50], [60], 0, "judge")]);
    expect(atroposSequence(episode)?.tokens).toEqual([1, 2]);
    expect(atroposMessages(episode)).toHaveLength(2);
  });

  it("has no tokens where some episode has none, in any of its turns", () => {
    const silent = { ...turn([1], [2], 0), tokens: null };
    const whole = trace([turn([1], [2], 0)]);
    for (const other of [trace([turn([1], [2], 0), silent]), trace([silent, turn([1], [2], 0)]), trace([])])
      expect(record([whole, other])).toMatchObject({ tokens: null, masks: null, inference_logprobs: null });
    expect(record([whole, whole]).tokens).toHaveLength(2);
  });

  it("holds scores in the environment's own range, and says how it was sampled", () => {
    const signed = { ...numberRepair(), externalScore: (episode: Trace) => (episode.return ?? 0) * 2 - 1 };
    const traces = [trace([turn([1], [2], 0)], 0.25), trace([turn([1], [3], 0)], 1)];
    expect(record(traces, signed)).toMatchObject({
      scores: [-0.5, 1],
      messages: null,
      generation_params: { temperature: 0.7, top_p: 1, max_tokens: 8 },
    });
    expect(Object.keys(record(traces)).slice(0, 4)).toEqual(["tokens", "masks", "scores", "inference_logprobs"]);
  });
});
