import { Graph, type Value } from "../onnx/graph.ts";
import { add, multiply, scale } from "../onnx/ops/arithmetic.ts";
import { attention, softmax } from "../onnx/ops/attention.ts";
import { gatherRows } from "../onnx/ops/indexing.ts";
import { reshape, split, transpose } from "../onnx/ops/layout.ts";
import { logSoftmax } from "../onnx/ops/likelihood.ts";
import { product } from "../onnx/ops/matmul.ts";
import type { Blueprint } from "../onnx/program.ts";
import type { ResolvedConfig } from "./config.ts";
import { Transformer } from "./transformer.ts";

/**
 * Reads prompts. Sizes: `G` prompts of at most `P` tokens, padded on the right.
 * Inputs: `ids` and `positions` [G, P]; `mask` [1, 1, 1, P, P]; `rows` [G], indices of the last tokens among the G P.
 * Outputs: `logprobs` [G, vocabulary] of the next token; per layer `key{l}` [G, kvHeads, headSize, P] and
 * `value{l}` [G, kvHeads, P, headSize].
 */
export function prefillGraph(config: ResolvedConfig): Blueprint {
  const graph = new Graph();
  const model = new Transformer(graph, config);
  const positions = graph.input("positions", ["G", "P"], "int64");
  const mask = graph.input("mask", [1, 1, 1, "P", "P"]);
  const outputs: Record<string, Value> = {};
  let x = model.embed(graph.input("ids", ["G", "P"], "int64"));
  for (let layer = 0; layer < config.layers; layer++) {
    const { q, k, v } = model.project(layer, x, positions);
    outputs[`key${layer}`] = transpose(k, [0, 1, 3, 2]);
    outputs[`value${layer}`] = v;
    x = model.feedForward(layer, model.attended(layer, x, attention(q, k, v, mask)));
  }
  const last = gatherRows(reshape(x, ["G*P", config.hiddenSize]), graph.input("rows", ["G"], "int64"));
  outputs.logprobs = logSoftmax(model.head(last));
  return { graph, outputs };
}

/**
 * Writes one token in every row. Sizes: `G` prompts of at most `P` tokens; `B` = G N rows; `C` slots for written tokens.
 * Inputs: `ids` and `positions` [B, 1]; `prefixMask` [G, 1, 1, P] and `ownMask` [C] (0 or -1e9); per layer the prompts'
 * `prefixKey{l}` [G, kvHeads, headSize, P] and `prefixValue{l}` [G, kvHeads, P, headSize], and the rows' own
 * `ownKey{l}` [G, kvHeads, N, headSize, C] and `ownValue{l}` [G, kvHeads, N, C, headSize].
 * Outputs: `logprobs` [B, vocabulary]; per layer `key{l}` and `value{l}` [G, kvHeads, N, 1, headSize] of this token, for
 * the caller to store. Returning whole caches would copy them at every step.
 */
export function decodeGraph(config: ResolvedConfig): Blueprint {
  const graph = new Graph();
  const model = new Transformer(graph, config);
  const { headSize, repeats } = model;
  const { kvHeads, layers } = config;
  const positions = graph.input("positions", ["B", 1], "int64");
  const prefixMask = graph.input("prefixMask", ["G", 1, 1, "P"]);
  const ownMask = graph.input("ownMask", ["C"]);
  const outputs: Record<string, Value> = {};
  const rows = repeats === 1 ? "N" : `N*${repeats}`;
  /** [B, kvHeads, count, headSize] to [G, kvHeads, N, count, headSize]. */
  const grouped = (value: Value, count: number) =>
    transpose(reshape(value, ["G", "N", kvHeads, count, headSize]), [0, 2, 1, 3, 4]);
  let x = model.embed(graph.input("ids", ["B", 1], "int64"));
  for (let layer = 0; layer < layers; layer++) {
    const prefixKey = graph.input(`prefixKey${layer}`, ["G", kvHeads, headSize, "P"]);
    const prefixValue = graph.input(`prefixValue${layer}`, ["G", kvHeads, "P", headSize]);
    const ownKey = graph.input(`ownKey${layer}`, ["G", kvHeads, "N", headSize, "C"]);
    const ownValue = graph.input(`ownValue${layer}`, ["G", kvHeads, "N", "C", headSize]);
    const projected = model.project(layer, x, positions);
    // The kernel for a single row, the usual case here, is only used for products without a factor: scale q beforehand.
    const scaled = scale(reshape(projected.q, ["B", kvHeads, repeats, headSize]), 1 / Math.sqrt(headSize));
    const q = grouped(scaled, repeats);
    const k = grouped(projected.k, 1);
    const v = grouped(projected.v, 1);
    outputs[`key${layer}`] = k;
    outputs[`value${layer}`] = v;
    const toPrefix = add(product(reshape(q, ["G", kvHeads, rows, headSize]), prefixKey), prefixMask);
    const scores = graph.apply(
      "Concat",
      [
        reshape(toPrefix, ["G", kvHeads, "N", repeats, "P"]),
        add(product(q, ownKey), ownMask),
        product(q, k, { transposeB: true }),
      ],
      ["G", kvHeads, "N", repeats, "P+C+1"],
      { attributes: { axis: -1 } },
    );
    const [onPrefix, onOwn, onSelf] = split(softmax(scores), 4, ["P", "C", 1]) as [Value, Value, Value];
    const fromPrefix = product(reshape(onPrefix, ["G", kvHeads, rows, "P"]), prefixValue);
    const output = add(
      reshape(fromPrefix, ["G", kvHeads, "N", repeats, headSize]),
      add(product(onOwn, ownValue), multiply(onSelf, v)),
    );
    const back = reshape(transpose(output, [0, 2, 1, 3, 4]), ["B", kvHeads, repeats, 1, headSize]);
    x = model.feedForward(layer, model.attended(layer, x, back));
  }
  outputs.logprobs = logSoftmax(model.head(reshape(x, ["B", config.hiddenSize])));
  return { graph, outputs };
}
