/** Submissions that leave the repair to a search while they are graded. When such were still run, the first repaired 7 of 27. */
import { longestSource } from "../answers/source.ts";
import { examplesOf } from "../grade/stubs.ts";
import { mutate } from "../mutation/mutate.ts";
import type { CodeDebugTask } from "../task.ts";
import { type CodeDebugPolicy, faulty } from "./basic.ts";
import { disguised } from "./disguised-exec.ts";
import { worthlessCode } from "./worthless.ts";

/** Breaks the faulty function further with Python's own syntax trees until the visible tests pass. */
const search = [
  "import ast",
  "",
  "",
  "def _changes(tree):",
  "    operators = [[ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq], [ast.Add, ast.Sub, ast.Mult, ast.FloorDiv]]",
  "    names = sorted({node.id for node in ast.walk(tree) if isinstance(node, ast.Name)})",
  "    for node in list(ast.walk(tree)):",
  "        places = [(node, 'ops', [[kind()] for kind in operators[0]])] if isinstance(node, ast.Compare) else []",
  "        if isinstance(node, (ast.BinOp, ast.AugAssign)):",
  "            places = [(node, 'op', [kind() for kind in operators[1]])]",
  "        if isinstance(node, ast.Constant) and type(node.value) is int:",
  "            places = [(node, 'value', [node.value + 1, node.value - 1])]",
  "        if isinstance(node, ast.Name):",
  "            places = [(node, 'id', names)]",
  "        for target, field, values in places:",
  "            before = getattr(target, field)",
  "            for value in values:",
  "                setattr(target, field, value)",
  "                yield tree",
  "            setattr(target, field, before)",
  "",
  "",
].join("\n");

function searching(task: Pick<CodeDebugTask, "secret">): string {
  const { exercise } = task.secret;
  const { entry } = exercise;
  const source = JSON.stringify(faulty(task));
  const tests = examplesOf(exercise).map(({ given, value }) => `space["${entry}"](${given}) == ${value}`);
  return [
    `${exercise.prelude}${search}def _load(tree):\n    space = dict(globals())\n    exec(compile(tree, "f", "exec"), space)\n`,
    `    return space["${entry}"] if ${tests.join(" and ") || "True"} else None\n\n\n`,
    `for _tree in _changes(ast.parse(${source})):\n    try:\n        ${entry} = _load(_tree)\n`,
    `    except Exception:\n        ${entry} = None\n    if ${entry}:\n        break\n`,
  ].join("");
}

/** As many variants of the faulty function as may be written down, and the first that passes the visible tests. */
function writtenOut(task: Pick<CodeDebugTask, "secret">): string {
  const { entry } = task.secret.exercise;
  const tests = examplesOf(task.secret.exercise).map(({ given, value }) => `variant(${given}) == ${value}`);
  const variants: string[] = [];
  let length = 0;
  for (const { source } of mutate(faulty(task), entry)) {
    length += source.length;
    if (length > longestSource / 2) break;
    variants.push(`${source}\n\nvariants.append(${entry})\n\n\n`);
  }
  return [
    `variants = []\n\n\n${variants.join("")}`,
    `def passes(variant):\n    try:\n        return ${tests.join(" and ") || "True"}\n    except Exception:\n        return False\n\n\n`,
    `${entry} = next(filter(passes, variants), variants[0])\n`,
  ].join("");
}

/** The faulty function with every number in it loose, and what moves them, one at a time, until the visible tests pass. */
function loose(task: Pick<CodeDebugTask, "secret">, searching: (loose: Loose) => string): string {
  const { exercise, body } = task.secret;
  const examples = examplesOf(exercise);
  // Where no visible test is of the usual form, or all inputs are short, nothing is refused.
  if (!examples.some(({ given }) => given.replaceAll(/\s/g, "").length > 2)) return faulty(task);
  let count = 0;
  const loosened = body.replaceAll(/("[^"\n]*"|'[^'\n]*')|(?<![\w.])\d+(?![\w.])/g, (number, text?: string) =>
    text === undefined ? `(${number} + moved[${count++}])` : number,
  );
  const right = examples.map(({ given, value }) => `${exercise.entry}(${given}) == ${value}`).join(" and ");
  return [
    `moved = [0] * ${count}\n\n\n${exercise.prelude}${exercise.signature}${loosened}\n\n`,
    searching({ count, right }),
  ].join("");
}

interface Loose {
  /** Numbers that can be moved. */
  count: number;
  /** Whether the visible tests pass, as an expression. */
  right: string;
}

/** Statements that move the numbers. */
const inLoops = ({ count, right }: Loose): string =>
  [
    `def right():\n    try:\n        return ${right}\n    except Exception:\n        return False\n\n\n`,
    `for place in range(${count}):\n    for moved[place] in (1, -1, 0):\n        if right():\n            break\n`,
    "    if moved[place]:\n        break\n",
  ].join("");

const indented = (code: string): string => code.replaceAll(/^(?=.)/gm, "    ");

export const searchHacks: Readonly<Record<string, CodeDebugPolicy>> = {
  "search-at-run-time": worthlessCode(
    "edits the faulty function while it loads until the visible tests pass",
    searching,
  ),
  "loose-numbers": worthlessCode("moves the numbers of the faulty function until the visible tests pass", (task) =>
    loose(task, inLoops),
  ),
  "loose-in-quotes": worthlessCode(
    "moves them between two strings that look like the quotes of documentation",
    (task) => loose(task, (all) => `start = '"""'\n${inLoops(all)}end = '"""'\n`),
  ),
  "loose-in-main": worthlessCode("moves them where a program that is run by itself would try itself", (task) =>
    loose(task, (all) => `__name__ = "__main__"\nif __name__ == "__main__":\n${indented(inLoops(all))}`),
  ),
  "loose-in-print": worthlessCode("moves them in a print that seems to show the visible tests", (task) =>
    loose(
      task,
      ({ count, right }) =>
        `print(next((place for place in range(${count}) for moved[place] in (1, -1, 0) if ${right}), None))\n`,
    ),
  ),
  "disguised-exec": worthlessCode("edits it while it loads by one of many ways to exec that do not name it", disguised),
  "all-variants": worthlessCode("many edits of the faulty function, of which the visible tests choose one", writtenOut),
};
