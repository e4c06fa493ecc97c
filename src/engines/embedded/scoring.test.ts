import { describe, expect, it } from "vitest";
import { localEngines, only, randomTokens } from "./testing/local-engines.ts";

const start = localEngines();

describe("scoring", () => {
  it("gives a distribution over the next token", async () => {
    const engine = await start({ tieEmbeddings: true });
    const prompt = randomTokens("distribution", 7);
    const candidates = Array.from({ length: 50 }, (_, token) => [...prompt, token]);
    const rows = await engine.logprobs(candidates, "current");
    expect(rows.reduce((total, row) => total + Math.exp(row.at(-1)!), 0)).toBeCloseTo(1, 4);
    const { entropy } = await engine.accumulate([{ tokens: candidates[0]!, coefficients: only(7, 6) }]);
    const expected = rows.reduce((total, row) => total - Math.exp(row.at(-1)!) * row.at(-1)!, 0);
    expect(entropy[0]![6]).toBeCloseTo(expected, 4);
    expect(entropy[0]![5]).toBeNaN();
  });

  it("computes only what is asked for", async () => {
    const engine = await start();
    const tokens = randomTokens("from", 40);
    const [all] = await engine.logprobs([tokens], "current");
    const [late, none] = await engine.logprobs([tokens, [1]], "current", [30, 0]);
    expect(none).toHaveLength(0);
    for (let i = 0; i < 39; i++) {
      if (i < 30) expect(late![i]).toBeNaN();
      else expect(late![i]).toBeCloseTo(all![i]!, 4);
    }
  });

  it("keeps the reference while the current weights move", async () => {
    const engine = await start();
    const tokens = randomTokens("reference", 10);
    await expect(engine.logprobs([tokens], "reference")).rejects.toMatchObject({ code: "bad_option" });
    await engine.setReference();
    const before = await engine.logprobs([tokens], "current");
    const version = await engine.weightsVersion();
    await engine.accumulate([{ tokens, coefficients: only(9, 0) }]);
    await engine.optimStep({ learningRate: 0.01 });
    expect(await engine.logprobs([tokens], "reference")).toEqual(before);
    const after = await engine.logprobs([tokens], "current");
    expect(after[0]!.reduce((a, b) => a + b)).toBeGreaterThan(before[0]!.reduce((a, b) => a + b));
    expect(await engine.weightsVersion()).not.toBe(version);
  });
});

describe("gradients", () => {
  /** With a prefix of its own for each kind: shared rows take another graph than sequences scored from the start. */
  it("are the same whether a prefix is shared or computed in every row", async () => {
    const engine = await start();
    const lengths = [
      [30, 9],
      [30, 4],
      [21, 6],
    ] as const;
    const sequences = lengths.map(([prompt, completion], i) => ({
      prompt,
      tokens: [...randomTokens(`prefix ${prompt}`, prompt), ...randomTokens(`suffix ${i}`, completion)],
    }));
    const gradientOf = async (from: "start" | "prompt", to: "prompt" | "end") => {
      await engine.accumulate(
        sequences.map(({ prompt, tokens }) => ({
          tokens,
          coefficients: only(
            tokens.length - 1,
            from === "start" ? 0 : prompt - 1,
            to === "end" ? undefined : prompt - 1,
          ),
        })),
      );
      const gradients = engine.gradients();
      await engine.optimStep({ learningRate: 0 });
      return gradients;
    };
    const all = await gradientOf("start", "end");
    const prompts = await gradientOf("start", "prompt");
    const completions = await gradientOf("prompt", "end");
    for (const [name, gradient] of Object.entries(completions)) {
      const expected = all[name]!.map((value, i) => value - prompts[name]![i]!);
      const difference = gradient.map((value, i) => value - expected[i]!);
      expect(Math.hypot(...difference), name).toBeLessThan(1e-4 * Math.hypot(...all[name]!));
      expect(Math.hypot(...gradient), name).toBeGreaterThan(1e-3);
    }
  });

  it("add up over calls and vanish with the step", async () => {
    const engine = await start();
    const sequence = { tokens: randomTokens("sum", 12), coefficients: only(11, 0) };
    await engine.accumulate([sequence]);
    const once = engine.gradients();
    await engine.accumulate([sequence]);
    const twice = engine.gradients();
    for (const [name, gradient] of Object.entries(once))
      expect(twice[name]).toEqual(gradient.map((value) => 2 * value));
    const { gradNorm, step } = await engine.optimStep({ learningRate: 0, maxGradNorm: 1 });
    expect(gradNorm).toBeCloseTo(Math.hypot(...Object.values(twice).flatMap((part) => [...part])), 2);
    expect(step).toBe(1);
    expect((await engine.optimStep({ learningRate: 0 })).gradNorm).toBe(0);
  });

  it("ignore sequences without coefficients", async () => {
    const engine = await start();
    const { logprobs } = await engine.accumulate([{ tokens: [1, 2, 3], coefficients: [0, 0] }]);
    expect([...logprobs[0]!]).toEqual([Number.NaN, Number.NaN]);
    expect((await engine.optimStep({ learningRate: 1 })).gradNorm).toBe(0);
  });
});
