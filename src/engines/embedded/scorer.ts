import type { Backend, Tensor } from "../onnx/backend.ts";
import { compile, type Feeds, type Program } from "../onnx/program.ts";
import type { ResolvedConfig } from "./config.ts";
import { type Batch, pack, type ScoringRequest } from "./pack.ts";
import { scoringGraph } from "./scoring-graph.ts";

/** Padded tokens in one run: large enough for the kernels, small enough for the processor's caches and for memory. */
const budget = { batch: 1024, group: 4096 };
/** Added to the attention scores of what a query may not see. */
export const blocked = -1e9;

export interface Scored {
  request: ScoringRequest;
  /** One entry per requested position. */
  logprobs: Float32Array;
  entropy: Float32Array;
}

/** Runs the scoring graph: log-probabilities and, on request, gradients. */
export class Scorer {
  readonly #backend: Backend;
  readonly #config: ResolvedConfig;
  readonly #programs = new Map<string, Promise<Program<string>>>();

  constructor(backend: Backend, config: ResolvedConfig) {
    this.#backend = backend;
    this.#config = config;
  }

  /**
   * Scores every request with the given weights. With `learn`, `coefficient` weighs each scored position and `accumulate`
   * receives the gradients of every batch by parameter name.
   */
  async score(
    requests: readonly ScoringRequest[],
    weights: Feeds,
    learn?: {
      coefficient(request: ScoringRequest, position: number): number;
      accumulate(gradients: Record<string, Float32Array>): void;
    },
  ): Promise<Scored[]> {
    const scored: Scored[] = [];
    for (const batch of pack(requests, budget)) {
      const program = await this.#program(batch.prefix > 0, learn !== undefined);
      const { feeds, dimensions } = this.#prepare(batch, learn?.coefficient);
      const { logprob, entropy, ...gradients } = await program.run({ ...weights, ...feeds }, dimensions);
      if (!logprob || !entropy) throw new Error("The scoring graph lacks an output");
      learn?.accumulate(gradients);
      let offset = 0;
      for (const { request } of batch.groups.flatMap((group) => group.rows)) {
        const end = offset + request.positions.length;
        scored.push({ request, logprobs: logprob.slice(offset, end), entropy: entropy.slice(offset, end) });
        offset = end;
      }
    }
    return scored;
  }

  async release(): Promise<void> {
    const programs = [...this.#programs.values()];
    this.#programs.clear();
    for (const program of programs) await (await program).release();
  }

  #program(prefix: boolean, gradient: boolean): Promise<Program<string>> {
    const key = `${prefix} ${gradient}`;
    let program = this.#programs.get(key);
    if (!program) {
      program = compile(this.#backend, scoringGraph(this.#config, { prefix, gradient }));
      this.#programs.set(key, program);
    }
    return program;
  }

  /** Inputs of the scoring graph for one batch; the scored positions follow group by group, row by row. */
  #prepare(batch: Batch, coefficient?: (request: ScoringRequest, position: number) => number) {
    const { groups, rows: N, prefix: P, suffix: S } = batch;
    const G = groups.length;
    const B = G * N;
    const T = P + S;
    const prefixIds = new BigInt64Array(G * P);
    const prefixPositions = BigInt64Array.from({ length: G * P }, (_, i) => BigInt(i % P));
    const suffixIds = new BigInt64Array(B * S);
    const suffixPositions = new BigInt64Array(B * S);
    const suffixMask = new Float32Array(B * S * T);
    const rows: bigint[] = [];
    const targets: bigint[] = [];
    const coefficients: number[] = [];
    for (const [g, group] of groups.entries()) {
      const length = group.prefix.length;
      for (const [i, token] of group.prefix.entries()) prefixIds[g * P + i] = BigInt(token);
      for (let n = 0; n < N; n++) {
        const row = g * N + n;
        for (let s = 0; s < S; s++) {
          suffixPositions[row * S + s] = BigInt(Math.min(length + s, this.#config.contextLength - 1));
          const at = (row * S + s) * T;
          suffixMask.fill(blocked, at + length, at + P);
          suffixMask.fill(blocked, at + P + s + 1, at + T);
        }
        const entry = group.rows[n];
        if (!entry) continue;
        for (const [s, token] of entry.suffix.entries()) suffixIds[row * S + s] = BigInt(token);
        for (const position of entry.request.positions) {
          rows.push(BigInt(row * S + position - length));
          targets.push(BigInt(entry.request.tokens[position + 1] ?? 0));
          if (coefficient) coefficients.push(coefficient(entry.request, position));
        }
      }
    }
    const M = rows.length;
    const { Tensor } = this.#backend.runtime;
    const feeds: Record<string, Tensor> = {
      suffixIds: new Tensor("int64", suffixIds, [B, S]),
      suffixPositions: new Tensor("int64", suffixPositions, [B, S]),
      suffixMask: new Tensor("float32", suffixMask, [B, 1, 1, S, T]),
      rows: new Tensor("int64", BigInt64Array.from(rows), [M]),
      targets: new Tensor("int64", BigInt64Array.from(targets), [M, 1]),
    };
    if (coefficient) feeds.coefficients = new Tensor("float32", Float32Array.from(coefficients), [M, 1]);
    if (P > 0) {
      feeds.prefixIds = new Tensor("int64", prefixIds, [G, P]);
      feeds.prefixPositions = new Tensor("int64", prefixPositions, [G, P]);
      feeds.prefixMask = new Tensor("float32", causalMask(P), [1, 1, 1, P, P]);
    }
    return { feeds, dimensions: { G, N, B, P, S, T, M } };
  }
}

/** Results per sequence, each an entry for every token but the first; NaN where nothing was computed. */
export function bySequence(sequences: readonly (readonly number[])[], scored: readonly Scored[]) {
  const empty = () => sequences.map((tokens) => new Float32Array(Math.max(0, tokens.length - 1)).fill(Number.NaN));
  const results = { logprobs: empty(), entropy: empty() };
  for (const { request, logprobs, entropy } of scored)
    for (const [i, position] of request.positions.entries()) {
      results.logprobs[request.index]![position] = logprobs[i]!;
      results.entropy[request.index]![position] = entropy[i]!;
    }
  return results;
}

/** [size, size]: 0 where a query may look, a large negative number where it may not. */
export function causalMask(size: number): Float32Array {
  const mask = new Float32Array(size * size);
  for (let query = 0; query < size; query++) mask.fill(blocked, query * size + query + 1, (query + 1) * size);
  return mask;
}
