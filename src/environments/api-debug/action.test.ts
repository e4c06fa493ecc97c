import { describe, expect, it } from "vitest";
import { z } from "zod";
import { actionSchema } from "./action.ts";

const entries = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`h${i}`, "v"]));

describe("actionSchema", () => {
  it("takes null and absence everywhere", () => {
    const nulls = Object.fromEntries(Object.keys(actionSchema.shape).map((name) => [name, null]));
    expect(actionSchema.parse(nulls)).toEqual(nulls);
    expect(actionSchema.parse({})).toEqual({});
  });

  it("takes at most 64 headers and query parameters, and looks at no more", () => {
    for (const field of ["fixed_headers", "fixed_query"]) {
      expect(actionSchema.safeParse({ [field]: entries(64) }).success).toBe(true);
      const refused = actionSchema.safeParse({ [field]: entries(200_000) });
      expect(refused.error?.issues).toMatchObject([{ path: [field], message: "more than 64 entries" }]);
    }
  });

  it("looks at no more than ten thousand members of a body", () => {
    const refused = actionSchema.safeParse({ fixed_request: entries(10_001) });
    expect(refused.error?.issues).toMatchObject([{ path: ["fixed_request"], message: "more than 10000 members" }]);
  });

  it("loses no __proto__ of a body given as an object", () => {
    const body: unknown = JSON.parse('{"__proto__": {"a": 1}, "b": 2}');
    expect(actionSchema.parse({ fixed_request: body }).fixed_request).toBe('{"__proto__":{"a":1},"b":2}');
    expect(actionSchema.parse({ fixed_request: { b: 2 } }).fixed_request).toEqual({ b: 2 });
  });

  it("describes its fields as JSON Schema", () => {
    const { properties } = z.toJSONSchema(actionSchema, { io: "input", unrepresentable: "any" });
    expect(properties).toMatchObject({
      fixed_request: { anyOf: expect.anything(), description: expect.stringContaining("repaired body") },
      fixed_query: { anyOf: [{ type: "object" }, { type: "null" }] },
    });
  });
});
