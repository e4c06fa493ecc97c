/** Labels that the warm start teaches only up to a probability. */
import { FettleError } from "../core/errors.ts";
import type { TaskStream } from "./task-stream.ts";

/** Limits by label of a list of NAME=PROBABILITY. */
export function limitsOf(list: readonly string[]): Map<string, number> {
  return new Map(
    list.map((text) => [text.slice(0, text.lastIndexOf("=")), Number(text.slice(text.lastIndexOf("=") + 1))]),
  );
}

/** Tasks that are looked at for labels, at most. */
const mostTasks = 200;

/**
 * Makes sure that each limit is on a label that is demonstrated: that some task of the level has alone. As only tasks tell
 * what labels there are, they are drawn until all have been met. Throws FettleError `bad_option` for a label that is named
 * twice or not met, and what `stream` throws.
 */
export async function checkLimits(list: readonly string[], level: string, stream: TaskStream): Promise<void> {
  const missing = new Map<string, string>();
  for (const text of list) {
    const [label = ""] = limitsOf([text]).keys();
    if (missing.has(label))
      throw new FettleError("bad_option", `--warm-limits ${text}: "${label}" has a limit already.`, {
        hint: `Leave out one of ${missing.get(label)} and ${text}.`,
      });
    missing.set(label, text);
  }
  const met = new Set<string>();
  for (let tasks = 0; missing.size > 0 && tasks < mostTasks; tasks++) {
    const [label, ...others] = (await stream.next(level)).labels;
    if (label === undefined || others.length > 0) continue;
    met.add(label);
    missing.delete(label);
  }
  for (const [label, text] of missing)
    throw new FettleError(
      "bad_option",
      `--warm-limits ${text}: of ${mostTasks} tasks of level "${level}", the first of the demonstrations, none has "${label}" as its only label.`,
      { hint: met.size > 0 ? `Labels there: ${[...met].sort().join(", ")}.` : "No task there has one label alone." },
    );
}
