/** The policies that every level has: the right answer, no answer, any answer. */
import type { Policy, PolicyContext } from "../../../core/environment.ts";
import type { Action } from "../action.ts";
import { functionOf } from "../library.ts";
import { mutate } from "../mutation/mutate.ts";
import type { Observation } from "../observation.ts";
import type { CodeDebugTask } from "../task.ts";

export type Context = PolicyContext<Observation, CodeDebugTask>;
export type CodeDebugPolicy = Policy<Action, Observation, CodeDebugTask>;

/** The right answer. */
export function solution({ level, secret }: Pick<CodeDebugTask, "level" | "secret">): Action {
  if (level === "locate") return { line: secret.lines[0] ?? null };
  return { code: functionOf(secret.exercise, secret.exercise.body) };
}

/** The faulty function, as it is. */
export const faulty = ({ secret }: Pick<CodeDebugTask, "secret">): string => functionOf(secret.exercise, secret.body);

export const oracle: CodeDebugPolicy = {
  kind: "oracle",
  about: "the reference, or a line whose edit repairs it",
  respond: ({ task }) => solution(task),
};

export const noop: CodeDebugPolicy = {
  kind: "noop",
  about: "the faulty function unchanged, or no line",
  respond: ({ task, observation }) => (task.level === "locate" ? {} : { code: observation.code }),
};

export const random: CodeDebugPolicy = {
  kind: "random",
  about: "any line, or the faulty function with one more edit at random",
  respond({ task, observation, random: source }) {
    if (task.level === "locate") return { line: source.int(1, observation.code.trimEnd().split("\n").length) };
    const { entry } = task.secret.exercise;
    const edited = mutate(faulty(task), entry).map((mutant) => mutant.source);
    return { code: edited.length > 0 ? source.pick(edited) : faulty(task) };
  },
};
