/**
 * Saved checkpoints open with transformers' `from_pretrained`: the model's logits agree with the embedded engine's to
 * 1e-4, and the tokenizer gives the same ids for texts and for a conversation.
 *
 *   npx tsx interop/checkpoint/run.ts
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { Random } from "../../src/core/random.ts";
import { type EmbeddedConfig, resolveConfig } from "../../src/engines/embedded/config.ts";
import { LocalEngine } from "../../src/engines/embedded/local-engine.ts";
import { encodeSafetensors } from "../../src/engines/embedded/safetensors.ts";
import { tokenizerFiles } from "../../src/engines/tokenizer/files.ts";
import { run, torchPython } from "../torch.ts";
import { logitsOf } from "./logits.ts";
import { words } from "./words.ts";

const cases: Record<string, EmbeddedConfig> = {
  default: { vocabularySize: 1024 },
  grouped: {
    vocabularySize: 400,
    hiddenSize: 96,
    layers: 3,
    heads: 6,
    kvHeads: 2,
    intermediateSize: 160,
    contextLength: 256,
    tieEmbeddings: false,
    ropeTheta: 500_000,
    normEpsilon: 1e-6,
    endToken: 7,
  },
};

const { tokenizer, cases: encoded, chat } = words();
const python = torchPython();
const root = mkdtempSync(path.join(os.tmpdir(), "fettle-checkpoint-"));
try {
  for (const [name, input] of Object.entries(cases)) {
    const config = resolveConfig(input);
    const engine = await LocalEngine.create(config);
    const random = new Random(name);
    const sequences = [5, 100, 200].map((length) =>
      Array.from({ length }, () => random.int(0, config.vocabularySize - 1)),
    );
    // A large step, so that norms are no longer 1 and the logits are far from uniform.
    await engine.accumulate(sequences.map((tokens) => ({ tokens, coefficients: tokens.slice(1).map(() => 1) })));
    await engine.optimStep({ learningRate: 0.02 });
    const folder = path.join(root, name);
    await engine.save(folder, { files: tokenizerFiles(tokenizer, config.contextLength) });
    const scores = await engine.logprobs(sequences, "current");
    const tensors = [];
    for (const [index, tokens] of sequences.entries()) {
      const shape = [tokens.length, config.vocabularySize];
      tensors.push({ name: `logits.${index}`, shape, data: await logitsOf(folder, config, tokens) });
      const data = scores[index] ?? new Float32Array();
      tensors.push({ name: `logprobs.${index}`, shape: [data.length], data });
    }
    await engine.close();
    writeFileSync(path.join(root, `${name}.safetensors`), encodeSafetensors(tensors));
    writeFileSync(path.join(root, `${name}.json`), JSON.stringify({ sequences, encoded, chat }));
    run(python, ["interop/checkpoint/compare.py", folder, path.join(root, name)]);
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}
