import { backpropagate } from "../onnx/backpropagate.ts";
import { Graph, type Value } from "../onnx/graph.ts";
import { expand } from "../onnx/ops/arithmetic.ts";
import { attention } from "../onnx/ops/attention.ts";
import { gatherRows } from "../onnx/ops/indexing.ts";
import { concatenate, reshape } from "../onnx/ops/layout.ts";
import { entropy, tokenLogprob } from "../onnx/ops/likelihood.ts";
import type { Blueprint } from "../onnx/program.ts";
import type { ResolvedConfig } from "./config.ts";
import { Transformer } from "./transformer.ts";

/**
 * Log-probabilities of chosen tokens, for rows in groups that share a prefix.
 *
 * Sizes: `G` groups; `B` = G N rows, N to a group; `P` prefix tokens; `S` suffix tokens; `T` = P + S; `M` scored positions.
 * The prefix is computed once per group and the rows attend to its keys and values, which gives the same result and the
 * same gradient as computing it in every row. Without a prefix only B, S, T = S and M remain.
 *
 * Inputs: `suffixIds` and `suffixPositions` [B, S]; `suffixMask` [B, 1, 1, S, T] (0 or -1e9, added to the scores);
 * `prefixIds` and `prefixPositions` [G, P]; `prefixMask` [1, 1, 1, P, P]; `rows` [M], indices into the B S suffix
 * positions; `targets` [M, 1], the token to score at each; `coefficients` [M, 1].
 * Outputs: `logprob` and `entropy` [M, 1]; with `gradient`, also d sum(coefficients x logprob) for each weight by name.
 */
export function scoringGraph(config: ResolvedConfig, options: { prefix: boolean; gradient: boolean }): Blueprint {
  const graph = new Graph();
  const model = new Transformer(graph, config);
  const { kvHeads, layers, hiddenSize } = config;
  const joint = options.prefix ? "T" : "S";
  const positions = graph.input("suffixPositions", ["B", "S"], "int64");
  const mask = graph.input("suffixMask", ["B", 1, 1, "S", joint]);
  let x = model.embed(graph.input("suffixIds", ["B", "S"], "int64"));
  const prefix = options.prefix
    ? {
        x: model.embed(graph.input("prefixIds", ["G", "P"], "int64")),
        positions: graph.input("prefixPositions", ["G", "P"], "int64"),
        mask: graph.input("prefixMask", [1, 1, 1, "P", "P"]),
      }
    : null;

  /** [G, kvHeads, P, headSize] for every row of its group: [B, kvHeads, P, headSize]. */
  const share = (value: Value) => {
    const single = reshape(value, ["G", 1, kvHeads, "P", model.headSize]);
    return reshape(expand(single, ["G", "N", kvHeads, "P", model.headSize]), ["B", kvHeads, "P", model.headSize]);
  };

  for (let layer = 0; layer < layers; layer++) {
    let { q, k, v } = model.project(layer, x, positions);
    if (prefix) {
      // What the last layer computes for the prefix beyond its keys and values feeds nothing, and is left out of the graph.
      const own = model.project(layer, prefix.x, prefix.positions);
      k = concatenate(share(own.k), k, 2, joint);
      v = concatenate(share(own.v), v, 2, joint);
      prefix.x = model.attended(layer, prefix.x, attention(own.q, own.k, own.v, prefix.mask));
      prefix.x = model.feedForward(layer, prefix.x);
    }
    x = model.feedForward(layer, model.attended(layer, x, attention(q, k, v, mask)));
  }
  const scored = gatherRows(reshape(x, ["B*S", hiddenSize]), graph.input("rows", ["M"], "int64"));
  const logits = model.head(scored);
  const logprob = tokenLogprob(logits, graph.input("targets", ["M", 1], "int64"));
  const outputs: Record<string, Value> = { logprob, entropy: entropy(logits) };
  if (options.gradient) {
    const names = [...model.weights.keys()];
    const gradients = backpropagate(logprob, graph.input("coefficients", ["M", 1]), [...model.weights.values()]);
    for (const [index, gradient] of gradients.entries()) outputs[names[index]!] = gradient;
  }
  return { graph, outputs };
}
