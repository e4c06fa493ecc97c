/** What tasks are made from: functions with tests, and faulty versions of them. Plain data, certified beforehand. */
import type { BugType } from "./mutation/mutant.ts";

/** A function and what judges it. Its source is `prelude`, `signature`, `docliteral` and `body` in this order. */
export interface Exercise {
  /** Unique in its library: `digit_sum`, `Python/12`. */
  id: string;
  topic: string;
  /** Name of the function. */
  entry: string;
  /** What stands before the function, imports and other functions; "" for nothing, else it ends with a newline. */
  prelude: string;
  /** From `def` to the colon, a newline at the end. */
  signature: string;
  /** The docstring as it stands in the source, indented, a newline at the end; "" for none. */
  docliteral: string;
  /** The docstring's text. */
  docstring: string;
  /** The right body without the docstring, indented, a newline at the end. */
  body: string;
  /** Assertions that a model may see, one statement on one line each: `assert digit_sum(12) == 3`. */
  visible: readonly string[];
  /** Statements that grade and are never shown. */
  hidden: string;
}

/** A faulty version of an exercise: it fails some hidden assertion, and ends within the limit. */
export interface Mutant {
  /** Id of the exercise. */
  exercise: string;
  /** What made it: the name of a mutation operator, or `dataset`. */
  operator: string;
  bugType: BugType;
  /** The faulty body, in the form of `Exercise.body`. */
  body: string;
  /**
   * Lines of `signature + body`, counted from 1, on which some edit of that line alone makes all tests pass. Empty where
   * no single line repairs it (something is missing, say), and where that is not known.
   */
  lines: readonly number[];
  /** Indices of the visible assertions it fails. */
  fails: readonly number[];
}

/** Two faults of one exercise on different lines; each of them alone, and both together, make it fail. */
export interface Pair {
  exercise: string;
  operators: readonly [string, string];
  bugTypes: readonly [BugType, BugType];
  /** The body with both faults, and with either alone. */
  body: string;
  single: readonly [string, string];
  fails: readonly number[];
}

export interface Library {
  exercises: readonly Exercise[];
  mutants: readonly Mutant[];
  pairs: readonly Pair[];
  /** Shares of the exercises, in [0, 1], that are kept from training. */
  heldOut: { validation: number; test: number };
  /** Names what the library holds beyond the built-in corpus; "" for that. */
  hash: string;
}

/** The function alone; with the docstring when `documented`. */
export function functionOf(
  { signature, docliteral }: Exercise,
  body: string,
  { documented = false }: { documented?: boolean } = {},
): string {
  return signature + (documented ? docliteral : "") + body;
}

/** The module with this body, as it would stand in a file. */
export function moduleOf(exercise: Exercise, body: string, options?: { documented?: boolean }): string {
  return exercise.prelude + functionOf(exercise, body, options);
}

/** The whole test: visible assertions first, one line each, then the hidden ones. */
export function testOf({ visible, hidden }: Pick<Exercise, "visible" | "hidden">): string {
  return `${visible.map((assertion) => `${assertion}\n`).join("")}${hidden}`;
}

/** Number of lines of a text whose lines all end with a newline. */
export const lineCount = (text: string): number => text.split("\n").length - 1;
