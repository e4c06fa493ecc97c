import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plusFromState } from "pure-rand/generator/xoroshiro128plus";
import type { RandomGenerator } from "pure-rand/types/RandomGenerator";

/** Four 32-bit words from text (two rounds of MurmurHash3's finalizer per character and word); never all zero. */
function hash128(text: string): [number, number, number, number] {
  let [a, b, c, d] = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 0xdeadbeef];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = b ^ Math.imul(a ^ unit, 0x85ebca6b);
    b = c ^ Math.imul(b ^ unit, 0xc2b2ae35);
    c = d ^ Math.imul(c ^ unit, 0x27d4eb2f);
    d = a ^ Math.imul(d ^ unit, 0x165667b1);
  }
  const mix = (word: number) => {
    const h = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
    const g = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
    return (g ^ (g >>> 16)) | 0;
  };
  return [mix(a ^ d), mix(b ^ a), mix(c ^ b) | 1, mix(d ^ c)];
}

/**
 * Seeded randomness. Streams are split by name, so that drawing more in one place never shifts another:
 * `new Random("seed").split("faults")` is the same stream whatever else was drawn.
 */
export class Random {
  readonly #name: string;
  readonly #generator: RandomGenerator;

  constructor(name: string | number) {
    this.#name = String(name);
    this.#generator = xoroshiro128plusFromState(hash128(this.#name));
  }

  /** An independent stream, fixed by this stream's name and `label`. */
  split(label: string | number): Random {
    return new Random(`${this.#name}/${label}`);
  }

  /** A whole number in [low, high], both included. */
  int(low: number, high: number): number {
    return uniformInt(this.#generator, low, high);
  }

  /** A number in [0, 1). */
  float(): number {
    return uniformFloat64(this.#generator);
  }

  /** True with the given probability. */
  chance(probability: number): boolean {
    return this.float() < probability;
  }

  /** One element. Throws a RangeError for an empty list. */
  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new RangeError("pick() needs at least one item");
    return items[this.int(0, items.length - 1)] as T;
  }

  /** A shuffled copy (Fisher-Yates). */
  shuffle<T>(items: readonly T[]): T[] {
    const copy = [...items];
    for (let i = copy.length - 1; i > 0; i--) {
      const j = this.int(0, i);
      [copy[i], copy[j]] = [copy[j] as T, copy[i] as T];
    }
    return copy;
  }

  /** `count` distinct elements in random order, or all of them if there are fewer. */
  sample<T>(items: readonly T[], count: number): T[] {
    return this.shuffle(items).slice(0, count);
  }
}
