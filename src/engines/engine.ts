/**
 * What samples and learns. Everything is a promise, so that calls can be queued and an engine can live in a worker or
 * behind HTTP. Token ids are the currency: an engine never sees text.
 */
export interface EngineInfo {
  /** Name of the architecture and its size, for people. */
  model: string;
  parameters: number;
  vocabularySize: number;
  /** Longest sequence (prompt and completion) in tokens. */
  contextLength: number;
  /** What runs the graphs: "onnxruntime-node", "onnxruntime-web", … */
  backend: string;
}

export interface SampleRequest {
  prompt: readonly number[];
  /** Most tokens to write. */
  maxTokens: number;
  /** 0 is greedy. */
  temperature: number;
  topP?: number;
  /** Fixes this completion, whatever else is in the batch. */
  seed: string;
}

export interface SampledCompletion {
  /** Without the end-of-sequence token's text meaning: the ids as sampled, the end token included when it was. */
  tokens: number[];
  /** Natural log-probability of each token at temperature 1. */
  logprobs: number[];
  /** `length`: maxTokens or the context ran out. */
  finish: "stop" | "length";
}

/** One sequence to learn from: `coefficients[i]` belongs to `tokens[i + 1]`, the token predicted at position i. */
export interface TrainSequence {
  tokens: readonly number[];
  coefficients: readonly number[];
}

export interface OptimStepSettings {
  learningRate: number;
  beta1?: number;
  beta2?: number;
  epsilon?: number;
  /** Decoupled (AdamW). */
  weightDecay?: number;
  /** Largest global gradient norm; larger gradients are scaled down. */
  maxGradNorm?: number;
}

export interface Engine {
  info(): Promise<EngineInfo>;
  /** Completions in request order. Requests with equal prompts share one prefill; decoding is batched. */
  sample(requests: readonly SampleRequest[]): Promise<SampledCompletion[]>;
  /**
   * For each sequence, the natural log-probability of tokens[1..] given what precedes them (length tokens.length - 1).
   * Sequence i needs entries `from[i]` (0 by default) and later only; earlier ones may be left NaN, which saves their work.
   */
  logprobs(
    sequences: readonly (readonly number[])[],
    weights: "current" | "reference",
    from?: readonly number[],
  ): Promise<Float32Array[]>;
  /**
   * Adds the gradient of sum(coefficients x log-probability) to the accumulator. Returns the log-probabilities and, per
   * position, the entropy of the next-token distribution in nats, both as in `logprobs`. Positions with coefficient 0 add
   * nothing and may be skipped: their entries are then NaN.
   */
  accumulate(sequences: readonly TrainSequence[]): Promise<{ logprobs: Float32Array[]; entropy: Float32Array[] }>;
  /** One Adam step that *ascends* the accumulated objective, and clears the accumulator. Returns the gradient's norm before clipping. */
  optimStep(settings: OptimStepSettings): Promise<{ gradNorm: number; step: number }>;
  /** Keeps a copy of the current weights as the reference policy. */
  setReference(): Promise<void>;
  /** A name for the current weights, which changes with every optimiser step. */
  weightsVersion(): Promise<string>;
  /**
   * Writes weights, optimiser state and reference into a folder that `load` takes back, atomically: a kill at any moment
   * leaves the old folder or the new one. `optimizer: false` keeps weights only. `files` (name to contents) go with it.
   */
  save(folder: string, options?: { optimizer?: boolean; files?: Readonly<Record<string, string>> }): Promise<void>;
  /** Throws FettleError `bad_input_file` for what is no checkpoint of this model; the weights then stay as they are. */
  load(folder: string): Promise<void>;
  close(): Promise<void>;
}
