import { mkdtemp, readdir, readFile, rename, rm, truncate, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readCheckpoint, readCheckpointConfig, writeCheckpoint } from "./checkpoint.ts";
import { resolveConfig } from "./config.ts";
import { initialWeights, layoutParameters } from "./parameters.ts";

const config = resolveConfig({
  vocabularySize: 12,
  hiddenSize: 8,
  layers: 1,
  heads: 2,
  kvHeads: 1,
  intermediateSize: 8,
  contextLength: 16,
  tieEmbeddings: false,
  endToken: 3,
  threads: 1,
});
const parameters = layoutParameters(config);
const weights = initialWeights(config, parameters);
const checkpoint = { weights, reference: null, optimizer: null };

let folder: string;
let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(path.join(os.tmpdir(), "fettle-checkpoint-"));
  folder = path.join(parent, "checkpoint");
});
afterEach(() => rm(parent, { recursive: true, force: true }));

describe("checkpoints", () => {
  it("give back what was written", async () => {
    const optimizer = { first: weights.map((w) => w / 2), second: weights.map((w) => w * w), step: 7 };
    await writeCheckpoint(folder, config, parameters, { weights, reference: weights, optimizer }, { "a.txt": "text" });
    expect(await readCheckpoint(folder, parameters)).toEqual({ weights, reference: weights, optimizer });
    expect({ ...(await readCheckpointConfig(folder)), threads: 1, seed: 0 }).toEqual(config);
    expect(await readFile(path.join(folder, "a.txt"), "utf8")).toBe("text");
  });

  it("replace an older one and leave nothing beside it", async () => {
    await writeCheckpoint(folder, config, parameters, checkpoint, { "old.txt": "" });
    const other = weights.map((w) => -w);
    await writeCheckpoint(folder, config, parameters, { ...checkpoint, weights: other });
    expect((await readCheckpoint(folder, parameters)).weights).toEqual(other);
    expect(await readdir(parent)).toEqual(["checkpoint"]);
    expect(await readdir(folder)).not.toContain("old.txt");
  });

  it("survive a save that was killed between its two renames", async () => {
    await writeCheckpoint(folder, config, parameters, checkpoint);
    await rename(folder, `${folder}.previous`);
    expect((await readCheckpoint(folder, parameters)).weights).toEqual(weights);
    const other = weights.map((w) => -w);
    await writeCheckpoint(folder, config, parameters, { ...checkpoint, weights: other });
    expect((await readCheckpoint(folder, parameters)).weights).toEqual(other);
  });

  it("that are damaged are refused with the file's name", async () => {
    await writeCheckpoint(folder, config, parameters, checkpoint);
    const file = path.join(folder, "model.safetensors");
    const { length } = await readFile(file);
    for (const size of [length - 4, 40, 3]) {
      await truncate(file, size);
      await expect(readCheckpoint(folder, parameters)).rejects.toMatchObject({
        code: "bad_input_file",
        message: expect.stringContaining(file),
      });
    }
    await writeFile(path.join(folder, "config.json"), '{"architectures": ["GPT2LMHeadModel"]}');
    await expect(readCheckpointConfig(folder)).rejects.toMatchObject({ code: "bad_input_file" });
  });

  it("that are not there are refused", async () => {
    await expect(readCheckpointConfig(folder)).rejects.toMatchObject({ code: "bad_input_file" });
    await expect(readCheckpoint(folder, parameters)).rejects.toMatchObject({ code: "bad_input_file" });
  });
});
