import { describe, expect, it } from "vitest";
import { builtInLibrary } from "../built-in.ts";
import { moduleOf } from "../library.ts";
import { clamp } from "../testing/library.ts";
import { refusalOf } from "./plain.ts";

const define = (body: string, before = "") => `${before}def clamp(value, low, high):\n    ${body}\n`;

describe("refusalOf", () => {
  it.each([
    ["exec", define("exec('x')")],
    ["eval", define("return eval('value')")],
    ["a name in another alphabet", define("return ｅｖａｌ('value')")],
    ["compile", define("c = compile")],
    ["a name made of strings", define("return getattr(f, 'a' + 'b')")],
    ["a module that reads programs", define("return value", "import ast\n")],
    ["the code of a function", define("return f.__code__.replace()")],
    ["parts of code", define("return code.co_consts")],
    ["the builtins", define("return __builtins__['ex' + 'ec']")],
    ["a module's own modules", define("return re.enum.bltns", "import re\n")],
    ["a source beyond all measure", define(`return value${" ".repeat(5000)}\n# more`)],
  ])("refuses %s", (_, code) => {
    expect(refusalOf(clamp, code)).toEqual(expect.any(String));
  });

  it.each([
    ["a module that runs text", "import collections, code as c\n", /import "code"/],
    ["the same from a package", "from logging.config import dictConfig\n", /import "logging"/],
    ["the same on several lines", "from functools import (\n    wraps,\n)\nimport \\\n  pydoc\n", /import "pydoc"/],
    ["a class made of texts", "T = type('T', (), {'a' + 'b': 1})\n", /use "type"/],
    ["members copied by texts", "import functools\nf = functools.wraps(g, updated=['a' + 'b'])\n", /use "wraps"/],
  ])("refuses %s", (_, before, problem) => {
    expect(refusalOf(clamp, define("return value", before))).toMatch(problem);
  });

  it.each([
    ["a pattern that is compiled", define("return re.compile('x')", "import re\n")],
    ["words that only look alike", define("evaluate, execute, types_of = 1, 2, 3\n    return value")],
    [
      "modules for computing",
      define("return value", "from __future__ import annotations\nimport os.path, math as m\n"),
    ],
    ["a type that is looked at", define("return type(value)(low)")],
    ["a decorator", define("return value", "from functools import wraps\nf = wraps(print)\n")],
    ["a class", define("return value", "class Box:\n    def __init__(self):\n        self._x = 0\n\n\n")],
    ["a check of its own", `${define("return value")}\n\nif __name__ == "__main__":\n    print(clamp(1, 2, 3))\n`],
    ["a long repair", define(`return value\n${"    # because\n".repeat(80)}`)],
  ])("lets pass %s", (_, code) => {
    expect(refusalOf(clamp, code)).toBeNull();
  });

  it("refuses code that tries itself on a visible test", () => {
    const search = "steps = [0]\nfor steps[0] in (0, 1, -1):\n    if clamp(7, 0, 5) == 5:\n        break\n";
    expect(refusalOf(clamp, define("return value + steps[0]") + search)).toMatch(/visible test/);
  });

  it.each([
    ["between strings that look like documentation", `a = '"""'\nx = clamp(7, 0, 5)\nb = '"""'\n`],
    ["behind a string that looks like a comment", 'x = " # " and clamp(7, 0, 5)\n'],
    ["in a string that is no documentation", 'x = f"""{clamp(7, 0, 5)}"""\n'],
    ["in a block that runs", '__name__ = "__main__"\nif __name__ == "__main__":\n    x = clamp(7, 0, 5)\n'],
    ["in the other branch", 'if __name__ == "__main__":\n    pass\nelse:\n    x = clamp(7, 0, 5)\n'],
    ["printed when it is right", "print([x for steps[0] in (0, 1) if clamp(7, 0, 5) == 5])\n"],
    ["printed and kept", "print(kept.append(clamp(7, 0, 5)))\n"],
    ["printed and kept in a part", "print(all.kept.append(clamp(7, 0, 5)))\n"],
    ["printed by what a table holds", "print(table[0](clamp(7, 0, 5)))\n"],
    ["asserted and kept", "assert (x := clamp(7, 0, 5)) or True\n"],
    ["around a comment", "x = clamp(7,  # seven\n  0, 5)\n"],
    ["behind a comma", "x = clamp(7, 0, 5,)\n"],
    ["on several lines", "x = clamp(7, 0, \\\n  5)\n"],
    ["as a list", "x = clamp(*[7, 0, 5])\n"],
  ])("refuses a visible test %s", (_, code) => {
    expect(refusalOf(clamp, define("return value") + code)).toMatch(/visible test/);
  });

  it("knows an input by its text, whatever the quotes", () => {
    const exercise = { ...clamp, visible: ['assert clamp("seven") == 1'] };
    expect(refusalOf(exercise, define("return value", "x = clamp('seven')\n"))).toMatch(/visible test/);
  });

  it("knows an input that looks like a comment", () => {
    const exercise = { ...clamp, visible: ['assert clamp("a  # b") == 1'] };
    expect(refusalOf(exercise, define('return clamp("a  # b")'))).toMatch(/visible test/);
  });

  it.each([
    ["in a docstring", define('"""\n    >>> clamp(7, 0, 5)\n    """\n    return value')],
    ["in a comment", `${define("return value")}# clamp(7, 0, 5) is 5\n`],
    ["printed", `${define("return value")}print(clamp(7, 0, 5))\n`],
    [
      "printed with words",
      `${define("return value")}print("it:", f"{clamp(7, 0, 5)}", "{}".format(clamp(7, 0, 5)), str(clamp(7, 0, 5)).strip())\n`,
    ],
    ["as a check within a tolerance", `${define("return value")}assert math.isclose(clamp(7, 0, 5), 5), "no"\n`],
    ["as a check", `${define("return value")}assert clamp(7, 0, 5) == 5\n`],
    [
      "when run by itself",
      `${define("return value")}if __name__ == "__main__":\n    x = clamp(7, 0, 5)\n    print(x)\n`,
    ],
  ])("lets pass a visible test %s", (_, code) => {
    expect(refusalOf(clamp, code)).toBeNull();
  });

  it("lets pass what the exercise's own source has", () => {
    const exercise = { ...clamp, body: "    return eval('value')\n" };
    expect(refusalOf(exercise, define("return eval('value + 1')"))).toBeNull();
  });

  it("lets pass every reference of the corpus with its docstring", () => {
    const refused = builtInLibrary().exercises.filter(
      (exercise) => refusalOf(exercise, moduleOf(exercise, exercise.body, { documented: true })) !== null,
    );
    expect(refused).toEqual([]);
  });
});
