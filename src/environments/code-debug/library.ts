/** What tasks are made from: functions with tests, and faulty versions of them. Plain data, certified beforehand. */
import type { BugType } from "./mutation/mutant.ts";

/** A function and what judges it. All texts are Python; the parts of its source join to a module. */
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
  /** What the function does, in English; no quotes around it, no indentation. */
  docstring: string;
  /** The right body without the docstring, indented, a newline at the end. */
  body: string;
  /** Assertions that a model may see, one statement each: `assert digit_sum(12) == 3`. */
  visible: readonly string[];
  /** Statements that grade and are never shown. Their inputs are not those of the visible assertions. */
  hidden: string;
}

/** A faulty version of an exercise: the reference passes all tests, this one fails some and ends within the limit. */
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
   * no single line repairs it (something is missing, say).
   */
  lines: readonly number[];
  /** Indices of the visible assertions it fails. */
  fails: readonly number[];
}

/** Mutants by index into `mutants`: two of one exercise on different lines, together certified like one. */
export interface Pair {
  first: number;
  second: number;
  /** The body with both faults. */
  body: string;
  fails: readonly number[];
}

export interface Library {
  exercises: readonly Exercise[];
  mutants: readonly Mutant[];
  pairs: readonly Pair[];
  /** Changes whenever anything above does. */
  hash: string;
}

/** The module with this body, as it would stand in a file; with the docstring when `documented`. */
export function moduleOf(exercise: Exercise, body: string, { documented = false } = {}): string {
  return exercise.prelude + functionOf(exercise, body, { documented });
}

/** The function alone. */
export function functionOf({ signature, docstring }: Exercise, body: string, { documented = false } = {}): string {
  return signature + (documented ? quoted(docstring) : "") + body;
}

/** As an indented literal that holds any text. */
function quoted(docstring: string): string {
  const text = docstring.replaceAll("\\", "\\\\").replaceAll('"""', '\\"\\"\\"');
  const lines = `"""${text}${text.includes("\n") ? "\n" : ""}"""`.split("\n");
  return `${lines.map((line) => (line === "" ? "" : `    ${line}`)).join("\n")}\n`;
}

/** The whole test: visible assertions first, one line each, then the hidden ones. */
export function testOf({ visible, hidden }: Pick<Exercise, "visible" | "hidden">): string {
  return `${visible.map((assertion) => `${assertion}\n`).join("")}${hidden}`;
}
