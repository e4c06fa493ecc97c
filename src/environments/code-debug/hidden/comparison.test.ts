import { describe, expect, it } from "vitest";
import { comparisonOf } from "./comparison.ts";

describe("comparisonOf", () => {
  it.each([
    ["equality", ["f(1, [2]) == 3", "f(')') == '('"], "□"],
    ["the other way round", ["3 == f(1)"], "□"],
    ["identity and truth", ["f(1) is True", "not f(2)", "f(3)", "f(4) is None"], "□"],
    ["a tolerance", ["abs(f(1) - 0.5) < 1e-06", "math.isclose(f(2), 0.25)"], "□"],
    ["the results of several calls", ["[f(n) for n in range(3)] == [1, 2, 3]"], "□"],
    ["an order that does not matter", ["sorted(f(1)) == [1, 2]", "f(2) == []"], "sorted(□)"],
    ["another type", ["tuple(f(1)) == tuple([1])"], "tuple(□)"],
    ["a tautology beside it", ["True", "f(1) == 2"], "□"],
    ["calls compared with each other beside it", ["f(1) == f(2)", "f(1) == 2"], "□"],
    ["a text that was cut", [`f([${"1, ".repeat(70)}`.slice(0, 200), "f(1) == 2"], "□"],
    ["a method of the same name", ["thing.f(1) == f(2)"], "□"],
  ])("understands %s", (_, sites, comparison) => {
    expect(comparisonOf(sites, "f")).toBe(comparison);
  });

  it.each([
    ["a property of the result", ["math.fabs(poly(x, solution)) < 0.0001"]],
    ["bounds", ["f(1) < 3"]],
    ["membership from the left", ["3 in f(1)"]],
    ["two ways", ["sorted(f(1)) == [1]", "len(f(2)) == 2"]],
    ["nothing but tautologies", ["True"]],
    ["nothing but calls compared with each other", ["f(1) == f(2)"]],
    ["no assertion", []],
  ])("gives up on %s", (_, sites) => {
    expect(comparisonOf(sites, "f")).toBeNull();
  });
});
