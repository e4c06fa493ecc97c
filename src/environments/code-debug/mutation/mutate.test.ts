import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readRows } from "../../../../bench/sandbox/dataset.ts";
import { corpus } from "../corpus/index.ts";
import { type BugType, bugTypes } from "./mutant.ts";
import { combine, mutate, onlyLine } from "./mutate.ts";
import { operators } from "./operators/index.ts";
import { docstringOf, findFunction, isWellFormed } from "./python.ts";

/** A function of these statements, indented. */
const define = (body: string, header = "f(values: list[int], n: int) -> int") =>
  `def ${header}:\n${body.replaceAll(/^/gm, "    ")}\n`;

/** The bodies that an operator makes of a body. */
function brokenBy(operator: string, body: string, header?: string): string[] {
  const start = define("", header).length - 5;
  return mutate(define(body, header), "f")
    .filter((mutant) => mutant.operator === operator)
    .map(({ source }) => source.slice(start).replaceAll(/^ {4}/gm, "").trimEnd());
}

/** For every operator: a body, and all that it makes of it. */
const examples: Readonly<Record<string, readonly [body: string, broken: readonly string[]]>> = {
  "off-by-one": ["return n - 2", ["return n - 3", "return n - 1"]],
  "wrong-initial-value": ["n = 5", ["n = 6", "n = 4"]],
  "wrong-index": ["return values[0]", ["return values[1]", "return values[-1]"]],
  "wrong-slice-bound": ["return values[:n]", ["return values[:n + 1]", "return values[:n - 1]"]],
  "wrong-range": ["return range(n)", ["return range(n + 1)", "return range(n - 1)", "return range(1, n)"]],
  "flipped-boolean": ["return True", ["return False"]],
  "wrong-string": ['return "ab"', ['return "a"', 'return "AB"']],
  "comparison-boundary": ["return n < 3", ["return n <= 3"]],
  "comparison-direction": ["return n < 3", ["return n > 3"]],
  "arithmetic-swap": ["return n // 2", ["return n % 2", "return n / 2"]],
  "logic-swap": ["return n and values", ["return n or values"]],
  "bit-swap": ["return n & 1", ["return n | 1"]],
  "update-swap": ["n += 2", ["n -= 2", "n = 2"]],
  "membership-flip": ["return n in values", ["return n not in values"]],
  "negation-flip": ["if not n:\n    return 1", ["if n:\n    return 1"]],
  "dropped-parentheses": ["return (n + 1) * 2", ["return n + 1 * 2"]],
  "wrong-variable": ["return n", ["return values"]],
  "wrong-target": ["m = 1\nn += 1", ["m = 1\nm += 1", "m = 1\nvalues += 1"]],
  "swapped-arguments": ["return pow(n, 2)", ["return pow(2, n)"]],
  "swapped-operands": ["return n - 2", ["return 2 - n"]],
  "swapped-pair": ["return n, 2", ["return 2, n"]],
  "wrong-function": ["return min(values)", ["return max(values)"]],
  "wrong-method": ['return "a".upper()', ['return "a".lower()', 'return "a".capitalize()']],
  "wrong-end": ["values.append(n)", ["values.insert(0, n)"]],
  "sort-order": ["return sorted(values)", ["return sorted(values, reverse=True)"]],
  "missing-statement": ["n += 1\nreturn n", ["return n"]],
  "missing-guard": ["if n < 0:\n    return 0\nreturn n", ["return n"]],
  "missing-branch": ["if n:\n    n = 1\nelse:\n    n = 2", ["if n:\n    n = 1"]],
  "missing-condition": ["return n > 1 and values", ["return n > 1", "return values"]],
  "missing-term": ["return n * 2", ["return n"]],
  "missing-call": ["return abs(n)", ["return n"]],
  "missing-filter": ["return [v for v in values if v > n]", ["return [v for v in values]"]],
  "missing-choice": ["return 1 if n else 2", ["return 1", "return 2"]],
  "missing-repetition": ["for v in values:\n    print(v)\n    n += v", ["for v in values:\n    print(v)\nn += v"]],
  "extra-condition": ["if values:\n    return 1", ["if values and n > 0:\n    return 1"]],
  "extra-filter": ["return [v for v in values]", ["return [v for v in values if v]"]],
  "extra-term": ["return len(values)", ["return len(values) + 1", "return len(values) - 1"]],
  "extra-call": ["return n", ["return abs(n)"]],
  "extra-break": ["for v in values:\n    n += v", ["for v in values:\n    n += v\n    break"]],
  "early-return": ["for v in values:\n    n += v\nreturn n", ["for v in values:\n    n += v\n    return n"]],
  "repeated-update": ["n += 1", ["n += 1\nn += 1"]],
  "elif-to-if": ["if n:\n    n = 1\nelif values:\n    n = 2", ["if n:\n    n = 1\nif values:\n    n = 2"]],
};

describe("operators", () => {
  it("are at least twelve, of all six types", () => {
    expect(operators.length).toBeGreaterThanOrEqual(12);
    expect(new Set(operators.map(({ bugType }) => bugType))).toEqual(new Set<BugType>(bugTypes));
    expect(Object.keys(examples).sort()).toEqual(operators.map(({ name }) => name).sort());
  });

  it.each(Object.entries(examples))("%s makes what it says", (name, [body, broken]) => {
    expect(brokenBy(name, body)).toEqual(broken);
  });

  it("negate any condition when they look for repairs", () => {
    const sources = (thorough: boolean) =>
      mutate(define("if n > 1:\n    return 1"), "f", { thorough }).map(({ source }) => source);
    const negated = define("if not (n > 1):\n    return 1");
    expect([sources(false).includes(negated), sources(true).includes(negated)]).toEqual([false, true]);
  });

  it("leave alone what they would not break", () => {
    expect(brokenBy("missing-statement", "m = 1\nreturn m")).toEqual([]);
    expect(brokenBy("swapped-arguments", "return sum(v for v in values)")).toEqual([]);
    expect(brokenBy("swapped-arguments", "return max(n, 2)")).toEqual([]);
    expect(brokenBy("wrong-variable", "return len(values)")).toEqual(["return len(n)"]);
    expect(brokenBy("wrong-variable", "m = n", "f(n)")).toEqual([]);
    expect(brokenBy("extra-term", "return n", "f(n) -> str")).toEqual([]);
  });
});

const source = `import math  # 1 + 1


def helper(n):
    return n + 1


def f(n: int = 3) -> int:
    """Adds 1 to n.

    >>> f(1) == 2
    True
    """
    # n + 1, not n - 1
    if n < 0:  # below 0
        return helper(n)
    return n + 1
`;

describe("mutate", () => {
  it("edits the body alone: neither helpers, header, docstring nor comments", () => {
    const mutants = mutate(source, "f");
    expect(mutants.length).toBeGreaterThan(8);
    const { body, comments, ...kept } = dissect(source);
    for (const mutant of mutants) {
      const { body: broken, comments: left, ...rest } = dissect(mutant.source);
      expect(rest).toEqual(kept);
      expect(broken).not.toBe(body);
      // A line that is left out takes its comment along.
      expect(comments).toEqual(expect.arrayContaining(left));
    }
  });

  it("says which lines differ", () => {
    for (const { source: broken, lines, edit } of mutate(source, "f")) {
      const [before, after] = [source.split("\n"), broken.split("\n")];
      if (before.length !== after.length) continue;
      expect(after.flatMap((text, index) => (text === before[index] ? [] : [index + 1]))).toEqual(lines);
      expect(onlyLine(source, edit)).toBe(lines[0]);
    }
  });

  it("gives the same in the same order, and every source once", () => {
    const once = mutate(source, "f");
    expect(mutate(source, "f")).toEqual(once);
    expect(new Set(once.map((mutant) => mutant.source)).size).toBe(once.length);
    const thorough = new Set(mutate(source, "f", { thorough: true }).map((mutant) => mutant.source));
    expect(once.filter((mutant) => !thorough.has(mutant.source))).toEqual([]);
    expect(thorough.size).toBeGreaterThan(once.length);
  });

  it("refuses a source without the function", () => {
    expect(() => mutate(source, "g")).toThrow("defines no function g");
  });

  it("makes nothing that does not parse of the corpus", () => {
    for (const { name, source: text, entry } of corpus) {
      const mutants = mutate(text, entry);
      // Reading all of them takes long; these are spread over all of a function.
      for (const mutant of mutants.filter((_, index) => index % 20 === 0))
        expect(isWellFormed(mutant.source), `${name}: ${mutant.operator}\n${mutant.source}`).toBe(true);
    }
  }, 60_000);
});

describe("combine", () => {
  const by = (name: string) => mutate(source, "f").find(({ operator }) => operator === name);
  const [low, up] = [by("comparison-boundary"), by("arithmetic-swap")];

  it("puts two bugs on different lines into one source, in either order", () => {
    const both = combine(source, low!, up!);
    expect(both?.parts.map(({ lines }) => lines)).toEqual([[15], [17]]);
    expect(combine(source, up!, low!)).toEqual(both);
    expect(both?.source.split("\n")[14]).toBe(low?.source.split("\n")[14]);
    expect(both?.source.split("\n")[16]).toBe(up?.source.split("\n")[16]);
  });

  it("refuses two bugs on one line", () => {
    expect(combine(source, low!, low!)).toBeNull();
  });
});

function dissect(text: string) {
  const definition = findFunction(text, "f");
  const docstring = docstringOf(definition);
  const [start, end] = [definition.from, docstring?.to ?? 0];
  return {
    before: text.slice(0, start),
    head: text.slice(start, end),
    comments: text.match(/#.*/g) ?? [],
    body: text.slice(end),
  };
}

/** Where the Python file of HumanEvalPack is, if it is there. */
const dataset = process.env.HUMANEVALPACK ?? "";

describe.skipIf(dataset === "" || !existsSync(dataset))("on the reference solutions of HumanEvalPack", () => {
  it("breaks nearly every one in many ways, all of which parse", () => {
    const counts: number[] = [];
    for (const { task_id, declaration, canonical_solution, entry_point } of readRows(dataset)) {
      const mutants = mutate(declaration + canonical_solution, entry_point);
      counts.push(mutants.length);
      // The grammar does not know `1.`, which one of them has.
      if (!isWellFormed(declaration + canonical_solution)) continue;
      for (const mutant of mutants.filter((_, index) => index % 10 === 0))
        expect(isWellFormed(mutant.source), `${task_id}: ${mutant.source}`).toBe(true);
    }
    expect(counts.filter((count) => count >= 5).length / counts.length).toBeGreaterThan(0.95);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(5000);
  }, 60_000);
});
