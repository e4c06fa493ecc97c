import { Random } from "../../core/random.ts";
import type { SampledCompletion, SampleRequest } from "../engine.ts";
import type { Backend } from "../onnx/backend.ts";
import { compile, type Feeds, type Program } from "../onnx/program.ts";
import { KeyValueCache } from "./cache.ts";
import { chooseToken } from "./choose.ts";
import type { ResolvedConfig } from "./config.ts";
import { decodeGraph, prefillGraph } from "./sampling-graphs.ts";
import { type PromptGroup, planSampling, type Row } from "./sampling-plan.ts";
import { blocked, causalMask } from "./scorer.ts";

/** Most prompt tokens (padded) read in one run. */
const prefillBudget = 2048;
/** Finished rows leave the batch once it shrinks to this share. */
const compactAt = 0.8;

/**
 * Writes completions: what prompts have in common is read once, then all rows of a batch write a token at a time.
 */
export class Sampler {
  readonly #backend: Backend;
  readonly #config: ResolvedConfig;
  #prefill: Promise<Program<string>> | null = null;
  #decode: Promise<Program<string>> | null = null;

  constructor(backend: Backend, config: ResolvedConfig) {
    this.#backend = backend;
    this.#config = config;
  }

  async sample(requests: readonly SampleRequest[], weights: Feeds): Promise<SampledCompletion[]> {
    const results = requests.map((): SampledCompletion => ({ tokens: [], logprobs: [], finish: "length" }));
    const rows = requests.map(
      (request, index): Row => ({
        request,
        result: results[index]!,
        limit: Math.min(request.maxTokens, this.#config.contextLength - request.prompt.length),
        random: new Random(request.seed),
        tail: [],
        fed: 0,
        next: 0,
      }),
    );
    for (const groups of planSampling(rows.filter((row) => row.limit > 0))) await this.#batch(groups, weights);
    return results;
  }

  async release(): Promise<void> {
    for (const program of [this.#prefill, this.#decode]) if (program) await (await program).release();
    this.#prefill = null;
    this.#decode = null;
  }

  async #batch(groups: PromptGroup[], weights: Feeds): Promise<void> {
    const { vocabularySize } = this.#config;
    const { cache, logprobs: first } = await this.#read(groups, weights);
    for (const [g, group] of groups.entries())
      for (const row of group.rows) this.#extend(row, first.subarray(g * vocabularySize, (g + 1) * vocabularySize));
    let live = this.#compact(groups, cache, 1);
    this.#decode ??= compile(this.#backend, decodeGraph(this.#config));
    const program = await this.#decode;
    while (live) {
      const { feeds, dimensions } = this.#step(live, cache);
      const outputs = await program.run({ ...weights, ...cache.feeds(), ...feeds }, dimensions);
      cache.append(outputs);
      const all = outputs.logprobs!;
      for (const [g, group] of live.entries())
        for (const [n, row] of group.rows.entries()) {
          if (row.done) continue;
          const at = (g * cache.rows + n) * vocabularySize;
          this.#extend(row, all.subarray(at, at + vocabularySize));
        }
      live = this.#compact(live, cache, compactAt);
    }
  }

  /** Reads the prompts of all groups. Returns their cache, and the next token's log-probabilities [groups, vocabulary]. */
  async #read(
    groups: readonly PromptGroup[],
    weights: Feeds,
  ): Promise<{ cache: KeyValueCache; logprobs: Float32Array }> {
    this.#prefill ??= compile(this.#backend, prefillGraph(this.#config));
    const program = await this.#prefill;
    const { vocabularySize } = this.#config;
    const { Tensor } = this.#backend.runtime;
    const prefix = Math.max(...groups.map((group) => group.prompt.length));
    const rows = Math.max(...groups.map((group) => group.rows.length));
    const cache = new KeyValueCache(this.#backend, this.#config, { groups: groups.length, rows, prefix });
    const logprobs = new Float32Array(groups.length * vocabularySize);
    const perRun = Math.max(1, Math.floor(prefillBudget / prefix));
    for (let start = 0; start < groups.length; start += perRun) {
      const prompts = groups.slice(start, start + perRun).map((group) => group.prompt);
      const G = prompts.length;
      const P = Math.max(...prompts.map((prompt) => prompt.length));
      const ids = new BigInt64Array(G * P);
      for (const [g, prompt] of prompts.entries())
        for (const [i, token] of prompt.entries()) ids[g * P + i] = BigInt(token);
      const feeds = {
        ids: new Tensor("int64", ids, [G, P]),
        positions: new Tensor(
          "int64",
          BigInt64Array.from({ length: G * P }, (_, i) => BigInt(i % P)),
          [G, P],
        ),
        mask: new Tensor("float32", causalMask(P), [1, 1, 1, P, P]),
        rows: new Tensor(
          "int64",
          BigInt64Array.from(prompts, (prompt, g) => BigInt(g * P + prompt.length - 1)),
          [G],
        ),
      };
      const outputs = await program.run({ ...weights, ...feeds }, { G, P });
      logprobs.set(outputs.logprobs as Float32Array, start * vocabularySize);
      cache.storePrefix(outputs, start, G, P);
    }
    return { cache, logprobs };
  }

  /** Inputs of the decode graph that change at every step. */
  #step(groups: readonly PromptGroup[], cache: KeyValueCache) {
    const { rows: N, prefix: P, capacity: C, written } = cache;
    const G = groups.length;
    const ids = new BigInt64Array(G * N);
    const positions = new BigInt64Array(G * N);
    const prefixMask = new Float32Array(G * P);
    for (const [g, { prompt, rows }] of groups.entries()) {
      prefixMask.fill(blocked, g * P + prompt.length, (g + 1) * P);
      for (const [n, row] of rows.entries()) {
        if (row.done) continue;
        ids[g * N + n] = BigInt(row.next);
        positions[g * N + n] = BigInt(prompt.length + written);
      }
    }
    const { Tensor } = this.#backend.runtime;
    const feeds = {
      ids: new Tensor("int64", ids, [G * N, 1]),
      positions: new Tensor("int64", positions, [G * N, 1]),
      prefixMask: new Tensor("float32", prefixMask, [G, 1, 1, P]),
      ownMask: new Tensor("float32", new Float32Array(C).fill(blocked, written), [C]),
    };
    return { feeds, dimensions: { G, N, B: G * N, P, C } };
  }

  /** Adds one token to a row: of its prompt as long as there are any, then a sampled one. */
  #extend(row: Row, logprobs: Float32Array): void {
    const { request, result, random, tail } = row;
    if (row.fed < tail.length) {
      row.next = tail[row.fed++]!;
      return;
    }
    const token = chooseToken(logprobs, request.temperature, request.topP ?? 1, random);
    row.next = token;
    result.tokens.push(token);
    result.logprobs.push(logprobs[token]!);
    if (token === this.#config.endToken) result.finish = "stop";
    row.done = result.finish === "stop" || result.tokens.length >= row.limit;
  }

  /** Drops finished rows when the padded batch would shrink to `share` of its size; null when all are finished. */
  #compact(groups: PromptGroup[], cache: KeyValueCache, share: number): PromptGroup[] | null {
    const kept = groups.flatMap((group, index) => {
      const rows = group.rows.flatMap((row, n) => (row.done ? [] : [n]));
      return rows.length > 0 ? [{ group: index, rows }] : [];
    });
    if (kept.length === 0) return null;
    const size = kept.length * Math.max(...kept.map((entry) => entry.rows.length));
    if (size === cache.groups * cache.rows || size > share * cache.groups * cache.rows) return groups;
    cache.keep(kept);
    return kept.map(({ group, rows }) => {
      const { prompt, rows: all } = groups[group]!;
      return { prompt, rows: rows.map((n) => all[n]!) };
    });
  }
}
