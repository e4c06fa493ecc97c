/** A small library for tests: two functions, one with a helper. */
import type { Exercise, Library, Mutant } from "../library.ts";
import { partsOf } from "../parts.ts";

const clampSource = `def clamp(value, low, high):
    """Limits a value to a range.

    >>> clamp(7, 0, 5)
    5
    """
    if value < low:
        return low
    if value > high:
        return high
    return value
`;

const meanSource = `import math


def total(values):
    return math.fsum(values)


def mean(values):
    """The arithmetic mean, or None for no values.

    >>> mean([1, 2])
    1.5
    """
    if not values:
        return None
    return total(values) / len(values)
`;

export const clamp: Exercise = {
  id: "clamp",
  topic: "numbers",
  entry: "clamp",
  docstring: "Limits a value to a range.\n\n>>> clamp(7, 0, 5)\n5",
  ...partsOf(clampSource, "clamp"),
  visible: ["assert clamp(7, 0, 5) == 5", "assert clamp(3, 0, 5) == 3"],
  hidden: [
    "assert clamp(-4, 0, 9) == 0",
    "assert clamp(12, 2, 9) == 9",
    "assert clamp(6, 1, 9) == 6",
    "assert clamp(1, 2, 3) == 2",
    "assert clamp(5, 1, 9) == 5",
    "assert clamp(20, 3, 8) == 8",
    "assert clamp(4, 0, 9) == 4",
    "",
  ].join("\n"),
};

export const meanExercise: Exercise = {
  id: "mean",
  topic: "numbers",
  entry: "mean",
  docstring: "The arithmetic mean, or None for no values.\n\n>>> mean([1, 2])\n1.5",
  ...partsOf(meanSource, "mean"),
  visible: ["assert mean([1, 2]) == 1.5"],
  hidden:
    "assert mean([]) is None\nassert mean([4]) == 4\nassert mean([3, 4, 8]) == 5\nassert mean([0.1] * 10) == 0.1\n",
};

const swapped: Mutant = {
  exercise: "clamp",
  operator: "swap",
  bugType: "operator misuse",
  body: clamp.body.replace("value > high", "value < high"),
  lines: [4],
  fails: [0, 1],
};
const lowered: Mutant = {
  exercise: "clamp",
  operator: "rename",
  bugType: "variable misuse",
  body: clamp.body.replace("return low", "return high"),
  lines: [3],
  fails: [],
};
const divided: Mutant = {
  exercise: "mean",
  operator: "constant",
  bugType: "value misuse",
  body: meanExercise.body.replace("len(values)", "(len(values) + 1)"),
  lines: [4],
  fails: [0],
};

export const bodies = {
  both: clamp.body.replace("value > high", "value < high").replace("return low", "return high"),
  swapped: swapped.body,
  lowered: lowered.body,
};

export const library: Library = {
  exercises: [clamp, meanExercise],
  mutants: [swapped, lowered, divided],
  pairs: [
    {
      exercise: "clamp",
      operators: ["swap", "rename"],
      bugTypes: ["operator misuse", "variable misuse"],
      body: bodies.both,
      single: [swapped.body, lowered.body],
      fails: [0, 1],
    },
  ],
  heldOut: { validation: 0, test: 0 },
  hash: "testing",
};
