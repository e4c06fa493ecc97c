import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PreparedTask, Sandbox } from "../../../core/sandbox.ts";
import { openSandbox } from "../../../sandbox/open-sandbox.ts";
import { repairableLines, singleLineEdits } from "./locate.ts";
import { behaviours } from "./screen.ts";

const reference = `def total(values, start=0):
    """Adds all up.

    # no comment
    """
    result = start
    for value in values:
        result = result + value

    # the sum
    return result
`;
const test = `assert total([1, 2, 3]) == 6
assert total([]) == 0
assert total([4], start=10) == 14
assert total([-5, 5, 7]) == 7
`;

let sandbox: Sandbox;
let task: PreparedTask;
beforeAll(async () => {
  sandbox = await openSandbox({ slots: 1 });
  task = await sandbox.prepare({ reference, entry: "total", test });
});
afterAll(async () => sandbox.close());

const broken = (from: string, to: string) => {
  expect(reference).toContain(from);
  return reference.replace(from, to);
};

describe("repairableLines", () => {
  it.each([
    ["a wrong operator", "result + value", "result - value", [8]],
    ["a line too many", "result + value\n", "result + value\n        break\n", [9]],
    ["a wrong variable", "return result", "return value", [11]],
    ["a return that stands too deep", "    return result", "        return result", [11]],
  ])("finds %s", async (_, from, to, lines) => {
    expect(await repairableLines(sandbox, task, broken(from, to))).toEqual(lines);
  });

  it("finds every line that may make up for it", async () => {
    const right = "def last(values):\n    at = len(values) - 1\n    return values[at]\n";
    const other = await sandbox.prepare({
      reference: right,
      entry: "last",
      test: "assert last([1, 2]) == 2\nassert last([3]) == 3\n",
    });
    expect(await repairableLines(sandbox, other, right.replace(" - 1", ""))).toEqual([2, 3]);
  });

  it("finds none where a statement is missing, or two are wrong", async () => {
    expect(await repairableLines(sandbox, task, broken("        result = result + value\n", "        pass\n"))).toEqual(
      [8],
    );
    expect(
      await repairableLines(sandbox, task, broken("    for value in values:\n        result = result + value\n", "")),
    ).toEqual([]);
    const two = broken("result + value", "result - value").replace("return result", "return start");
    expect(await repairableLines(sandbox, task, two)).toEqual([]);
  });

  it("gives up on what it cannot read", async () => {
    expect(await repairableLines(sandbox, task, "def other():\n    return 1\n")).toEqual([]);
    expect(await repairableLines(sandbox, task, "def total(values, start=0):\n    return (\n")).toEqual([]);
  });
});

describe("singleLineEdits", () => {
  it("changes the one line it says, never header, docstring or comment, and never goes beyond its bound", () => {
    const buggy = broken("result + value", "result - value");
    const edits = singleLineEdits(buggy, task);
    expect([...edits.keys()].sort((a, b) => a - b)).toEqual([6, 7, 8, 11]);
    for (const [line, sources] of edits) {
      expect(sources.size).toBeLessThanOrEqual(38);
      const [before, after] = [buggy.split("\n").slice(0, line - 1), buggy.split("\n").slice(line)];
      for (const source of sources) {
        expect(source.split("\n").slice(0, line - 1)).toEqual(before);
        expect(source.split("\n").slice(-after.length)).toEqual(after);
      }
    }
    expect(edits.get(8)).toContain(reference);
  });
});

describe("behaviours", () => {
  it("tells what answers alike from what does not, and what does not end", async () => {
    const versions = [
      reference.replace("result + value", "value + result"),
      reference.replace("result + value", "result - value"),
      reference.replace("for value in values:", "while True:\n        value = 0"),
      reference.replace("return result", "return result\n  x"),
      reference.replace("result = result + value", "values.clear()"),
      reference.replace("return result", "return float(result)"),
      reference.replace("return result", "raise SystemExit(0)"),
      "",
    ].map((source) => ({ source }));
    const expected = ["same", "other", "lost", "lost", "other", "other", "lost", "lost"];
    expect(await behaviours(sandbox, task, versions)).toEqual(expected);
  });

  it("skips further versions of a line once two are the same", async () => {
    const versions = Array.from({ length: 4 }, () => ({ source: reference, line: 3 }));
    expect(await behaviours(sandbox, task, versions)).toEqual(["same", "same", "skipped", "skipped"]);
    expect(await behaviours(sandbox, task, [])).toEqual([]);
  });
});
