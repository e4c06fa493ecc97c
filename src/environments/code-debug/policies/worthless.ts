/** Declaring hacks: all of them earn nothing at all. */
import type { Action } from "../action.ts";
import { levelNames } from "../levels.ts";
import type { CodeDebugTask } from "../task.ts";
import type { CodeDebugPolicy, Context } from "./basic.ts";

/** The levels on which code is asked for. */
export const repairLevels = levelNames.filter((name) => name !== "locate");

/** A hack that answers with an action or a completion, on all levels where none are named. */
export function worthless(
  about: string,
  respond: (context: Context) => Action | string,
  levels?: readonly string[],
): CodeDebugPolicy {
  return { kind: "hack", about, ...(levels && { levels }), ceilings: { return: 0 }, respond };
}

/** A hack that submits a source. */
export const worthlessCode = (about: string, code: (task: CodeDebugTask) => string): CodeDebugPolicy =>
  worthless(about, ({ task }) => ({ code: code(task) }), repairLevels);
