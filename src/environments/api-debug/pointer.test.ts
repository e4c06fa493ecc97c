import { describe, expect, it } from "vitest";
import { getAt, isWithin, withAt } from "./pointer.ts";

const value = { a: { b: [1, { c: 2 }] }, "x/y": 1, "~": 2, "": 3 };

describe("getAt", () => {
  it.each([
    ["", value],
    ["/a/b/1/c", 2],
    ["/x~1y", 1],
    ["/~0", 2],
    ["/", 3],
    ["/a/b/01", undefined],
    ["/a/b/-", undefined],
    ["/a/none/x", undefined],
    ["/constructor", undefined],
    ["/__proto__", undefined],
  ])("finds %j", (pointer, found) => {
    expect(getAt(value, pointer)).toEqual(found);
  });
});

describe("withAt", () => {
  it("copies along the path and shares the rest", () => {
    const changed = withAt(value, "/a/b/1/c", 5);
    expect(changed).toEqual({ ...value, a: { b: [1, { c: 5 }] } });
    expect(value.a.b[1]).toEqual({ c: 2 });
  });

  it("adds, removes, and places new members", () => {
    expect(withAt({ a: 1 }, "/b", 2)).toEqual({ a: 1, b: 2 });
    expect(withAt({ a: 1, b: 2 }, "/a", undefined)).toEqual({ b: 2 });
    expect(withAt([1, 2, 3], "/1", undefined)).toEqual([1, 3]);
    expect(JSON.stringify(withAt({ a: 1, b: 2 }, "/c", 3, 1))).toBe('{"a":1,"c":3,"b":2}');
    expect(withAt({ a: 1 }, "/none/x", 2)).toEqual({ a: 1 });
  });

  it("sets __proto__ as a plain member", () => {
    const changed = withAt({}, "/__proto__", { polluted: true });
    expect(Object.keys(changed as object)).toEqual(["__proto__"]);
    expect((changed as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

it("knows what lies inside a place", () => {
  expect([isWithin("/a/b", "/a"), isWithin("/a", "/a"), isWithin("/ab", "/a"), isWithin("/a", "/a/b")]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
