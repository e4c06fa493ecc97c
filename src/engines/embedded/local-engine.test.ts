import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Random } from "../../core/random.ts";
import type { SampleRequest } from "../engine.ts";
import { type EmbeddedConfig, resolveConfig } from "./config.ts";
import { LocalEngine } from "./local-engine.ts";

const tiny: EmbeddedConfig = {
  vocabularySize: 50,
  hiddenSize: 32,
  layers: 2,
  heads: 4,
  kvHeads: 2,
  intermediateSize: 48,
  contextLength: 128,
  tieEmbeddings: false,
  threads: 1,
};

const open: LocalEngine[] = [];
async function start(config: Partial<EmbeddedConfig> = {}): Promise<LocalEngine> {
  const engine = await LocalEngine.create(resolveConfig({ ...tiny, ...config }));
  open.push(engine);
  return engine;
}

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "fettle-engine-"));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const engine of open.splice(0)) await engine.close();
  await rm(folder, { recursive: true, force: true });
});

function randomTokens(seed: string, length: number): number[] {
  const random = new Random(seed);
  return Array.from({ length }, () => random.int(1, 49));
}

/**
 * Groups of unequal size and prompts of unequal length, some with a common beginning, with ends of sequence on the way.
 */
function mixedRequests(): SampleRequest[] {
  return [5, 1, 3, 4].flatMap((rows, prompt) =>
    Array.from({ length: rows }, (_, row) => ({
      prompt: [
        ...randomTokens(`prompt ${prompt}`, 12 + 9 * prompt),
        ...(prompt === 3 ? randomTokens(`end ${row}`, 3 * row) : []),
      ],
      maxTokens: 20 + 10 * row,
      temperature: row === 0 ? 0 : 1,
      seed: `${prompt}/${row}`,
    })),
  );
}

const only = (length: number, from: number, to = length) =>
  Array.from({ length }, (_, i) => (i >= from && i < to ? 0.5 + (i % 3) : 0));

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

describe("learning", () => {
  it("learns to copy", async () => {
    const engine = await start({ hiddenSize: 64, intermediateSize: 128, seed: "copy" });
    const batch = (step: number) =>
      Array.from({ length: 16 }, (_, i) => {
        const word = randomTokens(`copy ${step} ${i}`, 4).map((token) => 1 + (token % 8));
        const tokens = [...word, 9, ...word];
        return { tokens, coefficients: only(8, 4).map((c) => (c ? 1 / 64 : 0)) };
      });
    const mean = (rows: Float32Array[]) => rows.flatMap((row) => [...row.slice(4)]).reduce((a, b) => a + b) / 64;
    let first = 0;
    let last = 0;
    for (let step = 0; step < 150; step++) {
      const { logprobs } = await engine.accumulate(batch(step));
      await engine.optimStep({ learningRate: 3e-3, beta2: 0.98, maxGradNorm: 1 });
      if (step === 0) first = mean(logprobs);
      last = mean(logprobs);
    }
    expect(first).toBeLessThan(-3);
    expect(last).toBeGreaterThan(-1);
  });
});

describe("checkpoints", () => {
  const sequence = { tokens: randomTokens("resume", 40), coefficients: only(39, 20) };
  const train = async (engine: LocalEngine, steps: number) => {
    for (let i = 0; i < steps; i++) {
      await engine.accumulate([sequence]);
      await engine.optimStep({ learningRate: 1e-2, weightDecay: 0.01, maxGradNorm: 1 });
    }
  };

  it("continue a run bit for bit", async () => {
    const checkpoint = path.join(folder, "step-3");
    const whole = await start();
    await whole.setReference();
    await train(whole, 3);
    await whole.save(checkpoint);
    await train(whole, 2);
    const resumed = await start({ seed: "other" });
    await resumed.load(checkpoint);
    await train(resumed, 2);
    expect(await resumed.weightsVersion()).toBe(await whole.weightsVersion());
    expect((await resumed.optimStep({ learningRate: 0 })).step).toBe(6);
    expect(await resumed.logprobs([sequence.tokens], "reference")).toEqual(
      await whole.logprobs([sequence.tokens], "reference"),
    );
  });

  it("can leave the optimiser out", async () => {
    const engine = await start();
    await train(engine, 2);
    await engine.save(folder, { optimizer: false, files: { "note.txt": "kept" } });
    const loaded = await start({ seed: "other" });
    await train(loaded, 1);
    await loaded.load(folder);
    expect(await loaded.weightsVersion()).toBe(await engine.weightsVersion());
    expect((await loaded.optimStep({ learningRate: 0 })).step).toBe(1);
  });

  it("of another shape are refused", async () => {
    await (await start()).save(folder);
    const other = await start({ hiddenSize: 64 });
    const version = await other.weightsVersion();
    await expect(other.load(folder)).rejects.toMatchObject({ code: "bad_input_file" });
    expect(await other.weightsVersion()).toBe(version);
  });
});

describe("backends", () => {
  it("agree", async () => {
    const native = await start();
    vi.stubEnv("FETTLE_ENGINE_BACKEND", "web");
    const web = await start();
    expect((await web.info()).backend).toBe("onnxruntime-web");
    const sequences = [randomTokens("web", 60), randomTokens("web", 30)];
    const [expected, actual] = await Promise.all([native, web].map((engine) => engine.logprobs(sequences, "current")));
    for (const [i, row] of actual!.entries())
      for (const [j, value] of row.entries()) expect(value).toBeCloseTo(expected![i]![j]!, 4);
    const request = mixedRequests().slice(0, 3);
    const tokens = async (engine: LocalEngine) => (await engine.sample(request)).map((completion) => completion.tokens);
    expect(await tokens(web)).toEqual(await tokens(native));
  });

  it("that do not exist are refused", async () => {
    vi.stubEnv("FETTLE_ENGINE_BACKEND", "gpu");
    await expect(start()).rejects.toMatchObject({ code: "bad_option" });
  });
});
