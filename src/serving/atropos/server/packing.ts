/**
 * Which units make up a batch. A unit is what is never taken apart: a group, or smaller groups that together have the size
 * their environment promised. Sizes are in sequences, and a batch has exactly `target` of them.
 */

/**
 * Indexes of units whose sizes add up to `target`, ascending; null when no choice does. Of all choices it is the one with
 * the oldest units (lexicographically first), so nothing waits longer than it must.
 */
export function pickExactly(sizes: readonly number[], target: number): number[] | null {
  const greedy = pickGreedily(sizes, target);
  if (greedy) return greedy;
  const reach = reachable(sizes, target);
  if (!reach) return null;
  const picked: number[] = [];
  let left = target;
  for (let i = 0; i < sizes.length && left > 0; i++) {
    const size = sizes[i] ?? 0;
    const rest = reach[i + 1] ?? 1n;
    if (size <= left && (rest >> BigInt(left - size)) & 1n) {
      picked.push(i);
      left -= size;
    }
  }
  return picked;
}

/** Takes whatever still fits, oldest first. Where this ends exactly, no older choice exists. */
function pickGreedily(sizes: readonly number[], target: number): number[] | null {
  const picked: number[] = [];
  let left = target;
  for (const [i, size] of sizes.entries()) {
    if (left === 0) break;
    if (size > left) continue;
    picked.push(i);
    left -= size;
  }
  return left === 0 ? picked : null;
}

/** For each i, the sums that units i and later can make, as bits; null when all of them cannot make `target`. */
function reachable(sizes: readonly number[], target: number): bigint[] | null {
  const mask = (1n << BigInt(target + 1)) - 1n;
  const reach: bigint[] = new Array(sizes.length + 1);
  let sums = 1n;
  reach[sizes.length] = sums;
  for (let i = sizes.length - 1; i >= 0; i--) {
    sums |= (sums << BigInt(sizes[i] ?? 0)) & mask;
    reach[i] = sums;
  }
  return (sums >> BigInt(target)) & 1n ? reach : null;
}

/**
 * Whether a batch of `target` sequences can hold a unit of `size`, given as many units of the sizes in `others` (and of its
 * own) as may be needed.
 */
export function canFill(size: number, others: Iterable<number>, target: number): boolean {
  const left = target - size;
  if (size < 1 || left < 0) return false;
  const coins = [...new Set([size, ...others])].filter((coin) => coin >= 1 && coin <= left);
  const makes = new Uint8Array(left + 1);
  makes[0] = 1;
  for (let sum = 1; sum <= left; sum++) if (coins.some((coin) => coin <= sum && makes[sum - coin])) makes[sum] = 1;
  return makes[left] === 1;
}

export interface Unit {
  /** Id of the environment it came from; null for none. */
  env: number | null;
  /** In sequences. */
  size: number;
}

/**
 * The oldest units that fill a batch of `target`, with at least `minimums` (sequences by environment) of each environment
 * named there; null when that cannot be done yet. Minimums that exceed the batch together are scaled down in proportion.
 */
export function pickBatch(
  units: readonly Unit[],
  target: number,
  minimums: ReadonlyMap<number, number> = new Map(),
): number[] | null {
  const picked = new Set<number>();
  let left = target;
  const wanted = [...minimums.values()].reduce((sum, minimum) => sum + minimum, 0);
  const scale = wanted > target ? target / wanted : 1;
  for (const [env, minimum] of minimums) {
    // Never scaled to nothing: that would be no minimum at all.
    let missing = Math.max(1, Math.floor(minimum * scale));
    let tooLarge = false;
    for (const [i, unit] of units.entries()) {
      if (missing <= 0) break;
      if (unit.env !== env) continue;
      if (unit.size > left) {
        tooLarge = true;
        continue;
      }
      picked.add(i);
      left -= unit.size;
      missing -= unit.size;
    }
    // What does not fit beside the other minimums is no reason to wait: it never would.
    if (missing > 0 && !tooLarge) return null;
  }
  const others = units.flatMap((_, i) => (picked.has(i) ? [] : [i]));
  const sizes = others.map((i) => units[i]?.size ?? 0);
  const rest = pickExactly(sizes, left);
  if (!rest) return null;
  return [...picked, ...rest.map((i) => others[i] ?? 0)].sort((a, b) => a - b);
}
