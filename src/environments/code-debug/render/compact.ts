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
  return [...lines, ...(level === "locate" ? numbered(own) : own)].join("\n");
}

/**
 * Lines with their numbers behind them: a small model has read the line by then, and learns sooner what to say of it. Empty
 * lines are left out, and indentations are one space wide, as their width says nothing here.
 */
function numbered(code: readonly string[]): string[] {
  return code.flatMap((line, i) => {
    const narrow = line.replace(/^ +/, (space) => " ".repeat(space.length / 4));
    return narrow.trim() === "" ? [] : [`${narrow} #${i + 1}`];
  });
}

/** A later message: what came of the latest answer. */
export function compactFeedback({ feedback }: Observation): string {
  return shorten(feedback, longest.feedback);
}

function shorten(text: string, most: number): string {
  const flat = text.replaceAll(/\s*\n\s*/g, " ").trim();
  return flat.length <= most ? flat : `${flat.slice(0, most - 1)}…`;
}
