import { describe, expect, it } from "vitest";
import { boundsProblem } from "./bounds.ts";
import { limits } from "./json-text.ts";

const nested = (depth: number): unknown => {
  let value: unknown = 1;
  for (let i = 0; i < depth; i++) value = { a: value };
  return value;
};

describe("boundsProblem", () => {
  it("takes what a body may hold", () => {
    expect(boundsProblem(nested(limits.depth))).toBeNull();
    expect(boundsProblem({ list: Array(1000).fill("x") })).toBeNull();
    expect(boundsProblem(null)).toBeNull();
  });

  it("refuses depth without recursing, and size", () => {
    expect(boundsProblem(nested(limits.depth + 1))).toMatch(/deeper than 64/);
    expect(boundsProblem(nested(200_000))).toMatch(/deeper than 64/);
    expect(boundsProblem(Array(60_000).fill(0))).toMatch(/more than/);
    expect(boundsProblem({ a: "x".repeat(limits.bytes + 1) })).toMatch(/larger than 256 kB/);
  });
});
