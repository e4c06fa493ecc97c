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
    ["a pattern that is compiled", define("return re.compile('x')", "import re\n")],
    ["words that only look alike", define("evaluate, execute, types_of = 1, 2, 3\n    return value")],
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

  it("knows an input that looks like a comment", () => {
    const exercise = { ...clamp, visible: ['assert clamp("a  # b") == 1'] };
    expect(refusalOf(exercise, define('return clamp("a  # b")'))).toMatch(/visible test/);
  });

  it.each([
    ["in a docstring", define('"""\n    >>> clamp(7, 0, 5)\n    """\n    return value')],
    ["in a comment", `${define("return value")}# clamp(7, 0, 5) is 5\n`],
    ["printed", `${define("return value")}print(clamp(7, 0, 5))\n`],
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
