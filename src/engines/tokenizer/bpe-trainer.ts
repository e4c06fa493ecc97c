import { splitter } from "./bytes.ts";

/** Two symbols that become one. Symbols 0-255 are bytes; merge i makes symbol 256 + i. */
export type Merge = readonly [left: number, right: number];

interface Word {
  symbols: number[];
  count: number;
}

const pairKey = (left: number, right: number) => left * 65_536 + right;

/**
 * Byte-pair encoding (Sennrich et al. 2016): again and again the most frequent pair of neighbours within a piece becomes
 * one symbol. Ties go to the pair with the smaller symbols, so that equal texts give equal merges.
 * Returns at most `mergeCount` merges; fewer when no pair occurs `minCount` times any more.
 */
export function trainMerges(
  texts: Iterable<string>,
  options: { pattern: string; mergeCount: number; minCount?: number },
): Merge[] {
  const words = countWords(texts, options.pattern);
  const counts = new Map<number, number>();
  const places = new Map<number, Set<Word>>();
  const add = (word: Word, sign: 1 | -1) => {
    for (let i = 0; i + 1 < word.symbols.length; i++) {
      const key = pairKey(word.symbols[i]!, word.symbols[i + 1]!);
      counts.set(key, (counts.get(key) ?? 0) + sign * word.count);
      if (sign === 1) {
        const known = places.get(key);
        if (known) known.add(word);
        else places.set(key, new Set([word]));
      }
    }
  };
  for (const word of words) add(word, 1);

  const merges: Merge[] = [];
  const spelled = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte));
  const taken = new Set(spelled);
  while (merges.length < options.mergeCount) {
    let best = -1;
    let most = (options.minCount ?? 2) - 1;
    for (const [key, count] of counts) {
      if (count > most || (count === most && best >= 0 && key < best)) {
        best = key;
        most = count;
      }
    }
    if (best < 0) break;
    const merge: Merge = [Math.floor(best / 65_536), best % 65_536];
    const spelling = spelled[merge[0]]! + spelled[merge[1]]!;
    if (taken.has(spelling)) {
      // Reached by another route already: a vocabulary holds each string once.
      counts.set(best, Number.NEGATIVE_INFINITY);
      continue;
    }
    const symbol = 256 + merges.length;
    merges.push(merge);
    spelled.push(spelling);
    taken.add(spelling);
    for (const word of places.get(best) ?? []) {
      add(word, -1);
      word.symbols = applyMerge(word.symbols, merge, symbol);
      add(word, 1);
    }
    counts.delete(best);
    places.delete(best);
  }
  return merges;
}

function countWords(texts: Iterable<string>, pattern: string): Word[] {
  const split = splitter(pattern);
  const counts = new Map<string, number>();
  for (const text of texts) for (const piece of split(text)) counts.set(piece, (counts.get(piece) ?? 0) + 1);
  return [...counts].map(([piece, count]) => ({ symbols: [...new TextEncoder().encode(piece)], count }));
}

/** Replaces the pair by `symbol` wherever it occurs, from left to right. */
function applyMerge(symbols: readonly number[], [left, right]: Merge, symbol: number): number[] {
  const merged: number[] = [];
  for (let i = 0; i < symbols.length; i++) {
    if (symbols[i] === left && symbols[i + 1] === right) {
      merged.push(symbol);
      i++;
    } else merged.push(symbols[i]!);
  }
  return merged;
}
