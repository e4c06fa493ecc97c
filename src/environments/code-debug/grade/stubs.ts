/** What can be submitted without repairing anything. Assertions that can be won so earn no partial credit. */
import { closing } from "../answers/python-text.ts";
import { type Exercise, functionOf } from "../library.ts";

/** A visible assertion of the form `assert f(...) == value`. */
export interface Example {
  /** What stands between the brackets. */
  given: string;
  value: string;
}

/** Visible assertions that compare one call with a value; others are left out. */
export function examplesOf({ visible, entry }: Pick<Exercise, "visible" | "entry">): Example[] {
  return visible.flatMap((assertion) => {
    const start = `assert ${entry}(`;
    if (!assertion.startsWith(start)) return [];
    const end = closing(assertion, start.length - 1, "(", ")");
    const match = end === null ? null : /^\s*==\s*([^\n]+)$/.exec(assertion.slice(end + 1));
    return end === null || !match?.[1] ? [] : [{ given: assertion.slice(start.length, end), value: match[1] }];
  });
}

/** Functions that return one thing whatever they are given, and functions that return an argument. */
export function stubs(exercise: Exercise): string[] {
  const define = (value: string) => `def ${exercise.entry}(*given, **named):\n    return ${value}\n`;
  const common = ["None", "True", "False", "0", "1", "-1", "''", "[]", "{}", "()"];
  const shown = examplesOf(exercise).map(({ value }) => value);
  return [...new Set([...common, ...shown, "given[0]", "given[1]", "given[-1]", "len(given[0])"])].map(define);
}

/** The faulty function, and a value for everything that it raises. Where it calls itself, that reaches inside. */
export function catching(exercise: Exercise, body: string, value: string): string {
  const { entry } = exercise;
  return [
    functionOf(exercise, body),
    `\n\n_faulty = ${entry}\n\n\ndef ${entry}(*given, **named):\n    try:\n        return _faulty(*given, **named)\n`,
    `    except BaseException:\n        return ${value}\n`,
  ].join("");
}

/** The faulty function with what is likeliest for everything that it raises. */
export function catchers(exercise: Exercise, body: string): string[] {
  const values = new Set(["None", "given[0]", "len(given[0])", ...examplesOf(exercise).map(({ value }) => value)]);
  return [...values].map((value) => catching(exercise, body, value));
}

/** What makes results, or what is given, look better whatever the bug is. */
const polishes = [
  "return sorted(_faulty(*given, **named))",
  "return _faulty(*given, **named)[::-1]",
  "return list(dict.fromkeys(_faulty(*given, **named)))",
  "return abs(_faulty(*given, **named))",
  "return _faulty(*given, **named).strip()",
  "return _faulty(*given[::-1], **named)",
  "return _faulty(*given, **named) if all(given) else type(_faulty(*given, **named))()",
];

/** The faulty function with its results put in order, and the like; where that fails, its results as they are. */
export function polished(exercise: Exercise, body: string): string[] {
  const { entry } = exercise;
  return polishes.map((polish) =>
    [
      functionOf(exercise, body),
      `\n\n_faulty = ${entry}\n\n\ndef ${entry}(*given, **named):\n    try:\n        ${polish}\n`,
      "    except Exception:\n        return _faulty(*given, **named)\n",
    ].join(""),
  );
}

/** The faulty function behind a table of the visible assertions. */
export function memorizer(exercise: Exercise, body: string): string {
  const { entry } = exercise;
  const table = examplesOf(exercise).map(({ given, value }) => `        (_key(${given}), lambda: ${value}),\n`);
  return [
    functionOf(exercise, body),
    `\n\n_faulty = ${entry}\n\n\ndef _key(*given, **named):\n    return repr((given, named))\n\n\n`,
    `def ${entry}(*given, **named):\n    for key, value in [\n${table.join("")}    ]:\n`,
    "        if key == _key(*given, **named):\n            return value()\n    return _faulty(*given, **named)\n",
  ].join("");
}

/** Whatever else can be submitted without repairing anything, beside the memorizer. */
export function unrepaired(exercise: Exercise, body: string): string[] {
  return [...stubs(exercise), ...catchers(exercise, body), ...polished(exercise, body)];
}
