import type { Backend, Tensor } from "../onnx/backend.ts";
import type { ResolvedConfig } from "./config.ts";

/** Slots for written tokens come in steps of this many, so that short completions do not pay for long ones. */
const growth = 32;

interface LayerCache {
  prefixKey: Float32Array;
  prefixValue: Float32Array;
  ownKey: Float32Array;
  ownValue: Float32Array;
}

/**
 * Keys and values of a batch in decoding, in the layouts of the decode graph: what `groups` prompts of at most `prefix`
 * tokens left, and what `rows` rows to a group have written since. All rows have written the same number of tokens.
 */
export class KeyValueCache {
  groups: number;
  rows: number;
  readonly prefix: number;
  /** Tokens written so far. */
  written = 0;
  capacity = growth;
  readonly #backend: Backend;
  readonly #kvHeads: number;
  readonly #headSize: number;
  readonly #layers: LayerCache[];
  #feeds: Record<string, Tensor> | null = null;

  constructor(backend: Backend, config: ResolvedConfig, size: { groups: number; rows: number; prefix: number }) {
    this.#backend = backend;
    this.#kvHeads = config.kvHeads;
    this.#headSize = config.hiddenSize / config.heads;
    this.groups = size.groups;
    this.rows = size.rows;
    this.prefix = size.prefix;
    const perGroup = this.#kvHeads * this.#headSize;
    this.#layers = Array.from({ length: config.layers }, () => ({
      prefixKey: new Float32Array(size.groups * perGroup * size.prefix),
      prefixValue: new Float32Array(size.groups * perGroup * size.prefix),
      ownKey: new Float32Array(size.groups * size.rows * perGroup * growth),
      ownValue: new Float32Array(size.groups * size.rows * perGroup * growth),
    }));
  }

  /** Inputs of the decode graph; the tensors look into this cache, and change with it. */
  feeds(): Record<string, Tensor> {
    if (this.#feeds) return this.#feeds;
    const { groups: G, rows: N, prefix: P, capacity: C } = this;
    const H = this.#kvHeads;
    const D = this.#headSize;
    const { Tensor } = this.#backend.runtime;
    const feeds: Record<string, Tensor> = {};
    for (const [l, layer] of this.#layers.entries()) {
      feeds[`prefixKey${l}`] = new Tensor("float32", layer.prefixKey, [G, H, D, P]);
      feeds[`prefixValue${l}`] = new Tensor("float32", layer.prefixValue, [G, H, P, D]);
      feeds[`ownKey${l}`] = new Tensor("float32", layer.ownKey, [G, H, N, D, C]);
      feeds[`ownValue${l}`] = new Tensor("float32", layer.ownValue, [G, H, N, C, D]);
    }
    this.#feeds = feeds;
    return feeds;
  }

  /**
   * Takes over the outputs of the prefill graph for `count` prompts padded to `length` <= prefix tokens, as the groups
   * from `first` on.
   */
  storePrefix(outputs: Record<string, Float32Array>, first: number, count: number, length: number): void {
    const { prefix, groups } = this;
    const heads = this.#kvHeads;
    const size = this.#headSize;
    for (const [l, layer] of this.#layers.entries()) {
      const key = outputs[`key${l}`]!;
      const value = outputs[`value${l}`]!;
      if (count === groups && length === prefix) {
        layer.prefixKey = key;
        layer.prefixValue = value;
        continue;
      }
      for (let row = 0; row < count * heads * size; row++)
        layer.prefixKey.set(key.subarray(row * length, (row + 1) * length), (first * heads * size + row) * prefix);
      for (let head = 0; head < count * heads; head++)
        layer.prefixValue.set(
          value.subarray(head * length * size, (head + 1) * length * size),
          (first * heads + head) * prefix * size,
        );
    }
    this.#feeds = null;
  }

  /** Stores the keys and values that the decode graph returned for the token just written. */
  append(outputs: Record<string, Float32Array>): void {
    const { capacity, written } = this;
    const size = this.#headSize;
    const slots = this.groups * this.#kvHeads * this.rows;
    for (const [l, { ownKey, ownValue }] of this.#layers.entries()) {
      const key = outputs[`key${l}`]!;
      const value = outputs[`value${l}`]!;
      for (let i = 0, at = written; i < key.length; i++, at += capacity) ownKey[at] = key[i]!;
      for (let slot = 0; slot < slots; slot++) {
        const to = (slot * capacity + written) * size;
        for (let d = 0; d < size; d++) ownValue[to + d] = value[slot * size + d]!;
      }
    }
    if (++this.written === capacity) this.#grow();
  }

  /** Keeps the named groups, and in each the named rows (indices into the current ones), in that order. */
  keep(groups: readonly { group: number; rows: readonly number[] }[]): void {
    const heads = this.#kvHeads;
    const perGroup = heads * this.#headSize * this.prefix;
    const perRow = this.#headSize * this.capacity;
    const rows = Math.max(...groups.map((entry) => entry.rows.length));
    const sameGroups = groups.length === this.groups;
    const pickPrefix = (from: Float32Array) => {
      if (sameGroups) return from;
      const to = new Float32Array(groups.length * perGroup);
      for (const [g, { group }] of groups.entries())
        to.set(from.subarray(group * perGroup, (group + 1) * perGroup), g * perGroup);
      return to;
    };
    const pickOwn = (from: Float32Array) => {
      const to = new Float32Array(groups.length * heads * rows * perRow);
      for (const [g, entry] of groups.entries())
        for (let head = 0; head < heads; head++)
          for (const [n, row] of entry.rows.entries()) {
            const start = ((entry.group * heads + head) * this.rows + row) * perRow;
            to.set(from.subarray(start, start + perRow), ((g * heads + head) * rows + n) * perRow);
          }
      return to;
    };
    for (const layer of this.#layers) {
      layer.prefixKey = pickPrefix(layer.prefixKey);
      layer.prefixValue = pickPrefix(layer.prefixValue);
      layer.ownKey = pickOwn(layer.ownKey);
      layer.ownValue = pickOwn(layer.ownValue);
    }
    this.groups = groups.length;
    this.rows = rows;
    this.#feeds = null;
  }

  #grow(): void {
    const old = this.capacity;
    const capacity = old + growth;
    const size = this.#headSize;
    const widen = (from: Float32Array, width: number) => {
      const lines = from.length / (old * width);
      const to = new Float32Array(lines * capacity * width);
      for (let line = 0; line < lines; line++)
        to.set(from.subarray(line * old * width, (line + 1) * old * width), line * capacity * width);
      return to;
    };
    for (const layer of this.#layers) {
      layer.ownKey = widen(layer.ownKey, 1);
      layer.ownValue = widen(layer.ownValue, size);
    }
    this.capacity = capacity;
    this.#feeds = null;
  }
}
