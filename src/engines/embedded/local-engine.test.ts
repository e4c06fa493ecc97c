import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LocalEngine } from "./local-engine.ts";
import { localEngines, mixedRequests, only, randomTokens } from "./testing/local-engines.ts";

const start = localEngines();

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "fettle-engine-"));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
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
