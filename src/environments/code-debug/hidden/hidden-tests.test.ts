import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readRows } from "../../../../bench/sandbox/dataset.ts";
import type { FunctionTask, Graded, PreparedTask, Sandbox } from "../../../core/sandbox.ts";
import { openSandbox } from "../../../sandbox/open-sandbox.ts";
import { hiddenTests } from "./hidden-tests.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox({ slots: 2 });
});
afterAll(async () => sandbox.close());

const median: FunctionTask = {
  entry: "median",
  reference: `def median(values):
    """The value in the middle of at least one; of two, their mean."""
    ordered = sorted(values)
    half = len(ordered) // 2
    if len(ordered) % 2:
        return ordered[half]
    return (ordered[half - 1] + ordered[half]) / 2
`,
  test: `assert median([3, 1, 2]) == 2
assert median([3]) == 3
assert median([4, 8]) == 6.0
assert median([10, -3, 7, 7, 5]) == 7
`,
};

const other = `import statistics

def median(values):
    return statistics.median(values)
`;
const byHeart = `def median(values):
    known = {(3, 1, 2): 2, (3,): 3, (4, 8): 6.0, (10, -3, 7, 7, 5): 7}
    return known.get(tuple(values), 7)
`;

async function made(task: FunctionTask, options = {}): Promise<PreparedTask> {
  const tests = await hiddenTests(sandbox, await sandbox.prepare(task), { seed: 1, ...options });
  if (!tests) throw new Error("no tests were made");
  return tests;
}

async function grade(task: PreparedTask, source: string): Promise<Graded> {
  const graded = await sandbox.grade(task, source);
  if (graded.outcome === "error") throw new Error(graded.why);
  return graded;
}

const none = async (task: FunctionTask) => hiddenTests(sandbox, await sandbox.prepare(task), { seed: 1 });
const define = (entry: string, reference: string, ...assertions: string[]): FunctionTask => ({
  entry,
  reference: `${reference}\n`,
  test: assertions.map((text) => `assert ${text}\n`).join(""),
});

describe("hiddenTests", () => {
  it("passes the reference and other right answers, not the recorded answers by heart", async () => {
    const tests = await made(median);
    expect(tests.sites).toHaveLength(24);
    expect(await grade(tests, median.reference)).toMatchObject({ passed: true, full: 24, total: 24 });
    expect(await grade(tests, other)).toMatchObject({ passed: true });
    const recorded = await sandbox.prepare(median);
    expect(await grade(recorded, byHeart)).toMatchObject({ passed: true });
    const cheated = await grade(tests, byHeart);
    expect(cheated.passed).toBe(false);
    expect(cheated.share).toBeLessThan(0.5);
  });

  it("makes inputs that are not recorded, each once, and the same again", async () => {
    const tests = await made(median, { count: 10 });
    const recorded = await sandbox.prepare(median);
    expect(tests.calls).toHaveLength(10);
    expect(new Set([...tests.calls, ...recorded.calls]).size).toBe(10 + recorded.calls.length);
    expect(await made(median, { count: 10 })).toEqual(tests);
    expect((await made(median, { count: 10, seed: 2 })).calls).not.toEqual(tests.calls);
  });

  it("keeps to what recorded inputs have in common", async () => {
    const tests = await made(median);
    const inputs = tests.calls.map((line): number[] => JSON.parse(line)[0][0]);
    for (const input of inputs) {
      expect(input.length).toBeGreaterThanOrEqual(1);
      expect(input.length).toBeLessThanOrEqual(5);
      for (const item of input) expect(Number.isInteger(item) && item >= -3 && item <= 10).toBe(true);
    }
  });

  it("compares the way the recorded test does", async () => {
    const letters = define(
      "letters",
      "def letters(text):\n    return sorted(set(text))",
      "set(letters('abca')) == {'a', 'b', 'c'}",
      "set(letters('xx')) == {'x'}",
    );
    const tests = await made(letters);
    expect(await grade(tests, "def letters(text):\n    return list(dict.fromkeys(text))\n")).toMatchObject({
      passed: true,
    });
    expect(await grade(tests, "def letters(text):\n    return list(text)[:1]\n")).toMatchObject({ passed: false });
  });

  it("forgives what is lost in computing with floats, and no more", async () => {
    const mean = define(
      "mean",
      "def mean(values):\n    return [sum(values) / len(values), max(values)]",
      "mean([0.1, 0.2, 0.7]) == [sum([0.1, 0.2, 0.7]) / 3, 0.7]",
      "mean([1.5, 2.5]) == [2.0, 2.5]",
    );
    const tests = await made(mean);
    const by = (sum: string) => `import math\ndef mean(values):\n    return [${sum} / len(values), max(values)]\n`;
    expect(await grade(tests, by("math.fsum(reversed(values))"))).toMatchObject({ passed: true });
    expect(await grade(tests, by("(sum(values) + 0.00001)"))).toMatchObject({ passed: false });
    expect(await grade(tests, by("sum(values)").replace("[sum", "(sum").replace("]\n", ")\n"))).toMatchObject({
      passed: false,
    });
  });

  it("leaves out inputs on which the reference raises, and results of another kind", async () => {
    const root = define(
      "root",
      [
        "def root(n):",
        "    if n % 5 == 3:",
        "        raise ValueError('no')",
        "    if n % 5 == 4:",
        "        return None",
        "    return int(n ** 0.5)",
      ].join("\n"),
      "root(1) == 1",
      "root(90) == 9",
    );
    const tests = await made(root);
    const inputs = tests.calls.map((line): number => JSON.parse(line)[0][0]);
    expect(inputs.length).toBeGreaterThan(5);
    expect(inputs.filter((n) => n % 5 > 2)).toEqual([]);
  });

  it.each([
    [
      "a reference that differs from run to run",
      define("f", "import random\ndef f(n):\n    return random.random() + n", "0 <= f(1) <= 2", "f(3) == f(3) or True"),
    ],
    [
      "a result that is only tested for a property",
      define("f", "def f(n):\n    return [n, 1]", "1 in f(5)", "2 in f(2)"),
    ],
    [
      "a function that always gives the same",
      define("f", "def f(n):\n    return True", "f(1) == True", "f(9) == True"),
    ],
    ["inputs that cannot be changed", define("f", "def f(n):\n    return n", "f(5) == 5", "f(None) == None")],
    ["no arguments", define("f", "def f():\n    return 5", "f() == 5")],
  ])("makes none for %s", async (_, task) => {
    expect(await none(task)).toBeNull();
  });
});

/** Where the Python file of HumanEvalPack is, if it is there. */
const dataset = process.env.HUMANEVALPACK ?? "";

describe.skipIf(dataset === "" || !existsSync(dataset))("on HumanEvalPack", () => {
  it("is made for nearly all functions, and fails nearly all bugs", async () => {
    const [made, caught]: string[][] = [[], []];
    for (const row of readRows(dataset)) {
      const { task_id: name, declaration, canonical_solution, buggy_solution, entry_point: entry, test } = row;
      const reference = declaration + canonical_solution;
      const tests = await hiddenTests(sandbox, await sandbox.prepare({ reference, entry, test }), { seed: name });
      if (!tests) continue;
      made!.push(name);
      expect(await grade(tests, reference), name).toMatchObject({ passed: true });
      if (!(await grade(tests, declaration + buggy_solution)).passed) caught!.push(name);
    }
    expect(made!.length).toBeGreaterThanOrEqual(150);
    expect(caught!.length / made!.length).toBeGreaterThan(0.95);
  }, 600_000);
});
