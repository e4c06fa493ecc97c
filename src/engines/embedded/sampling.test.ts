import { describe, expect, it } from "vitest";
import { localEngines, mixedRequests, randomTokens } from "./testing/local-engines.ts";

const start = localEngines();

describe("sampling", () => {
  it("records the log-probabilities that a full pass gives", async () => {
    const engine = await start();
    const requests = mixedRequests();
    const completions = await engine.sample(requests);
    const sequences = requests.map(({ prompt }, i) => [...prompt, ...completions[i]!.tokens]);
    const full = await engine.logprobs(sequences, "current");
    for (const [i, { tokens, logprobs, finish }] of completions.entries()) {
      const { prompt, maxTokens } = requests[i]!;
      expect(finish).toBe(tokens.at(-1) === 0 ? "stop" : "length");
      if (finish === "length") expect(tokens).toHaveLength(maxTokens);
      for (const [j, logprob] of logprobs.entries()) expect(logprob).toBeCloseTo(full[i]![prompt.length - 1 + j]!, 4);
    }
    expect(new Set(completions.map((completion) => completion.finish))).toEqual(new Set(["stop", "length"]));
    expect(Math.max(...completions.map(({ tokens }) => tokens.length))).toBeGreaterThan(32);
  });

  it("gives the same bits for the same batch, and the same tokens in any other", async () => {
    const engine = await start();
    const requests = mixedRequests();
    const together = await engine.sample(requests);
    expect(await engine.sample(requests)).toEqual(together);
    const reversed = await engine.sample(requests.toReversed());
    const alone = await Promise.all(requests.map(async (request) => (await engine.sample([request]))[0]!));
    for (const other of [reversed.toReversed(), alone])
      expect(other.map(({ tokens }) => tokens)).toEqual(together.map(({ tokens }) => tokens));
  });

  it("takes the most likely token at temperature 0", async () => {
    const engine = await start();
    const prompt = randomTokens("greedy", 5);
    const [greedy] = await engine.sample([{ prompt, maxTokens: 1, temperature: 0, seed: "" }]);
    const candidates = Array.from({ length: 50 }, (_, token) => [...prompt, token]);
    const scores = (await engine.logprobs(candidates, "current")).map((row) => row.at(-1)!);
    expect(greedy!.tokens).toEqual([scores.indexOf(Math.max(...scores))]);
  });

  it("stops where the context ends", async () => {
    const engine = await start({ endToken: 49 });
    const prompt = randomTokens("long", 120);
    const [completion] = await engine.sample([{ prompt, maxTokens: 100, temperature: 0, seed: "" }]);
    expect(completion!.tokens.length).toBeLessThanOrEqual(8);
    expect(completion!.finish).toBe(completion!.tokens.at(-1) === 49 ? "stop" : "length");
  });

  it.each([
    ["an empty prompt", { prompt: [] }],
    ["a prompt beyond the context", { prompt: Array.from({ length: 129 }, () => 1) }],
    ["a token that does not exist", { prompt: [50] }],
  ])("rejects %s", async (_, { prompt }) => {
    const engine = await start();
    await expect(engine.sample([{ prompt, maxTokens: 1, temperature: 1, seed: "" }])).rejects.toMatchObject({
      code: "bad_option",
    });
  });
});
