/**
 * The gradient of the embedded engine agrees with PyTorch's on the same weights, sequences and coefficients, to 1e-3 in
 * relative norm for every tensor. The sequences are those of a GRPO step: groups that share a prompt, of which only the
 * completions count; the engine computes each prompt once, PyTorch once per sequence.
 *
 *   npx tsx interop/gradients/run.ts
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { Random } from "../../src/core/random.ts";
import { type EmbeddedConfig, resolveConfig } from "../../src/engines/embedded/config.ts";
import { LocalEngine } from "../../src/engines/embedded/local-engine.ts";
import { layoutParameters } from "../../src/engines/embedded/parameters.ts";
import { encodeSafetensors } from "../../src/engines/embedded/safetensors.ts";
import type { TrainSequence } from "../../src/engines/engine.ts";
import { run, torchPython } from "../torch.ts";

const cases: Record<string, EmbeddedConfig> = {
  tied: { vocabularySize: 512, endToken: 1 },
  grouped: {
    vocabularySize: 300,
    hiddenSize: 96,
    layers: 3,
    heads: 6,
    kvHeads: 2,
    intermediateSize: 160,
    contextLength: 256,
    tieEmbeddings: false,
  },
};

/** Two groups with a prompt in common, and one sequence that counts as a whole. */
function step(random: Random, vocabulary: number): TrainSequence[] {
  const tokens = (length: number) => Array.from({ length }, () => random.int(0, vocabulary - 1));
  const groups = [
    { prompt: tokens(90), rows: 4 },
    { prompt: tokens(60), rows: 3 },
    { prompt: tokens(1), rows: 1 },
  ];
  return groups.flatMap(({ prompt, rows }) =>
    Array.from({ length: rows }, () => {
      const sequence = [...prompt, ...tokens(random.int(10, 40))];
      const coefficients = sequence.slice(1).map((_, i) => (i < prompt.length - 1 ? 0 : 2 * random.float() - 1));
      return { tokens: sequence, coefficients };
    }),
  );
}

const python = torchPython();
const root = mkdtempSync(path.join(os.tmpdir(), "fettle-gradients-"));
try {
  for (const [name, input] of Object.entries(cases)) {
    const config = resolveConfig(input);
    const engine = await LocalEngine.create(config);
    const sequences = step(new Random(name), config.vocabularySize);
    await engine.accumulate(sequences);
    await engine.save(path.join(root, name), { optimizer: false });
    const gradients = engine.gradients();
    await engine.close();
    const tensors = layoutParameters(config).map(({ name, shape }) => ({
      name,
      shape,
      data: gradients[name] ?? new Float32Array(),
    }));
    writeFileSync(path.join(root, `${name}.safetensors`), encodeSafetensors(tensors));
    writeFileSync(path.join(root, `${name}.json`), JSON.stringify(sequences));
    run(python, ["interop/gradients/compare.py", path.join(root, name), path.join(root, name)]);
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}
