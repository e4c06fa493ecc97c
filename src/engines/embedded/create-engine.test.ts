import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEmbeddedEngine, type EmbeddedEngine, openEmbeddedEngine } from "./create-engine.ts";

const config = {
  vocabularySize: 20,
  hiddenSize: 16,
  layers: 1,
  heads: 2,
  intermediateSize: 16,
  contextLength: 32,
  threads: 1,
};

let engine: EmbeddedEngine;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "fettle-engine-"));
  engine = await createEmbeddedEngine(config);
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

describe("createEmbeddedEngine", () => {
  it("runs queued calls in order, off this thread", async () => {
    const sequence = { tokens: [1, 2, 3], coefficients: [1, 1] };
    const results = await Promise.all([
      engine.weightsVersion(),
      engine.accumulate([sequence]),
      engine.optimStep({ learningRate: 0.1 }),
      engine.weightsVersion(),
    ]);
    expect(results[1].logprobs[0]).toHaveLength(2);
    expect(results[2].step).toBe(1);
    expect(results[3]).not.toBe(results[0]);
  });

  it("gives errors of the engine as they are, and goes on", async () => {
    await expect(engine.logprobs([[99]], "current")).rejects.toMatchObject({
      name: "FettleError",
      code: "bad_option",
      message: expect.stringContaining("99"),
    });
    expect((await engine.info()).parameters).toBeGreaterThan(0);
  });

  it("shows the accumulated gradient", async () => {
    await engine.accumulate([{ tokens: [4, 5], coefficients: [1] }]);
    const gradients = await engine.gradients();
    expect(gradients["model.embed_tokens.weight"]).toHaveLength(20 * 16);
    await engine.optimStep({ learningRate: 0 });
  });

  it.each([{ heads: 4 }, { layers: 2 }, { tieEmbeddings: false }, { ropeTheta: 500 }])(
    "refuses a checkpoint of another model, although it may hold all tensors: %o",
    async (change) => {
      const checkpoint = path.join(folder, "another");
      const other = await createEmbeddedEngine({ ...config, ...change });
      await other.save(checkpoint);
      await other.close();
      const before = await engine.weightsVersion();
      const [[field]] = Object.entries(change) as [[string, unknown]];
      await expect(engine.load(checkpoint)).rejects.toMatchObject({
        code: "bad_input_file",
        message: expect.stringContaining(field),
      });
      expect(await engine.weightsVersion()).toBe(before);
    },
  );

  it("opens a checkpoint with the shape it was saved with", async () => {
    const checkpoint = path.join(folder, "checkpoint");
    await engine.save(checkpoint);
    const copy = await openEmbeddedEngine(checkpoint, { threads: 1 });
    expect(await copy.weightsVersion()).toBe(await engine.weightsVersion());
    expect(await copy.info()).toEqual(await engine.info());
    await copy.close();
  });

  it("closes once, and refuses calls from then on", async () => {
    const other = await createEmbeddedEngine(config);
    const running = other.sample([{ prompt: [1], maxTokens: 5, temperature: 1, seed: "" }]);
    await Promise.all([other.close(), other.close()]);
    await other.close();
    expect((await running)[0]!.tokens.length).toBeGreaterThan(0);
    await expect(other.info()).rejects.toThrow("closed");
  });

  it.each([
    [{ ...config, heads: 3 }, "hiddenSize"],
    [{ ...config, kvHeads: 3 }, "kvHeads"],
    [{ ...config, endToken: 20 }, "endToken"],
    [{ ...config, layers: 0 }, "layers"],
    [{ ...config, hiddenSize: 2 ** 20, layers: 1000 }, "parameters"],
  ])("refuses %j", async (bad, word) => {
    await expect(createEmbeddedEngine(bad)).rejects.toMatchObject({
      code: "bad_option",
      message: expect.stringContaining(word),
    });
  });
});
