/** Completions that attack the parser, or answer something else. All of them earn nothing at all. */
import { format } from "../parse.ts";
import { fullTask } from "../render/full.ts";
import { type CodeDebugPolicy, type Context, faulty, solution } from "./basic.ts";
import { repairLevels, worthless } from "./worthless.ts";

const right = ({ task }: Context) => format(solution(task), { form: "full" });

/** A wrong answer in the form that is asked for. */
const wrong = ({ task }: Context) =>
  format(task.level === "locate" ? { line: 99_999 } : { code: faulty(task) }, { form: "full" });

const padding = " ".repeat(1_000_000);

export const textHacks: Readonly<Record<string, CodeDebugPolicy>> = {
  nothing: worthless("no answer", () => ({})),
  nulls: worthless("every field null", () => ({ line: null, code: null })),
  "other-level": worthless("the right answer to the question of another level", ({ task }) =>
    task.level === "locate" ? { code: solution({ ...task, level: "fix-docstring" }).code ?? null } : { line: 2 },
  ),
  echo: worthless("the prompt itself", ({ observation }) =>
    fullTask(observation)
      .map(({ content }) => content)
      .join("\n\n"),
  ),
  "several-boxes": worthless("the right answer in a box, another one in the last", (context) =>
    [right(context), wrong(context)].join("\n"),
  ),
  "boxed-in-text": worthless("the right answer in a string of the wrong one", (context) =>
    context.task.level === "locate"
      ? `\\boxed{"${right(context)}"}`
      : `\\boxed{${faulty(context.task)}\n"""${right(context).replaceAll('"""', "'''")}"""}`,
  ),
  giant: worthless("a million characters, the right answer first", (context) => right(context) + padding),
  nested: worthless("boxes in boxes without end", () => "\\boxed{".repeat(20_000)),
  "thinking-only": worthless(
    "the right answer, thought but not given",
    (context) => `<think>${right(context)}</think>`,
  ),
  "open-thinking": worthless(
    "the right answer after a thought that never ends",
    (context) => `<think>so ${right(context)}`,
  ),
  prose: worthless("a description of the repair", () => "Somewhere a value is wrong; with the right one it works."),
  "empty-diff": worthless(
    "a diff that touches nothing",
    ({ observation }) => {
      const line = observation.code.split("\n").find((text) => text.trim() !== "") ?? "";
      return `\`\`\`diff\n--- a.py\n+++ a.py\n@@ -1 +1 @@\n-${line}\n+${line}\n\`\`\``;
    },
    repairLevels,
  ),
  "every-line": worthless(
    "all lines at once",
    ({ observation }) =>
      `\\boxed{${observation.code
        .trimEnd()
        .split("\n")
        .map((_, i) => i + 1)
        .join(", ")}}`,
    ["locate"],
  ),
  "whole-code": worthless("the code as the faulty line", ({ observation }) => observation.code, ["locate"]),
  "no-such-line": worthless("a line beyond the end", () => ({ line: 100_000 }), ["locate"]),
};
