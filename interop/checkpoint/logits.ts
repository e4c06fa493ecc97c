import { readCheckpoint } from "../../src/engines/embedded/checkpoint.ts";
import type { ResolvedConfig } from "../../src/engines/embedded/config.ts";
import { layoutParameters } from "../../src/engines/embedded/parameters.ts";
import { causalMask } from "../../src/engines/embedded/scorer.ts";
import { Transformer } from "../../src/engines/embedded/transformer.ts";
import { loadBackend } from "../../src/engines/onnx/backend.ts";
import { Graph } from "../../src/engines/onnx/graph.ts";
import { attention } from "../../src/engines/onnx/ops/attention.ts";
import { reshape } from "../../src/engines/onnx/ops/layout.ts";
import { compile } from "../../src/engines/onnx/program.ts";

/** Logits [tokens, vocabulary] of one sequence under a checkpoint, which the engine itself never hands out. */
export async function logitsOf(
  folder: string,
  config: ResolvedConfig,
  tokens: readonly number[],
): Promise<Float32Array> {
  const length = tokens.length;
  const graph = new Graph();
  const model = new Transformer(graph, config);
  const positions = graph.constant(BigInt64Array.from(tokens.keys(), BigInt), [1, length]);
  const mask = graph.constant(causalMask(length), [1, 1, 1, length, length]);
  let x = model.embed(graph.constant(BigInt64Array.from(tokens, BigInt), [1, length]));
  for (let layer = 0; layer < config.layers; layer++) {
    const { q, k, v } = model.project(layer, x, positions);
    x = model.feedForward(layer, model.attended(layer, x, attention(q, k, v, mask)));
  }
  const backend = await loadBackend(config.threads);
  const logits = model.head(reshape(x, [length, config.hiddenSize]));
  const program = await compile(backend, { graph, outputs: { logits } });
  const parameters = layoutParameters(config);
  const { weights } = await readCheckpoint(folder, parameters);
  const feeds = Object.fromEntries(
    parameters.map(({ name, shape, offset, length: size }) => [
      name,
      new backend.runtime.Tensor("float32", weights.subarray(offset, offset + size), shape),
    ]),
  );
  const outputs = await program.run(feeds, {});
  await program.release();
  return outputs.logits;
}
