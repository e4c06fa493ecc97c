import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sandbox } from "../../../core/sandbox.ts";
import { openSandbox } from "../../../sandbox/open-sandbox.ts";
import { NoValue, readCall, readResult } from "./value.ts";
import { encodeCall, literal, literalArguments } from "./write.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox({ slots: 1 });
});
afterAll(async () => sandbox.close());

const literals = [
  "None, True, False",
  "0, -1, 9223372036854775807, -9223372036854775808",
  "10 ** 30, -(10 ** 30), 2 ** 63",
  "1.0, -0.0, 0.1, 1e21, 1.5e-9, 123456789.125",
  "float('inf'), float('-inf')",
  "'', 'a\"b\\\\n', '\\n\\t\\0', 'NaN', 'é\\u2028', '😀', '\\ud83d'",
  "[], [1, [2.0, 'x']], (), (1,), (1, (2,))",
  "set(), {3}, frozenset(), frozenset({'a'})",
  "{}, {'a': [1], (1, 2): {3: None}}",
  "b'', b'\\x00\\xff', bytearray(b'ab'), range(3), range(5, 0, -2)",
];

describe("values", () => {
  it.each(literals)("come back as they were: %s", async (text) => {
    const [line = ""] = await sandbox.encodeCalls(`[(${text},)]`);
    const call = readCall(line);
    expect(await sandbox.encodeCalls(`[(${literalArguments(call)},)]`)).toEqual([line]);
    // What Fettle writes, Python reads as the same.
    const answers = await sandbox.answer("def same(*given):\n    return list(given)\n", "same", [encodeCall(call)]);
    expect(answers).toMatchObject({ outcome: "answered", load: null });
    const [frame = ""] = answers.outcome === "answered" ? answers.frames : [];
    expect(readResult(frame)).toEqual({ kind: "list", items: call.positional });
  });

  it("keep what is not a number", async () => {
    const [line = ""] = await sandbox.encodeCalls("[(float('nan'),)]");
    const { positional } = readCall(line);
    expect(positional).toEqual([{ kind: "float", value: Number.NaN }]);
    expect(literalArguments({ positional, named: [] })).toBe('float("nan")');
    expect(encodeCall({ positional, named: [] })).toBe(line);
  });

  it("keep arguments by name", () => {
    const line = '[[1],[["by",{"t":[2]}]]]';
    expect(literalArguments(readCall(line))).toBe("1, by=(2,)");
    expect(encodeCall(readCall(line))).toBe(line);
  });

  it("write numbers that Python does not read in decimal", () => {
    expect(literal({ kind: "int", value: -(10n ** 5000n) })).toMatch(/^-0x[0-9a-f]+$/);
  });

  it.each([
    "",
    "[",
    "[1]",
    '[[{"o":"Thing"}],[]]',
    '[[{"z":1}],[]]',
    '[[{"b":"xyz"}],[]]',
    "[[1],[[2,3]]]",
    "[[{}],[]]",
  ])("refuse %s", (line) => {
    expect(() => readCall(line)).toThrow(NoValue);
  });

  it("read results, and tell that a call gave none", () => {
    expect(readResult('["v",7]')).toEqual({ kind: "int", value: 7n });
    expect(readResult('["m",null,[[1]]]')).toEqual({ kind: "none" });
    expect(readResult('["x","ValueError","no",[]]')).toBeNull();
    expect(readResult('["t"]')).toBeNull();
    expect(() => readResult('["v",{"o":"Thing"}]')).toThrow(NoValue);
  });
});
