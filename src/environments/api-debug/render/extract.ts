/** Finding the answer in what a model wrote. Linear in its length. */

/** Longest completion that is read, in characters. */
export const longestCompletion = 1_000_000;

/** Most objects of a text that are looked at: the last ones. */
const mostObjects = 20;

/**
 * Texts in balanced braces that lie in no other, in order; of many the last `mostObjects`. A brace that is never closed
 * hides nothing: what is balanced behind it is found all the same.
 */
export function outermostObjects(text: string): string[] {
  const open: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (quoted) {
      if (character === "\\") i++;
      else if (character === '"' || character === "\n") quoted = false;
    } else if (character === '"') quoted = open.length > 0;
    else if (character === "{") open.push(i);
    else if (character === "}") {
      const start = open.pop();
      if (start === undefined) continue;
      while ((starts.at(-1) ?? -1) > start) {
        starts.pop();
        ends.pop();
      }
      starts.push(start);
      ends.push(i + 1);
    }
  }
  const skipped = Math.max(starts.length - mostObjects, 0);
  return starts.slice(skipped).map((start, index) => text.slice(start, ends[skipped + index]));
}
