import { Random } from "../../core/random.ts";
import type { ResolvedConfig } from "./config.ts";

export interface Parameter {
  /** The tensor's name in a checkpoint of transformers' LlamaForCausalLM. */
  name: string;
  shape: number[];
  /** Where it starts in the flat array, in elements. */
  offset: number;
  length: number;
}

/** Every tensor of the model in checkpoint order; matrices are [out, in]. */
export function layoutParameters(config: ResolvedConfig): Parameter[] {
  const { hiddenSize, intermediateSize, layers, heads, kvHeads, vocabularySize, tieEmbeddings } = config;
  const kvSize = (hiddenSize / heads) * kvHeads;
  const shapes: [string, number[]][] = [["model.embed_tokens.weight", [vocabularySize, hiddenSize]]];
  for (let layer = 0; layer < layers; layer++) {
    const prefix = `model.layers.${layer}`;
    shapes.push(
      [`${prefix}.input_layernorm.weight`, [hiddenSize]],
      [`${prefix}.self_attn.q_proj.weight`, [hiddenSize, hiddenSize]],
      [`${prefix}.self_attn.k_proj.weight`, [kvSize, hiddenSize]],
      [`${prefix}.self_attn.v_proj.weight`, [kvSize, hiddenSize]],
      [`${prefix}.self_attn.o_proj.weight`, [hiddenSize, hiddenSize]],
      [`${prefix}.post_attention_layernorm.weight`, [hiddenSize]],
      [`${prefix}.mlp.gate_proj.weight`, [intermediateSize, hiddenSize]],
      [`${prefix}.mlp.up_proj.weight`, [intermediateSize, hiddenSize]],
      [`${prefix}.mlp.down_proj.weight`, [hiddenSize, intermediateSize]],
    );
  }
  shapes.push(["model.norm.weight", [hiddenSize]]);
  if (!tieEmbeddings) shapes.push(["lm_head.weight", [vocabularySize, hiddenSize]]);
  let offset = 0;
  return shapes.map(([name, shape]) => {
    const length = shape.reduce((a, b) => a * b, 1);
    const parameter = { name, shape, offset, length };
    offset += length;
    return parameter;
  });
}

export function parameterCount(parameters: readonly Parameter[]): number {
  return parameters.reduce((total, { length }) => total + length, 0);
}

/**
 * Initial weights from the configuration's seed: norms 1; matrices normal with variance 1 / in, those that write to the
 * residual stream smaller by sqrt(2 layers) (GPT-2's rule); embeddings normal with standard deviation 0.05.
 */
export function initialWeights(config: ResolvedConfig, parameters: readonly Parameter[]): Float32Array {
  const weights = new Float32Array(parameterCount(parameters));
  const random = new Random(`weights/${config.seed}`);
  for (const { name, shape, offset, length } of parameters) {
    const target = weights.subarray(offset, offset + length);
    const [, width] = shape;
    if (width === undefined) {
      target.fill(1);
      continue;
    }
    const residual = /\.(o_proj|down_proj)\./.test(name);
    const deviation = /embed_tokens|lm_head/.test(name)
      ? 0.05
      : Math.sqrt(1 / width) / (residual ? Math.sqrt(2 * config.layers) : 1);
    fillNormal(target, deviation, random.split(name));
  }
  return weights;
}

/** Box-Muller. */
function fillNormal(target: Float32Array, deviation: number, random: Random): void {
  for (let i = 0; i < target.length; i += 2) {
    const radius = deviation * Math.sqrt(-2 * Math.log(1 - random.float()));
    const angle = 2 * Math.PI * random.float();
    target[i] = radius * Math.cos(angle);
    if (i + 1 < target.length) target[i + 1] = radius * Math.sin(angle);
  }
}
