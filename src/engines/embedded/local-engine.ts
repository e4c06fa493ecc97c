import { createHash } from "node:crypto";
import { FettleError } from "../../core/errors.ts";
import type {
  Engine,
  EngineInfo,
  OptimStepSettings,
  SampledCompletion,
  SampleRequest,
  TrainSequence,
} from "../engine.ts";
import { type Backend, loadBackend } from "../onnx/backend.ts";
import type { Feeds } from "../onnx/program.ts";
import { type Checkpoint, readCheckpoint, writeCheckpoint } from "./checkpoint.ts";
import type { ResolvedConfig } from "./config.ts";
import { AdamW } from "./optimizer.ts";
import type { ScoringRequest } from "./pack.ts";
import { initialWeights, layoutParameters, type Parameter, parameterCount } from "./parameters.ts";
import { requireSameModel } from "./same-model.ts";
import { Sampler } from "./sampler.ts";
import { bySequence, Scorer } from "./scorer.ts";

/** The embedded engine in the thread of its caller, which it blocks while it computes: see `createEmbeddedEngine`. */
export class LocalEngine implements Engine {
  readonly #backend: Backend;
  readonly #config: ResolvedConfig;
  readonly #parameters: Parameter[];
  readonly #weights: Float32Array;
  readonly #feeds: Feeds;
  readonly #gradient: Float32Array;
  readonly #optimizer: AdamW;
  readonly #scorer: Scorer;
  readonly #sampler: Sampler;
  #reference: { weights: Float32Array; feeds: Feeds } | null = null;
  #version: string | null = null;

  /** Loads a runtime and makes the initial weights. Throws FettleError `bad_option` for a model that no memory holds. */
  static async create(config: ResolvedConfig): Promise<LocalEngine> {
    const backend = await loadBackend(config.threads);
    try {
      return new LocalEngine(config, backend);
    } catch (cause) {
      if (!(cause instanceof RangeError)) throw cause;
      const millions = Math.round(parameterCount(layoutParameters(config)) / 1e6);
      throw new FettleError("bad_option", `A model of ${millions} million parameters does not fit into memory.`, {
        hint: "Make it smaller: its width (hidden state), layers, vocabulary or context.",
        cause,
      });
    }
  }

  private constructor(config: ResolvedConfig, backend: Backend) {
    this.#backend = backend;
    this.#config = config;
    this.#parameters = layoutParameters(config);
    this.#weights = initialWeights(config, this.#parameters);
    this.#feeds = this.#tensors(this.#weights);
    this.#gradient = new Float32Array(this.#weights.length);
    this.#optimizer = new AdamW(this.#weights.length);
    this.#scorer = new Scorer(backend, config);
    this.#sampler = new Sampler(backend, config);
  }

  /** Why the native runtime is not in use, when it was wanted. */
  get fallback(): string | undefined {
    return this.#backend.fallback;
  }

  async info(): Promise<EngineInfo> {
    const { layers, hiddenSize, heads, vocabularySize, contextLength } = this.#config;
    return {
      model: `llama, ${layers} layers of ${hiddenSize}, ${heads} heads`,
      parameters: parameterCount(this.#parameters),
      vocabularySize,
      contextLength,
      backend: this.#backend.name,
    };
  }

  async sample(requests: readonly SampleRequest[]): Promise<SampledCompletion[]> {
    for (const { prompt } of requests) this.#check(prompt, 1);
    return this.#sampler.sample(requests, this.#feeds);
  }

  async logprobs(
    sequences: readonly (readonly number[])[],
    weights: "current" | "reference",
    from: readonly number[] = [],
  ): Promise<Float32Array[]> {
    const feeds = weights === "current" ? this.#feeds : this.#reference?.feeds;
    if (!feeds) throw new FettleError("bad_option", "No reference weights were kept: call setReference() first.");
    const requests = sequences.map((tokens, index): ScoringRequest => {
      this.#check(tokens, 1);
      const start = Math.max(0, from[index] ?? 0);
      const count = Math.max(0, tokens.length - 1 - start);
      return { index, tokens, positions: Array.from({ length: count }, (_, i) => start + i) };
    });
    return bySequence(sequences, await this.#scorer.score(requests.filter(isScored), feeds)).logprobs;
  }

  async accumulate(
    sequences: readonly TrainSequence[],
  ): Promise<{ logprobs: Float32Array[]; entropy: Float32Array[] }> {
    const requests = sequences.map(({ tokens, coefficients }, index): ScoringRequest => {
      this.#check(tokens, 1);
      if (coefficients.length !== tokens.length - 1)
        throw new FettleError("bad_option", `Sequence ${index}: ${tokens.length - 1} coefficients are needed.`);
      return { index, tokens, positions: [...coefficients.keys()].filter((i) => coefficients[i] !== 0) };
    });
    const scored = await this.#scorer.score(requests.filter(isScored), this.#feeds, {
      coefficient: ({ index }, position) => sequences[index]?.coefficients[position] ?? 0,
      accumulate: (gradients) => this.#accumulate(gradients),
    });
    const tokens = sequences.map((sequence) => sequence.tokens);
    return bySequence(tokens, scored);
  }

  async optimStep(settings: OptimStepSettings): Promise<{ gradNorm: number; step: number }> {
    const gradNorm = this.#optimizer.ascend(this.#weights, this.#gradient, settings);
    this.#gradient.fill(0);
    this.#version = null;
    return { gradNorm, step: this.#optimizer.step };
  }

  async setReference(): Promise<void> {
    this.#keepReference(this.#weights);
  }

  async weightsVersion(): Promise<string> {
    this.#version ??= createHash("sha256").update(this.#weights).digest("hex").slice(0, 16);
    return this.#version;
  }

  async save(
    folder: string,
    options: { optimizer?: boolean; files?: Readonly<Record<string, string>> } = {},
  ): Promise<void> {
    const { first, second, step } = this.#optimizer;
    const checkpoint: Checkpoint = {
      weights: this.#weights,
      reference: options.optimizer === false ? null : (this.#reference?.weights ?? null),
      optimizer: options.optimizer === false ? null : { first, second, step },
    };
    await writeCheckpoint(folder, this.#config, this.#parameters, checkpoint, options.files);
  }

  async load(folder: string): Promise<void> {
    await requireSameModel(folder, this.#config);
    const { weights, reference, optimizer } = await readCheckpoint(folder, this.#parameters);
    this.#weights.set(weights);
    this.#gradient.fill(0);
    this.#version = null;
    if (reference) this.#keepReference(reference);
    else this.#reference = null;
    this.#optimizer.step = optimizer?.step ?? 0;
    if (optimizer) {
      this.#optimizer.first.set(optimizer.first);
      this.#optimizer.second.set(optimizer.second);
    } else {
      this.#optimizer.first.fill(0);
      this.#optimizer.second.fill(0);
    }
  }

  async close(): Promise<void> {
    await this.#scorer.release();
    await this.#sampler.release();
  }

  /** The accumulated gradient by parameter name (of the objective, so it points up). */
  gradients(): Record<string, Float32Array> {
    return Object.fromEntries(
      this.#parameters.map(({ name, offset, length }) => [name, this.#gradient.slice(offset, offset + length)]),
    );
  }

  #accumulate(gradients: Record<string, Float32Array>): void {
    for (const { name, offset, length } of this.#parameters) {
      const part = gradients[name];
      if (part?.length !== length) throw new Error(`No gradient for ${name}`);
      for (let i = 0; i < length; i++) this.#gradient[offset + i] = this.#gradient[offset + i]! + part[i]!;
    }
  }

  #keepReference(from: Float32Array): void {
    const weights = this.#reference?.weights ?? new Float32Array(from.length);
    weights.set(from);
    this.#reference ??= { weights, feeds: this.#tensors(weights) };
  }

  /** Tensors that look into a flat array of weights. */
  #tensors(flat: Float32Array): Feeds {
    const { Tensor } = this.#backend.runtime;
    return Object.fromEntries(
      this.#parameters.map(({ name, shape, offset, length }) => [
        name,
        new Tensor("float32", flat.subarray(offset, offset + length), shape),
      ]),
    );
  }

  #check(tokens: readonly number[], least: number): void {
    const { contextLength, vocabularySize } = this.#config;
    if (tokens.length < least || tokens.length > contextLength)
      throw new FettleError("bad_option", `A sequence of ${tokens.length} tokens: 1 to ${contextLength} are possible.`);
    for (const token of tokens)
      if (!Number.isInteger(token) || token < 0 || token >= vocabularySize)
        throw new FettleError("bad_option", `Token ${token} is not below the vocabulary size ${vocabularySize}.`);
  }
}

function isScored(request: ScoringRequest): boolean {
  return request.positions.length > 0;
}
