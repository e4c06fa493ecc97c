import { describe, expect, it } from "vitest";
import type { PageIndex, PageRow } from "../data.ts";
import { actionOf, keys } from "./keys.ts";
import { initialState, reduce, referenceOf, visibleRows } from "./state.ts";

const row = (index: number, scores: number[], level = "easy"): PageRow => ({
  index,
  level,
  scores,
  solved: scores.filter((score) => score === 1).length,
});
const index: PageIndex = {
  ...{ file: "a.jsonl", environment: "e", version: "1.0.0", model: "m", split: "train" },
  rows: [row(0, [0, 0]), row(1, [0, 1], "hard"), row(3, [1, 1]), row(4, [0.5, 0.2], "hard")],
  ...{ finished: 4, planned: 5, incomplete: 1, mean: 0.5, solved: 0.4, range: [0, 1] },
};
const start = initialState(index, "");
const press = (state: typeof start, ...pressed: string[]) =>
  pressed.reduce((before, key) => {
    const action = actionOf(key);
    return action ? reduce(index, before, action) : before;
  }, state);

describe("the page", () => {
  it("opens at the address", () => {
    expect([start.row, start.attempt]).toEqual([0, 0]);
    expect(initialState(index, "#3.1")).toMatchObject({ row: 2, attempt: 1 });
    expect(initialState(index, "#2")).toMatchObject({ row: 0 });
    expect(initialState(index, "#<script>")).toMatchObject({ row: 0 });
    expect(initialState({ ...index, rows: [] }, "")).toMatchObject({ row: null });
  });

  it("filters", () => {
    const shown = (filter: (typeof start)["filter"], level = "") => visibleRows(index, { filter, level });
    expect(shown("all")).toEqual([0, 1, 2, 3]);
    expect(shown("mixed")).toEqual([1, 3]);
    expect(shown("solved")).toEqual([1, 2]);
    expect(shown("unsolved")).toEqual([0, 3]);
    expect(shown("solved", "hard")).toEqual([1]);
  });

  it("is walked through with the keyboard, within what the filter shows", () => {
    expect(press(start, "j", "j").row).toBe(2);
    expect(press(start, "k").row).toBe(0);
    expect(press(start, "End").row).toBe(3);
    expect(press(start, "End", "ArrowDown", "Home").row).toBe(0);
    expect(press(start, "ArrowRight", "ArrowRight", "ArrowRight").attempt).toBe(1);
    expect(press(start, "l", "h").attempt).toBe(0);
    expect(press(start, "l", "j").attempt).toBe(0);
    const mixed = press(start, "f");
    expect([mixed.filter, mixed.row]).toEqual(["mixed", 1]);
    expect(press(mixed, "j").row).toBe(3);
    expect(press(mixed, "j", "j", "k", "k").row).toBe(1);
  });

  it("compares with the best attempt, or the one chosen", () => {
    const second = press(start, "j");
    expect(referenceOf(second, index.rows[1]!)).toBe(1);
    const chosen = press(second, "b");
    expect([chosen.diff, referenceOf(chosen, index.rows[1]!)]).toEqual([true, 0]);
    expect(press(chosen, "j").reference).toBeNull();
  });

  it("does what the help says of every key", () => {
    for (const [names] of keys)
      for (const name of names.split(" ").filter((key) => /^[a-z?]$/.test(key) && key !== "t"))
        expect(actionOf(name), name).not.toBeNull();
    expect(actionOf("x")).toBeNull();
    expect(press(start, "?", "Escape").help).toBe(false);
  });
});
