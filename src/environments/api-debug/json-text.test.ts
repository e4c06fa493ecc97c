import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "../../core/json.ts";
import { limits, parseJsonText } from "./json-text.ts";

const read = (text: string) => {
  const parsed = parseJsonText(text);
  if ("problem" in parsed) throw new Error(parsed.problem);
  return parsed;
};

describe("parseJsonText", () => {
  it("reads what JSON.parse reads", () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(undefined, 2), (text, indent) => {
        const value = JSON.parse(text);
        const parsed = read(JSON.stringify(value, null, indent));
        expect(canonicalJson(parsed.value)).toBe(canonicalJson(value));
        expect([parsed.malformed, parsed.duplicates]).toEqual([[], []]);
      }),
    );
  });

  it("never throws, and takes nothing as clean JSON that JSON.parse refuses", () => {
    const soup = fc.string({ unit: fc.constantFrom(..."{}[],:\"'\\ntrue0123456789.eE+- \n_") });
    fc.assert(
      fc.property(fc.oneof(fc.string(), soup), (text) => {
        const parsed = parseJsonText(text);
        if ("problem" in parsed || parsed.malformed.length > 0) return;
        expect(() => JSON.parse(text)).not.toThrow();
      }),
      { numRuns: 2000 },
    );
  });

  it("names members that appear twice", () => {
    expect(read('{"a": 1, "b": {"c": 2, "c": 3}, "a": 4}').duplicates).toEqual(["/b/c", "/a"]);
  });

  it("names numbers that a double does not hold as written", () => {
    const text = "[250, 1.0, 1e2, 0.1, 250.00000000000000001, 12345678901234567890, 1e999, 100000000000000000000]";
    expect(read(text).inexact).toEqual(["/4", "/5", "/6"]);
  });

  it.each([
    ['{"a": Ana Ruiz, "b": 1}', "/a", "Ana Ruiz"],
    ['{"a": \'x\', "b": 1}', "/a", "'x'"],
    ['{\n  "a": "x,\n  "b": 1\n}', "/a", '"x'],
    ['{"a": undefined}', "/a", "undefined"],
    ['{"a": 007, "b": 1}', "/a", "007"],
    ['{"a": 5., "b": 1}', "/a", "5."],
    ['{"a": True, "b": 1}', "/a", "True"],
    ['{"a": [NaN, 1]}', "/a/0", "NaN"],
    [String.raw`{"a": "\x", "b": 1}`, "/a", String.raw`"\x"`],
  ])("recovers from one malformed value: %s", (text, pointer, token) => {
    expect(read(text).malformed).toEqual([{ pointer, token }]);
    expect(() => JSON.parse(text)).toThrow();
    expect(() => JSON.parse(text.replace(token, "1"))).not.toThrow();
  });

  it("keeps __proto__ a plain member", () => {
    const { value } = read('{"__proto__": {"x": 1}, "constructor": 2}');
    expect(Object.keys(value as object)).toEqual(["__proto__", "constructor"]);
    expect((value as { x?: number }).x).toBeUndefined();
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it("bounds size and depth", () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    expect(parseJsonText(nested(limits.depth))).toHaveProperty("value");
    expect(parseJsonText(nested(limits.depth + 1))).toMatchObject({ problem: expect.stringContaining("deeper") });
    expect(parseJsonText(nested(1_000_000))).toHaveProperty("problem");
    expect(parseJsonText(`"${"x".repeat(limits.bytes)}"`)).toMatchObject({
      problem: expect.stringContaining("256 kB"),
    });
    expect(parseJsonText(`"${"é".repeat(limits.bytes / 2)}"`)).toHaveProperty("problem");
  });

  it("reports few findings and takes short names: a pointer for each of many would fill the memory", () => {
    const long = "k".repeat(limits.name);
    expect(read(`{"${long}": [${"x,".repeat(limits.findings - 1)}x]}`).malformed).toHaveLength(limits.findings);
    expect(parseJsonText(`[${"x,".repeat(limits.findings)}x]`)).toMatchObject({
      problem: expect.stringMatching(/more than 16 /),
    });
    expect(parseJsonText(`{${'"a":1,'.repeat(20_000)}"a":1}`)).toHaveProperty("problem");
    expect(parseJsonText(`[${"0.10000000000000000001,".repeat(17)}0]`)).toHaveProperty("problem");
    expect(parseJsonText(`{"${long}k": 1}`)).toMatchObject({ problem: expect.stringMatching(/name is longer/) });
  });

  it.each(["", "{", '{"a"}', '{"a": }', "[1,]", '{"a": 1} x', "{a: 1}"])("says where %s is broken", (text) => {
    expect(parseJsonText(text)).toMatchObject({ problem: expect.stringMatching(/at character \d+$/) });
  });
});
