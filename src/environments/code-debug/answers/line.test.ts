import { expect, it } from "vitest";
import { readLine } from "./line.ts";

const code = "def f(x):\n    y = x + 1\n    if y:\n        return y\n    return y\n";

it.each([
  ["4", 4],
  [" 4.\n", 4],
  ["\\boxed{4}", 4],
  ["\\boxed{line 4}", 4],
  ["\\boxed{\\text{line 4}}", 4],
  ["First I thought \\boxed{2}, but it is \\boxed{3}.", 3],
  ["Line 4", 4],
  ["L4", 4],
  ["**4**", 4],
  ["The bug is on line 2.", 2],
  ["Line 1 is fine, so it must be line 3 after all.", 3],
  ["line number: 3", 3],
  ['{"line": 2}', 2],
  ['\\boxed{{"line": 2}}', 2],
  ["2: y = x + 1", 2],
  ["answer  :   3", 3],
  ["y = x + 1", 2],
  ["\\boxed{    y = x + 1}", 2],
  ["```python\n    if y:\n```", 3],
])("reads %j", (text, line) => {
  expect(readLine(text, code)).toEqual({ action: { line } });
});

it.each([
  ["", "no number"],
  ["2, 3", "no number"],
  ["\\boxed{2, 3}", "no number"],
  ["\\boxed{}", "no number"],
  ["return y", "no number"],
  ["6", "no line 6"],
  ["\\boxed{0}", "no line 0"],
  ["lines 2 and 3", "no number"],
  ["2: y = x + 1\n3: if y:", "no number"],
  ["somewhere", "no number"],
  [code, "no number"],
])("refuses %j", (text, problem) => {
  expect(readLine(text, code)).toEqual({ problem: expect.stringContaining(problem) });
});
