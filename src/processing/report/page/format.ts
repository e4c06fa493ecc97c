/** A score in at most three decimals, with a real minus. */
export function formatScore(score: number): string {
  const text = Number.isInteger(score) ? String(score) : score.toFixed(3).replace(/\.?0+$/, "");
  return text.replace("-", "−");
}

/** 0.714 as "71 %". */
export function formatShare(share: number): string {
  return `${(100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;
}

export function plural(count: number, word: string): string {
  return `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
}

/** Where a score stands in the range, in [0, 1]. */
export function place(score: number, [least, most]: readonly [number, number]): number {
  return most > least ? Math.min(1, Math.max(0, (score - least) / (most - least))) : 0;
}
