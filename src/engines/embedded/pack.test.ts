import { describe, expect, it } from "vitest";
import { pack, type ScoringRequest } from "./pack.ts";

const prompt = (length: number, first = 1) => Array.from({ length }, (_, i) => first + i);

function request(index: number, tokens: number[], from: number, to = tokens.length - 1): ScoringRequest {
  return { index, tokens, positions: Array.from({ length: to - from }, (_, i) => from + i) };
}

const roomy = { batch: 1000, group: 1000 };

describe("pack", () => {
  it("shares the prefix of sequences that have it in common", () => {
    const rows = [0, 1, 2].map((index) => request(index, [...prompt(20), 7, index], 19));
    const [batch, ...others] = pack(rows, roomy);
    expect(others).toEqual([]);
    expect(batch).toMatchObject({ rows: 3, prefix: 19, suffix: 2 });
    expect(batch!.groups[0]!.prefix).toEqual(prompt(19));
    expect(batch!.groups[0]!.rows.map((row) => row.suffix)).toEqual([
      [20, 7],
      [20, 7],
      [20, 7],
    ]);
  });

  it("drops what follows the last scored position", () => {
    const [batch] = pack([request(0, prompt(40), 20, 25)], roomy);
    expect(batch).toMatchObject({ rows: 1, prefix: 20, suffix: 5 });
  });

  it("keeps short prefixes in the row, and rows without a prefix apart", () => {
    const rows = [0, 1].map((index) => request(index, [...prompt(4), index], 3));
    const [batch] = pack(rows, roomy);
    expect(batch).toMatchObject({ rows: 1, prefix: 0, suffix: 4 });
    expect(batch!.groups).toHaveLength(2);
  });

  it("keeps batches within the budget and every request in exactly one", () => {
    const rows = Array.from({ length: 30 }, (_, index) =>
      request(index, [...prompt(20 + (index % 3), index % 5), ...prompt(10 + index)], 19 + (index % 3)),
    );
    const batches = pack(rows, { batch: 400, group: 400 });
    expect(batches.length).toBeGreaterThan(1);
    for (const { groups, rows, prefix, suffix } of batches)
      expect(groups.length * (prefix + rows * suffix)).toBeLessThanOrEqual(400);
    const seen = batches.flatMap((batch) =>
      batch.groups.flatMap((group) => group.rows.map((row) => row.request.index)),
    );
    expect(seen.sort((a, b) => a - b)).toEqual(rows.map((row) => row.index));
  });

  it("runs a group larger than a batch alone", () => {
    const rows = Array.from({ length: 8 }, (_, index) => request(index, [...prompt(50), index, 1, 2], 49));
    const batches = pack([...rows, request(8, prompt(60, 2), 40)], { batch: 60, group: 1000 });
    expect(batches.map((batch) => batch.groups.map((group) => group.rows.length))).toEqual([[1], [8]]);
  });

  it("cuts a group that exceeds the budget", () => {
    const rows = Array.from({ length: 8 }, (_, index) => request(index, [...prompt(50), index, 1, 2], 49));
    expect(pack(rows, { batch: 60, group: 60 }).length).toBeGreaterThan(2);
  });
});
