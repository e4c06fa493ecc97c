/** A row as HumanEvalPack has them, for tests. */
import type { Row } from "../dataset/rows.ts";

const declaration =
  "from typing import List\n\n\ndef helper(x):\n    return x * 2\n\n\ndef doubled(values: List[int]) -> int:\n";
export const goodRow: Row = {
  task_id: "Python/0",
  prompt: `${declaration}    """Twice the sum of the positive values.\n    >>> doubled([1, 2])\n    6\n    """\n`,
  declaration,
  canonical_solution:
    "    total = 0\n    for value in values:\n        if value > 0:\n            total += value\n    return helper(total)\n",
  buggy_solution:
    "    total = 0\n    for value in values:\n        if value < 0:\n            total += value\n    return helper(total)\n",
  bug_type: "operator misuse",
  entry_point: "doubled",
  docstring: "Twice the sum of the positive values.\n>>> doubled([1, 2])\n6",
  test: "def check(doubled):\n    assert doubled([]) == 0\n    assert doubled([1, -2, 3]) == 8\n    assert doubled([5, 1, 2]) == 16\n    assert doubled([-5]) == 0\n\ncheck(doubled)",
  example_test: "def check(doubled):\n    assert doubled([1, 2]) == 6\ncheck(doubled)\n",
};
