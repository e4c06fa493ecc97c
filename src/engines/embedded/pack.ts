/** One sequence and the positions whose next token is to be scored. */
export interface ScoringRequest {
  /** Where the caller's results go. */
  index: number;
  tokens: readonly number[];
  /** Ascending positions i; `tokens[i + 1]` is the token scored there. Not empty. */
  positions: readonly number[];
}

/** Rows with one prefix in common: rows[i] = prefix ++ suffixes[i]. */
export interface Group {
  prefix: readonly number[];
  rows: { request: ScoringRequest; suffix: readonly number[] }[];
}

/** Groups that run together, padded to the largest of each size. */
export interface Batch {
  groups: Group[];
  /** Rows per group, prefix tokens, suffix tokens: the padded sizes. */
  rows: number;
  prefix: number;
  suffix: number;
}

export interface Budget {
  /** Most padded tokens for several groups together. */
  batch: number;
  /** Most for a single group; a larger one is cut, and its prefix computed again for every piece. */
  group: number;
}

/** Prefixes shorter than this are not worth a second pass through the layers. */
const shortestPrefix = 16;

/**
 * Plans a pass over the requests: what lies before the first scored position is a prefix, computed once for all rows that
 * have it in common; what lies after the last is dropped. Batches hold groups of similar size, as `budget` allows.
 */
export function pack(requests: readonly ScoringRequest[], budget: Budget): Batch[] {
  const groups = new Map<string, Group>();
  for (const request of requests) {
    const first = request.positions[0] ?? 0;
    const last = request.positions.at(-1) ?? 0;
    const start = first >= shortestPrefix ? first : 0;
    const prefix = request.tokens.slice(0, start);
    // Rows without a prefix have nothing to share: each is a group of its own.
    const key = start === 0 ? `row ${request.index}` : prefix.join();
    const group = groups.get(key) ?? { prefix, rows: [] };
    group.rows.push({ request, suffix: request.tokens.slice(start, last + 1) });
    groups.set(key, group);
  }
  const batches: Batch[] = [];
  const pieces = [...groups.values()].flatMap((group) => cut(group, budget.group));
  const bySize = pieces.map((group) => ({ group, ...sizeOf([group]) })).sort((a, b) => order(a) - order(b));
  let open: Group[] = [];
  let openTokens = 0;
  for (const { group, tokens } of bySize) {
    const joint = sizeOf([...open, group]);
    const fits = joint.tokens <= budget.batch && joint.tokens <= 1.25 * (openTokens + tokens);
    const sameKind = (open[0]?.prefix.length === 0) === (group.prefix.length === 0);
    if (open.length > 0 && !(fits && sameKind)) {
      batches.push({ groups: open, ...sizeOf(open) });
      open = [];
      openTokens = 0;
    }
    open.push(group);
    openTokens += tokens;
  }
  if (open.length > 0) batches.push({ groups: open, ...sizeOf(open) });
  return batches;
}

/** Groups without a prefix first, then by size. */
function order({ prefix, tokens }: { prefix: number; tokens: number }): number {
  return (prefix === 0 ? 0 : 1e9) + tokens;
}

function sizeOf(groups: readonly Group[]): { rows: number; prefix: number; suffix: number; tokens: number } {
  const rows = Math.max(...groups.map((group) => group.rows.length));
  const prefix = Math.max(...groups.map((group) => group.prefix.length));
  const suffix = Math.max(...groups.flatMap((group) => group.rows.map((row) => row.suffix.length)));
  return { rows, prefix, suffix, tokens: groups.length * (prefix + rows * suffix) };
}

function cut(group: Group, most: number): Group[] {
  const { prefix, suffix } = sizeOf([group]);
  const rows = Math.max(1, Math.floor((most - prefix) / suffix));
  const pieces: Group[] = [];
  for (let start = 0; start < group.rows.length; start += rows)
    pieces.push({ prefix: group.prefix, rows: group.rows.slice(start, start + rows) });
  return pieces;
}
