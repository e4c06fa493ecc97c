import { type Change, diffLines, diffWordsWithSpace } from "diff";

/** Milliseconds for one comparison: beyond, lines are compared instead of words, then nothing is. */
const patience = 150;

/** What turns `from` into `to`, in order; null when they are too different to tell in time. */
export function difference(from: string, to: string): Change[] | null {
  const limit = { timeout: patience };
  return diffWordsWithSpace(from, to, limit) ?? diffLines(from, to, limit) ?? null;
}
