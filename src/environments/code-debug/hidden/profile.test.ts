import { describe, expect, it } from "vitest";
import { Random } from "../../../core/random.ts";
import type { Call, Value } from "../values/value.ts";
import { encodeCall } from "../values/write.ts";
import { changed } from "./change.ts";
import { Profile } from "./profile.ts";

type Plain =
  | number
  | string
  | boolean
  | null
  | Plain[]
  | { tuple: Plain[] }
  | { dict: [Plain, Plain][] }
  | { float: number };

function value(plain: Plain): Value {
  if (plain === null) return { kind: "none" };
  if (typeof plain === "number") return { kind: "int", value: BigInt(plain) };
  if (typeof plain === "string") return { kind: "str", value: plain };
  if (typeof plain === "boolean") return { kind: "bool", value: plain };
  if (Array.isArray(plain)) return { kind: "list", items: plain.map(value) };
  if ("tuple" in plain) return { kind: "tuple", items: plain.tuple.map(value) };
  if ("float" in plain) return { kind: "float", value: plain.float };
  return { kind: "dict", entries: plain.dict.map(([key, item]) => [value(key), value(item)]) };
}

const call = (...plain: Plain[]): Call => ({ positional: plain.map(value), named: [] });

/** What recorded calls look like, what is like them, and what is not. */
const cases: [what: string, recorded: Plain[][], like: Plain[][], unlike: Plain[][]][] = [
  ["the type", [[1], [4]], [[2]], [["2"], [null], [{ float: 2 }], [true]]],
  ["the range of numbers", [[1], [8]], [[1], [5], [8]], [[0], [9], [-1]]],
  ["that numbers are even", [[2], [8]], [[4]], [[5]]],
  ["the length of texts", [["bab"], ["ca"]], [["cbc"]], [["c"], ["cabc"], [""]]],
  ["the case of texts", [["bab"], ["ca"]], [["cbb"]], [["Cab"], ["c1b"], ["c b"]]],
  ["the form of texts", [["12:30"], ["07:05"]], [["11:11"]], [["12.30"], ["1:230:"], ["123:0x"]]],
  ["that brackets match", [["(())"], ["()()"]], [["(())"]], [["())("]]],
  ["that lists ascend", [[[1, 2, 5]], [[1, 4, 5]]], [[[1, 3, 5]]], [[[5, 2, 1]]]],
  ["that elements differ", [[[3, 1, 2]], [[2, 3, 1]]], [[[1, 3, 2]]], [[[1, 1, 2]]]],
  ["that lists are never empty", [[[1]], [[2, 1]]], [[[2]]], [[[]]]],
  [
    "that rows are alike",
    [
      [
        [
          [2, 1],
          [1, 2],
        ],
      ],
      [
        [
          [1, 2],
          [2, 1],
        ],
      ],
      [
        [
          [1, 1],
          [1, 1],
        ],
      ],
    ],
    [
      [
        [
          [2, 2],
          [1, 1],
        ],
      ],
    ],
    [[[[1, 2], [1]]]],
  ],
  ["that intervals go up", [[{ tuple: [1, 5] }], [{ tuple: [2, 4] }]], [[{ tuple: [1, 4] }]], [[{ tuple: [2, 1] }]]],
  [
    "lists of one length",
    [
      [
        [1, 2],
        [3, 4],
      ],
      [[1], [3]],
    ],
    [[[2], [4]]],
    [[[1, 2], [3]]],
  ],
  [
    "that an index is inside",
    [
      [[5, 6], 1],
      [[5], 0],
      [[7, 6, 5], 2],
    ],
    [[[6, 7], 0]],
    [[[5], 1]],
  ],
  [
    "that one number is below another",
    [
      [1, 5],
      [2, 4],
      [4, 5],
    ],
    [[3, 4]],
    [[4, 4]],
  ],
  [
    "that a node exists",
    [
      [3, [{ tuple: [0, 2] }]],
      [2, [{ tuple: [1, 0] }]],
    ],
    [[3, [{ tuple: [1, 2] }]]],
    [[2, [{ tuple: [0, 2] }]]],
  ],
  [
    "that links lead somewhere",
    [
      [
        {
          dict: [
            ["a", ["b"]],
            ["b", []],
          ],
        },
      ],
      [{ dict: [["b", ["b"]]] }],
    ],
    [[{ dict: [["a", ["a"]]] }]],
    [[{ dict: [["a", ["b"]]] }]],
  ],
];

describe("Profile", () => {
  it.each(cases)("keeps %s", (_, recorded, like, unlike) => {
    const profile = new Profile(recorded.map((plain) => call(...plain)));
    for (const plain of recorded) expect(profile.allows(call(...plain)), JSON.stringify(plain)).toBe(true);
    for (const plain of like) expect(profile.allows(call(...plain)), JSON.stringify(plain)).toBe(true);
    for (const plain of unlike) expect(profile.allows(call(...plain)), JSON.stringify(plain)).toBe(false);
  });
});

describe("changed", () => {
  it("gives calls that differ, by the same arguments, and the same again", () => {
    const recorded = [call([1, 2, 3], "ab c", { float: 1.25 }), call([7], "x", { float: -2.5 })];
    const profile = new Profile(recorded);
    const draw = () => {
      const random = new Random("changes");
      return Array.from({ length: 200 }, () => changed(recorded[0]!, profile, random));
    };
    const calls = draw();
    expect(draw()).toEqual(calls);
    expect(new Set(calls.map(encodeCall)).size).toBeGreaterThan(100);
    for (const { positional } of calls) expect(positional.map(({ kind }) => kind)).toEqual(["list", "str", "float"]);
  });

  it("has nothing to change in a call without arguments", () => {
    expect(changed(call(), new Profile([call()]), new Random(1))).toEqual(call());
  });
});
