import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { FettleError } from "../../core/errors.ts";
import { type ResolvedConfig, resolveConfig } from "./config.ts";
import type { Parameter } from "./parameters.ts";
import { decodeSafetensors, encodeSafetensors, type NamedTensor } from "./safetensors.ts";

/** What a checkpoint folder holds; arrays are flat, in the order of the parameters. */
export interface Checkpoint {
  weights: Float32Array;
  reference: Float32Array | null;
  optimizer: { first: Float32Array; second: Float32Array; step: number } | null;
}

/** The fields of transformers' config.json for a LlamaForCausalLM that we write and read. */
const llamaConfigSchema = z.object({
  architectures: z.tuple([z.literal("LlamaForCausalLM")]),
  vocab_size: z.number(),
  hidden_size: z.number(),
  num_hidden_layers: z.number(),
  num_attention_heads: z.number(),
  num_key_value_heads: z.number(),
  intermediate_size: z.number(),
  max_position_embeddings: z.number(),
  tie_word_embeddings: z.boolean(),
  rope_theta: z.number().default(10_000),
  rms_norm_eps: z.number(),
  eos_token_id: z.number().nullable(),
});

/**
 * Writes a folder that `LlamaForCausalLM.from_pretrained` opens, with `optimizer.safetensors` and
 * `reference.safetensors` beside the weights, and `files` (name to contents, a tokenizer's for instance). It appears at
 * once, complete: everything is written beside it and renamed. An older folder of that name is replaced.
 */
export async function writeCheckpoint(
  folder: string,
  config: ResolvedConfig,
  parameters: readonly Parameter[],
  checkpoint: Checkpoint,
  files: Readonly<Record<string, string>> = {},
): Promise<void> {
  const target = path.resolve(folder);
  const { temporary, previous } = neighbours(target);
  await rm(temporary, { recursive: true, force: true });
  await mkdir(temporary, { recursive: true });
  const tensors = (flat: Float32Array, prefix = "") => split(parameters, flat, prefix);
  const write = (name: string, contents: Uint8Array | string) =>
    writeFile(path.join(temporary, name), contents, { flush: true });
  await write("config.json", `${JSON.stringify(llamaConfig(config), null, 2)}\n`);
  await write("model.safetensors", encodeSafetensors(tensors(checkpoint.weights)));
  if (checkpoint.reference) await write("reference.safetensors", encodeSafetensors(tensors(checkpoint.reference)));
  if (checkpoint.optimizer) {
    const { first, second, step } = checkpoint.optimizer;
    const moments = [...tensors(first, "first."), ...tensors(second, "second.")];
    await write("optimizer.safetensors", encodeSafetensors(moments, { step: String(step) }));
  }
  for (const [name, contents] of Object.entries(files)) await write(name, contents);
  // A killed save may have left only the previous folder: it is the old checkpoint until the new one is in place.
  if (!(await isCheckpoint(target)) && (await isCheckpoint(previous))) await rename(previous, target);
  await rm(previous, { recursive: true, force: true });
  await rename(target, previous).catch(ignoreMissing);
  await rename(temporary, target);
  await rm(previous, { recursive: true, force: true });
}

/** Reads what `writeCheckpoint` wrote. Throws FettleError `bad_input_file`. */
export async function readCheckpoint(folder: string, parameters: readonly Parameter[]): Promise<Checkpoint> {
  const source = await locate(folder);
  const read = async (name: string) => {
    const file = path.join(source, name);
    const bytes = await readFile(file).catch(ignoreMissing);
    return bytes ? decodeSafetensors(bytes, file) : null;
  };
  const model = await read("model.safetensors");
  if (!model) throw new FettleError("bad_input_file", `${folder} has no model.safetensors: it is not a checkpoint.`);
  const reference = await read("reference.safetensors");
  const optimizer = await read("optimizer.safetensors");
  const join = (tensors: Map<string, NamedTensor>, prefix = "") => joinFlat(parameters, tensors, prefix, source);
  return {
    weights: join(model.tensors),
    reference: reference && join(reference.tensors),
    optimizer: optimizer && {
      first: join(optimizer.tensors, "first."),
      second: join(optimizer.tensors, "second."),
      step: Number(optimizer.metadata.step),
    },
  };
}

/** The configuration a checkpoint was made with. Throws FettleError `bad_input_file`. */
export async function readCheckpointConfig(folder: string): Promise<Omit<ResolvedConfig, "threads">> {
  const file = path.join(await locate(folder), "config.json");
  const text = await readFile(file, "utf8").catch(ignoreMissing);
  if (!text) throw new FettleError("bad_input_file", `${folder} has no config.json: it is not a checkpoint.`);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new FettleError("bad_input_file", `${file} is not JSON.`, { cause });
  }
  const parsed = llamaConfigSchema.safeParse(json);
  if (!parsed.success)
    throw new FettleError("bad_input_file", `${file} is not that of a Llama model: ${z.prettifyError(parsed.error)}`);
  const llama = parsed.data;
  const { threads: _, ...config } = resolveConfig({
    vocabularySize: llama.vocab_size,
    hiddenSize: llama.hidden_size,
    layers: llama.num_hidden_layers,
    heads: llama.num_attention_heads,
    kvHeads: llama.num_key_value_heads,
    intermediateSize: llama.intermediate_size,
    contextLength: llama.max_position_embeddings,
    tieEmbeddings: llama.tie_word_embeddings,
    ropeTheta: llama.rope_theta,
    normEpsilon: llama.rms_norm_eps,
    endToken: llama.eos_token_id,
  });
  return config;
}

function llamaConfig(config: ResolvedConfig): z.output<typeof llamaConfigSchema> & Record<string, unknown> {
  return {
    architectures: ["LlamaForCausalLM"],
    model_type: "llama",
    vocab_size: config.vocabularySize,
    hidden_size: config.hiddenSize,
    num_hidden_layers: config.layers,
    num_attention_heads: config.heads,
    num_key_value_heads: config.kvHeads,
    head_dim: config.hiddenSize / config.heads,
    intermediate_size: config.intermediateSize,
    max_position_embeddings: config.contextLength,
    tie_word_embeddings: config.tieEmbeddings,
    rope_theta: config.ropeTheta,
    rms_norm_eps: config.normEpsilon,
    eos_token_id: config.endToken,
    bos_token_id: null,
    pad_token_id: null,
    hidden_act: "silu",
    attention_bias: false,
    mlp_bias: false,
    dtype: "float32",
  };
}

/** The folder, or what a save interrupted between its two renames left of it. */
async function locate(folder: string): Promise<string> {
  const target = path.resolve(folder);
  const { previous } = neighbours(target);
  for (const candidate of [target, previous]) if (await isCheckpoint(candidate)) return candidate;
  throw new FettleError("bad_input_file", `${folder} is not a checkpoint: there is no config.json in it.`);
}

async function isCheckpoint(folder: string): Promise<boolean> {
  return (await stat(path.join(folder, "config.json")).catch(ignoreMissing)) !== undefined;
}

function neighbours(target: string): { temporary: string; previous: string } {
  return { temporary: `${target}.writing`, previous: `${target}.previous` };
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
  return undefined;
}

function split(parameters: readonly Parameter[], flat: Float32Array, prefix: string): NamedTensor[] {
  return parameters.map(({ name, shape, offset, length }) => ({
    name: prefix + name,
    shape,
    data: flat.subarray(offset, offset + length),
  }));
}

function joinFlat(
  parameters: readonly Parameter[],
  tensors: ReadonlyMap<string, NamedTensor>,
  prefix: string,
  source: string,
): Float32Array {
  const flat = new Float32Array(parameters.reduce((total, { length }) => total + length, 0));
  for (const { name, shape, offset } of parameters) {
    const tensor = tensors.get(prefix + name);
    if (!tensor || tensor.shape.join() !== shape.join())
      throw new FettleError(
        "bad_input_file",
        `${source}: tensor ${prefix}${name} is ${tensor ? `[${tensor.shape}]` : "missing"}, expected [${shape}].`,
        { hint: "The checkpoint is of a model of another shape." },
      );
    flat.set(tensor.data, offset);
  }
  return flat;
}
