import type { Graph, Value } from "../onnx/graph.ts";
import { swiglu } from "../onnx/ops/activation.ts";
import { add } from "../onnx/ops/arithmetic.ts";
import { gatherRows } from "../onnx/ops/indexing.ts";
import { reshape, transpose } from "../onnx/ops/layout.ts";
import { linear } from "../onnx/ops/matmul.ts";
import { rmsNorm } from "../onnx/ops/normalization.ts";
import { type RotaryTables, rotary, rotaryTables } from "../onnx/ops/rotary.ts";
import { dimAt } from "../onnx/shape.ts";
import type { ResolvedConfig } from "./config.ts";
import { layoutParameters } from "./parameters.ts";

export interface Projections {
  /** [batch, kvHeads, repeats, sequence, headSize] */
  q: Value;
  /** [batch, kvHeads, sequence, headSize] */
  k: Value;
  v: Value;
}

/** The pieces of a Llama-like decoder, on hidden states of shape [batch, sequence, hiddenSize]. Weights are graph inputs. */
export class Transformer {
  readonly config: ResolvedConfig;
  readonly headSize: number;
  readonly repeats: number;
  /** By checkpoint name, in checkpoint order. */
  readonly weights: ReadonlyMap<string, Value>;
  readonly #tables: RotaryTables;

  constructor(graph: Graph, config: ResolvedConfig) {
    this.config = config;
    this.headSize = config.hiddenSize / config.heads;
    this.repeats = config.heads / config.kvHeads;
    this.weights = new Map(layoutParameters(config).map(({ name, shape }) => [name, graph.input(name, shape)]));
    this.#tables = rotaryTables(graph, config.contextLength, this.headSize, config.ropeTheta);
  }

  /** ids [batch, sequence] to hidden states. */
  embed(ids: Value): Value {
    return gatherRows(this.#weight("model.embed_tokens.weight"), ids);
  }

  /** What a layer's attention works on; positions [batch, sequence] (int64). */
  project(layer: number, x: Value, positions: Value): Projections {
    const { kvHeads } = this.config;
    const prefix = `model.layers.${layer}`;
    const [batch, sequence] = [dimAt(x.shape, 0), dimAt(x.shape, 1)];
    const normal = this.#norm(`${prefix}.input_layernorm.weight`, x);
    const projected = (name: string) => linear(normal, this.#weight(`${prefix}.self_attn.${name}_proj.weight`));
    const split = (value: Value) => transpose(reshape(value, [batch, sequence, kvHeads, this.headSize]), [0, 2, 1, 3]);
    const q = rotary(projected("q"), positions, this.#tables);
    return {
      q: transpose(reshape(q, [batch, sequence, kvHeads, this.repeats, this.headSize]), [0, 2, 3, 1, 4]),
      k: split(rotary(projected("k"), positions, this.#tables)),
      v: split(projected("v")),
    };
  }

  /** Adds the attention's output, of the shape of `q`, to the residual stream x. */
  attended(layer: number, x: Value, output: Value): Value {
    const joined = reshape(transpose(output, [0, 3, 1, 2, 4]), x.shape);
    return add(x, linear(joined, this.#weight(`model.layers.${layer}.self_attn.o_proj.weight`)));
  }

  feedForward(layer: number, x: Value): Value {
    const prefix = `model.layers.${layer}`;
    const normal = this.#norm(`${prefix}.post_attention_layernorm.weight`, x);
    const weight = (name: string) => this.#weight(`${prefix}.mlp.${name}_proj.weight`);
    return add(x, linear(swiglu(linear(normal, weight("gate")), linear(normal, weight("up"))), weight("down")));
  }

  /** Logits [rows, vocabularySize] of hidden states [rows, hiddenSize]. */
  head(x: Value): Value {
    const name = this.config.tieEmbeddings ? "model.embed_tokens.weight" : "lm_head.weight";
    return linear(this.#norm("model.norm.weight", x), this.#weight(name));
  }

  #norm(name: string, x: Value): Value {
    return rmsNorm(x, this.#weight(name), this.config.normEpsilon);
  }

  #weight(name: string): Value {
    const value = this.weights.get(name);
    if (!value) throw new Error(`No weight ${name}`);
    return value;
  }
}
