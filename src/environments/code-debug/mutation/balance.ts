import type { Random } from "../../../core/random.ts";

/**
 * Draws up to `most` items so that groups get equal numbers as far as they reach, and within each group its subgroups.
 * Within a subgroup the order is random, but for `late` items, which come last. The items drawn, in their first order.
 */
export function drawBalanced<Item>(
  items: readonly Item[],
  most: number,
  how: { random: Random; groupOf(item: Item): string; subgroupOf(item: Item): string; late(item: Item): boolean },
): Item[] {
  const shuffled = how.random.shuffle(items);
  const ordered = [...shuffled.filter((item) => !how.late(item)), ...shuffled.filter(how.late)];
  const groups = gather(ordered, how.groupOf).map((group) => takeTurns(gather(group, how.subgroupOf)));
  const drawn = new Set(takeTurns(groups).slice(0, most));
  return items.filter((item) => drawn.has(item));
}

/** Items by key, keys in the order in which they first come. */
function gather<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups.values()];
}

/** The first of every list, then the second of every list that has one, and so on. */
function takeTurns<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list.slice(index, index + 1))).flat();
}
