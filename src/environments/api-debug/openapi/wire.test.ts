import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../../../core/json.ts";
import { decodeForm, decodeParameter, encodeForm, encodeParameter, fillPath, matchPath } from "./wire.ts";

describe("parameters", () => {
  test.each<[Record<string, unknown>, string, Json]>([
    [{ type: "integer" }, "12", 12],
    [{ type: "integer" }, "12.5", 12.5],
    [{ type: "integer" }, "twelve", "twelve"],
    [{ type: "integer" }, "007", "007"],
    [{ type: "number" }, "1e3", 1000],
    [{ type: "number" }, "1e999", "1e999"],
    [{ type: "number" }, "NaN", "NaN"],
    [{ type: "boolean" }, "true", true],
    [{ type: "boolean" }, "yes", "yes"],
    [{ type: "string" }, "12", "12"],
    [{ type: ["integer", "null"] }, "", null],
    [{ type: "array", items: { type: "integer" } }, "1,2,x", [1, 2, "x"]],
  ])("%j reads %s", (schema, text, value) => {
    expect(decodeParameter({ schema, explode: false }, text)).toEqual(value);
  });

  test("an exploded array has one item, commas and all", () => {
    expect(decodeParameter({ schema: { type: "array", items: { type: "string" } }, explode: true }, "a,b")).toEqual([
      "a,b",
    ]);
  });

  test("numbers and flags survive", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.integer(), fc.boolean(), fc.double({ noNaN: true, noDefaultInfinity: true })),
        (value) => {
          const type = typeof value === "boolean" ? "boolean" : "number";
          expect(decodeParameter({ schema: { type }, explode: false }, encodeParameter(value))).toBe(
            value === 0 ? 0 : value,
          );
        },
      ),
    );
  });
});

describe("paths", () => {
  test("filled ones are matched again, whatever the values hold", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (owner, repo) => {
        const endpoint = fillPath("/repos/{owner}/x-{repo}.git", { owner, repo });
        expect(matchPath("/repos/{owner}/x-{repo}.git", endpoint)).toEqual({ owner, repo });
      }),
    );
  });

  test.each(["/repos", "/repos/", "/repos/a/b", "/Repos/a", "repos/a", "/repos/%"])(
    "%s is another path",
    (endpoint) => {
      expect(matchPath("/repos/{owner}", endpoint)).toBeNull();
    },
  );
});

describe("forms", () => {
  const schema = {
    type: "object",
    properties: {
      name: { type: "string" },
      amount: { type: "integer" },
      tags: { type: "array", items: { type: "string" } },
      address: { type: "object", properties: { zip: { type: "string" }, floor: { type: "integer" } } },
      extra: { type: "object", additionalProperties: { type: "boolean" } },
    },
  };

  test("carry nested values", () => {
    const value = {
      name: "Ana & Co=1",
      amount: 5,
      tags: ["a,b", "c"],
      address: { zip: "0123", floor: 2 },
      extra: { urgent: true },
    };
    const text = encodeForm(value);
    expect(text).toContain("address%5Bzip%5D=0123");
    expect(decodeForm(text, schema)).toEqual(value);
  });

  test.each(["a[=1", "[a]=1", "a]b=1&a[b]c=1", "a=1&a=2", "a=1&a[b]=2", `a${"[b]".repeat(40)}=1`])(
    "%s is no such form",
    (text) => {
      expect(decodeForm(text, schema)).toBeNull();
    },
  );

  test("__proto__ is an ordinary name", () => {
    const value = decodeForm("__proto__[admin]=1", schema);
    expect(Object.keys(value as object)).toEqual(["__proto__"]);
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
  });
});
