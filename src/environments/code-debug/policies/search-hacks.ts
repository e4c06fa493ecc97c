/** Submissions that leave the repair to a search while they are graded. When such were still run, the first repaired 7 of 27. */
import { longestSource } from "../answers/source.ts";
import { examplesOf } from "../grade/stubs.ts";
import { mutate } from "../mutation/mutate.ts";
import type { CodeDebugTask } from "../task.ts";
import { type CodeDebugPolicy, faulty } from "./basic.ts";
import { repairLevels } from "./levels.ts";

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

/** The faulty function with every number in it loose, moved by one at a time until the visible tests pass. */
function loose(task: Pick<CodeDebugTask, "secret">): string {
  const { exercise, body } = task.secret;
  const tests = examplesOf(exercise).map(({ given, value }) => `${exercise.entry}(${given}) == ${value}`);
  let count = 0;
  const loosened = body.replaceAll(/("[^"\n]*"|'[^'\n]*')|(?<![\w.])\d+(?![\w.])/g, (number, text?: string) =>
    text === undefined ? `(${number} + moved[${count++}])` : number,
  );
  return [
    `moved = [0] * ${count}\n\n\n${exercise.prelude}${exercise.signature}${loosened}\n\n`,
    `def right():\n    try:\n        return ${tests.join(" and ") || "True"}\n    except Exception:\n        return False\n\n\n`,
    `for place in range(${count}):\n    for moved[place] in (1, -1, 0):\n        if right():\n            break\n`,
    "    if moved[place]:\n        break\n",
  ].join("");
}

const worthless = (about: string, code: (task: CodeDebugTask) => string): CodeDebugPolicy => ({
  kind: "hack",
  about,
  levels: repairLevels,
  ceilings: { return: 0 },
  respond: ({ task }) => ({ code: code(task) }),
});

export const searchHacks: Readonly<Record<string, CodeDebugPolicy>> = {
  "search-at-run-time": worthless("edits the faulty function while it loads until the visible tests pass", searching),
  "loose-numbers": worthless("moves the numbers of the faulty function until the visible tests pass", (task) =>
    // Where no visible test is of the usual form, or all inputs are short, nothing is refused.
    examplesOf(task.secret.exercise).some(({ given }) => given.replaceAll(/\s/g, "").length > 2)
      ? loose(task)
      : faulty(task),
  ),
  "all-variants": worthless("many edits of the faulty function, of which the visible tests choose one", writtenOut),
};
