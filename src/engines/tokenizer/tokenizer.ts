import { createHash } from "node:crypto";
import type { ChatMessage } from "../../core/environment.ts";
import { type Merge, trainMerges } from "./bpe-trainer.ts";
import { piecePattern, splitter } from "./bytes.ts";
import { encodeMessages, endId, generationPrompt, specialTokens } from "./chat-template.ts";

const firstByte = specialTokens.length;
/** Pieces remembered by `encode`; hostile text may hold any number of different ones. */
const cacheLimit = 50_000;

/**
 * A byte-level BPE tokenizer with a chat template. Ids: special tokens, then the 256 bytes, then one id per merge. Any
 * text can be encoded, and text never gives a special token, whatever it says.
 */
export class Tokenizer {
  readonly pattern: string;
  readonly merges: readonly Merge[];
  readonly #split: (text: string) => string[];
  readonly #ranks = new Map<number, number>();
  readonly #cache = new Map<string, readonly number[]>();
  readonly #bytes: Uint8Array[] = [];
  #id: string | undefined;

  constructor(merges: readonly Merge[], pattern: string = piecePattern) {
    this.pattern = pattern;
    this.merges = merges;
    this.#split = splitter(pattern);
    for (let byte = 0; byte < 256; byte++) this.#bytes.push(Uint8Array.of(byte));
    for (const [rank, [left, right]] of merges.entries()) {
      this.#ranks.set(left * 65_536 + right, rank);
      this.#bytes.push(Uint8Array.of(...this.#bytes[left]!, ...this.#bytes[right]!));
    }
  }

  /** Learns merges from texts until there are `vocabularySize` ids (fewer when the texts hold too few pairs). */
  static train(texts: Iterable<string>, vocabularySize: number): Tokenizer {
    const mergeCount = vocabularySize - firstByte - 256;
    return new Tokenizer(trainMerges(texts, { pattern: piecePattern, mergeCount }));
  }

  /** Number of ids. */
  get size(): number {
    return firstByte + 256 + this.merges.length;
  }

  /** Hash of pattern and merges, for traces: equal names mean equal ids. */
  get id(): string {
    return (this.#id ??= `bpe-${createHash("sha256")
      .update(JSON.stringify([this.pattern, this.merges]))
      .digest("hex")
      .slice(0, 16)}`);
  }

  encode(text: string): number[] {
    const ids: number[] = [];
    for (const piece of this.#split(text)) for (const id of this.#encodePiece(piece)) ids.push(id);
    return ids;
  }

  /** Text of the ids without special tokens. Bytes that are not UTF-8 become U+FFFD. */
  decode(ids: readonly number[]): string {
    const parts = ids.filter((id) => id >= firstByte).map((id) => this.#bytes[id - firstByte] ?? new Uint8Array());
    return Buffer.concat(parts).toString("utf8");
  }

  /** Bytes that an id stands for; empty for special tokens. */
  bytesOf(id: number): Uint8Array {
    return this.#bytes[id - firstByte] ?? new Uint8Array();
  }

  /** Ids of a prompt that asks for an answer to the messages. */
  prompt(messages: readonly ChatMessage[]): number[] {
    return [...encodeMessages(messages, (text) => this.encode(text)), ...generationPrompt];
  }

  /**
   * The next prompt of a conversation, as an extension of the ids so far (prompt and completion, exactly as sampled) by
   * the messages that followed. A completion that was cut off is closed first.
   */
  extend(sofar: readonly number[], messages: readonly ChatMessage[]): number[] {
    const closed = sofar.at(-1) === endId ? sofar : [...sofar, endId];
    return [...closed, ...this.prompt(messages)];
  }

  #encodePiece(piece: string): readonly number[] {
    const known = this.#cache.get(piece);
    if (known) return known;
    const symbols = [...Buffer.from(piece, "utf8")];
    for (;;) {
      let at = -1;
      let best = Number.POSITIVE_INFINITY;
      for (let i = 0; i + 1 < symbols.length; i++) {
        const rank = this.#ranks.get(symbols[i]! * 65_536 + symbols[i + 1]!);
        if (rank !== undefined && rank < best) {
          best = rank;
          at = i;
        }
      }
      if (at < 0) break;
      symbols.splice(at, 2, 256 + best);
    }
    const ids = symbols.map((symbol) => symbol + firstByte);
    if (this.#cache.size >= cacheLimit) this.#cache.clear();
    this.#cache.set(piece, ids);
    return ids;
  }
}
