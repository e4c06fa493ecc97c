import { describe, expect, it } from "vitest";
import { differences, sameMeaning } from "./equal.ts";

describe("sameMeaning", () => {
  it.each([
    [1, 1.0, true],
    [{ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }, true],
    ["2026-03-01T10:00:00Z", "2026-03-01T11:00:00.000+01:00", true],
    ["2026-03-01T10:00:00Z", "2026-03-01 10:00:00Z", false],
    ["2026-03-01T10:00:00Z", "2026-03-01t10:00:00.0z", true],
    ["2026-03-02T10:00:00Z", "2026-02-30T10:00:00Z", false],
    ["2026-03-01T10:00:00.0001Z", "2026-03-01T10:00:00Z", false],
    ["2026-03-01T10:00:00.123456789Z", "2026-03-01T11:00:00.1234567890+01:00", true],
    ["2026-03-01", "2026-03-01T00:00:00Z", false],
    ["1", 1, false],
    [null, undefined, false],
    [[1, 2], [2, 1], false],
    [[], {}, false],
    [{ constructor: 1 }, {}, false],
  ])("%j and %j: %s", (a, b, same) => {
    expect([sameMeaning(a, b), sameMeaning(b, a)]).toEqual([same, same]);
  });
});

describe("differences", () => {
  it("names the outermost places that differ", () => {
    const a = { same: 1, value: 2, gone: { x: 1 }, list: [{ k: 1 }, { k: 2 }], short: [1], "a/b": 1 };
    const b = { same: 1, value: 3, more: null, list: [{ k: 1 }, { k: 3 }], short: [1, 2], "a/b": 2 };
    expect([...differences(a, b, "")].sort()).toEqual(["/a~1b", "/gone", "/list/1/k", "/more", "/short", "/value"]);
  });
});
