import { describe, expect, it } from "vitest";
import { alike, working } from "./working.ts";

describe("working", () => {
  it.each([
    ["comments", "x = 1  # f(1)\n# f(2)\n", "x=1"],
    ["documentation", "def f(x):\n    '''f(1)\n    # f(2)'''\n    return x\n", "deff(x):returnx"],
    ["trials", "print(f(1), len('a'))\nassert f(2) == 2, 'no'\nx = 1\n", "x=1"],
    ["what is run by itself", 'if __name__ == "__main__":\n    f(1)\n\n    f(2)\nx = 1\n', "x=1"],
  ])("leaves out %s", (_, source, rest) => {
    expect(working(source, "f")).toBe(rest);
  });

  it.each([
    [
      "what stands between quotes of strings",
      'a = \'"""\'\nf(1)\nb = \'"""\'',
      `a=${'"'.repeat(5)}f(1)b=${'"'.repeat(5)}`,
    ],
    ["a sign of a comment in a string", 'x = " # " and f(1)', 'x="#"andf(1)'],
    ["a print that chooses", "print(next(x for x in y if f(x)))", "print(next(xforxinyiff(x)))"],
    ["trials within a function", "def g():\n    print(f(1))\n", "defg():print(f(1))"],
    ["the other branch", 'if __name__ == "__main__":\n    f(1)\nelse:\n    f(2)\n', "else:f(2)"],
    [
      "a block of a source with a name of its own",
      '__name__ = "a"\nif __name__ == "__main__":\n    f(1)\n',
      '__name__="a"if__name__=="__main__":f(1)',
    ],
  ])("keeps %s", (_, source, rest) => {
    expect(working(source, "f")).toBe(rest);
  });

  it("reads what nests too deeply for Python", () => {
    expect(working(`${"(".repeat(5000)}f(1)`, "f")).toContain("f(1)");
  });
});

it("alike spells a call in one way", () => {
  expect(alike("f( 'a',\\\n  [1, 2,],)")).toBe(alike('f("a", [1,2])'));
});
