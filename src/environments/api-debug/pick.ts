import type { Random } from "../../core/random.ts";

/** Picks one, or null from an empty list. */
export function pickOrNull<T>(random: Random, items: readonly T[]): T | null {
  return items.length === 0 ? null : random.pick(items);
}
