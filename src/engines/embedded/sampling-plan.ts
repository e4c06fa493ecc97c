import type { Random } from "../../core/random.ts";
import type { SampledCompletion, SampleRequest } from "../engine.ts";

/** One completion being written. */
export interface Row {
  request: SampleRequest;
  result: SampledCompletion;
  /** Most tokens it may have, at least 1. */
  limit: number;
  random: Random;
  done?: boolean;
}

/** Rows that continue the same prompt. */
export interface PromptGroup {
  prompt: readonly number[];
  rows: Row[];
}

/** Most rows (padded) that write side by side, and most prompt tokens whose keys and values are kept. */
const mostRows = 128;
const mostPromptTokens = 65_536;

/** Rows by equal prompt, in batches of prompts of similar length and groups of similar size. */
export function planSampling(rows: readonly Row[]): PromptGroup[][] {
  const byPrompt = new Map<string, PromptGroup>();
  for (const row of rows) {
    const key = row.request.prompt.join();
    const group = byPrompt.get(key) ?? { prompt: row.request.prompt, rows: [] };
    group.rows.push(row);
    byPrompt.set(key, group);
  }
  const groups = [...byPrompt.values()].flatMap(cut);
  groups.sort((a, b) => b.rows.length - a.rows.length || b.prompt.length - a.prompt.length);
  const batches: PromptGroup[][] = [];
  let open: PromptGroup[] = [];
  let prefix = 0;
  for (const group of groups) {
    const count = open.length + 1;
    const [largest = group] = open;
    prefix = Math.max(prefix, group.prompt.length);
    const fits = count * largest.rows.length <= mostRows && count * prefix <= mostPromptTokens;
    if (open.length > 0 && !(fits && 2 * group.rows.length >= largest.rows.length)) {
      batches.push(open);
      open = [];
      prefix = group.prompt.length;
    }
    open.push(group);
  }
  if (open.length > 0) batches.push(open);
  return batches;
}

function cut(group: PromptGroup): PromptGroup[] {
  const pieces: PromptGroup[] = [];
  for (let start = 0; start < group.rows.length; start += mostRows)
    pieces.push({ prompt: group.prompt, rows: group.rows.slice(start, start + mostRows) });
  return pieces;
}
