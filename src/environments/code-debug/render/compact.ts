/** The compact form, for small models: the same in few tokens. */
import type { Observation } from "../observation.ts";

/** Longest documentation and feedback shown, in characters. */
const longest = { documentation: 240, feedback: 240 };

/** The first message: level, what the function should do, a test that fails, and the code; numbered where a line is asked. */
export function compactTask({ level, code, documentation, failing_test }: Observation): string {
  const lines = [level];
  // Repairs show the documentation in the code.
  if (level === "locate" && documentation !== "") lines.push(shorten(documentation, longest.documentation));
  if (failing_test !== "") lines.push(failing_test);
  const own = code.replace(/\n$/, "").split("\n");
  if (level !== "locate") return [...lines, ...own].join("\n");
  // The width of an indentation says nothing here.
  const numbered = own.map((line, i) => `${i + 1} ${line.replace(/^ +/, (space) => " ".repeat(space.length / 4))}`);
  return [...lines, ...numbered.filter((line) => !/^\d+ \s*$/.test(line))].join("\n");
}

/** A later message: what came of the latest answer. */
export function compactFeedback({ feedback }: Observation): string {
  return shorten(feedback, longest.feedback);
}

function shorten(text: string, most: number): string {
  const flat = text.replaceAll(/\s*\n\s*/g, " ").trim();
  return flat.length <= most ? flat : `${flat.slice(0, most - 1)}…`;
}
