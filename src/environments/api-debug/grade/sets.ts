/** |a and b| / |a or b|; 0 when both are empty. */
export function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 && b.size === 0) return 0;
  let common = 0;
  for (const item of a) if (b.has(item)) common++;
  return common / (a.size + b.size - common);
}

/**
 * Counts distinct answers to one question within an episode: the n-th distinct one is worth 1/n, so that trying answers
 * in turn pays no more than guessing.
 */
export class Tries {
  readonly #seen: string[] = [];

  /** n, counted from 1. An answer of nothing but empty texts is none and counts nothing. */
  nth(answer: Iterable<string>): number {
    const items = [...answer].sort();
    if (items.every((item) => item === "")) return 1;
    const key = JSON.stringify(items);
    let index = this.#seen.indexOf(key);
    if (index < 0) index = this.#seen.push(key) - 1;
    return index + 1;
  }
}
