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
  /** End of the prompt that is not read with the group's, but fed token by token before anything is sampled. */
  tail: readonly number[];
  /** Tokens of the tail fed so far. */
  fed: number;
  /** Token to feed next. */
  next: number;
}

/** Rows whose prompts begin with the same tokens. */
export interface PromptGroup {
  prompt: readonly number[];
  rows: Row[];
}

/** Most rows (padded) that write side by side, and most prompt tokens whose keys and values are kept. */
const mostRows = 128;
const mostPromptTokens = 65_536;

/** A beginning is shared when what is left of each prompt is at most this share of it: feeding is slower than reading. */
const longestTail = 0.3;

/** Rows by prompt, or by a long common beginning, in batches of prompts of similar length and groups of similar size. */
export function planSampling(rows: readonly Row[]): PromptGroup[][] {
  const groups = shareBeginnings(rows).flatMap(cut);
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

/**
 * Turns of one conversation's samples differ only at their ends: neighbours in lexicographic order with a long common
 * beginning become one group, and the ends become their tails.
 */
function shareBeginnings(rows: readonly Row[]): PromptGroup[] {
  const sorted = [...rows].sort((a, b) => compare(a.request.prompt, b.request.prompt));
  const groups: PromptGroup[] = [];
  let longest = 0;
  for (const row of sorted) {
    const { prompt } = row.request;
    const open = groups.at(-1);
    const shared = open ? commonLength(open.prompt, prompt) : 0;
    longest = Math.max(longest, prompt.length);
    if (open && shared > 0 && longest - shared <= longestTail * shared) {
      open.prompt = open.prompt.slice(0, shared);
      open.rows.push(row);
    } else {
      groups.push({ prompt, rows: [row] });
      longest = prompt.length;
    }
  }
  for (const { prompt, rows: members } of groups)
    for (const row of members) row.tail = row.request.prompt.slice(prompt.length);
  return groups;
}

function compare(a: readonly number[], b: readonly number[]): number {
  const shared = commonLength(a, b);
  return (a[shared] ?? -1) - (b[shared] ?? -1);
}

function commonLength(a: readonly number[], b: readonly number[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}
