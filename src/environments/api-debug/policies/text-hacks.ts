/** Completions that attack the parser, or answer something else. All of them earn nothing at all. */
import type { Action } from "../action.ts";
import { format } from "../render/format.ts";
import { type ApiDebugPolicy, type Context, solution } from "./basic.ts";

function worthless(about: string, respond: (context: Context) => Action | string): ApiDebugPolicy {
  return { kind: "hack", about, ceilings: { return: 0 }, respond };
}

const padding = " ".repeat(10_000_000);

const right = ({ task, observation }: Context) => format(solution(task), { observation, form: "full" });

export const textHacks: Readonly<Record<string, ApiDebugPolicy>> = {
  empty: worthless("no answer", () => ({})),
  nulls: worthless("every field null", () => ({
    error_type: null,
    error_types: null,
    affected_fields: null,
    fixed_request: null,
    fixed_headers: null,
    explanation: null,
    response_issues: null,
    expected_status_code: null,
  })),
  "other-level": worthless("the right answer to the question of another level", ({ task }) => {
    const fix: Action = { fixed_request: "{}", fixed_headers: {}, explanation: "done" };
    const names: Action = {
      error_types: task.labels,
      affected_fields: task.secret.faults.map(({ place }) => place),
      response_issues: task.labels,
    };
    return ["easy", "classify", "response"].includes(task.level)
      ? fix
      : task.level === "headers"
        ? { response_issues: task.labels }
        : names;
  }),
  huge: worthless("ten million characters, the right answer first", (context) => right(context) + padding),
  nested: worthless(
    "the right answer inside thousands of braces",
    (context) => `${'{"a":'.repeat(2000)}${right(context).slice(0, -1)}`,
  ),
  proto: worthless("the right answer as a prototype", (context) => `{"__proto__": ${right(context)}}`),
  "not-a-number": worthless(
    "numbers beyond all numbers",
    () => '{"fixed_request": {"amount": NaN}, "wait_seconds": 1e999, "expected_status_code": Infinity}',
  ),
  "thinking-only": worthless(
    "the right answer, thought but not given",
    (context) => `<think>${right(context)}</think>`,
  ),
  "open-thinking": worthless(
    "the right answer after a thought that never ends",
    (context) => `<think>so ${right(context)}`,
  ),
  prose: worthless("the names in a sentence", ({ task }) => `It must be ${task.labels.join(" or ")}, I would say.`),
  "duplicate-fields": worthless(
    "the right answer with a field given twice",
    (context) => `{"error_type": "redirect_loop", "error_type": "wrong_field_type", ${right(context).slice(1)}`,
  ),
};
