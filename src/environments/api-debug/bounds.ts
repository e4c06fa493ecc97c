/** Bounds of values that came as values: nothing that recurses may see them before they are checked. */
import { limits } from "./json-text.ts";

/** Most members and items of a value. */
const mostNodes = 50_000;

/** Why a value is too large to be written as JSON, or null. Iterative: no depth overflows it. */
export function boundsProblem(value: unknown): string | null {
  let nodes = 0;
  let characters = 0;
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limits.depth) return `the nesting is deeper than ${limits.depth}`;
    const next: unknown[] = [];
    for (const node of level) {
      if (typeof node === "string") characters += node.length;
      if (typeof node !== "object" || node === null) continue;
      for (const key of Object.keys(node)) {
        if (!Array.isArray(node)) characters += key.length;
        if (++nodes > mostNodes) return `it has more than ${mostNodes} values`;
        if (characters > limits.bytes) return `it is larger than ${limits.bytes / 1024} kB`;
        next.push(Reflect.get(node, key));
      }
    }
    level = next;
  }
  return characters > limits.bytes ? `it is larger than ${limits.bytes / 1024} kB` : null;
}
