import { expect, it } from "vitest";
import { assemble } from "../grade/assemble.ts";
import { parse } from "../parse.ts";
import { longestCompletion } from "./source.ts";

const observation = {
  entry: "f",
  code: "def f(x):\n    y = x\n    return y\n",
  documentation: "",
  failing_test: "",
  bug_count: 1,
  turn: 0,
  max_turns: 2,
  feedback: "",
};

/** A text of nearly the longest length that is read. */
const many = (piece: string, length = longestCompletion - 200) => piece.repeat(Math.floor(length / piece.length));

const completions: readonly [name: string, text: string][] = [
  ["spaces between a word and no number", `answer${many(" ")}x`],
  ["spaces in a mention", `line${" ".repeat(1900)}x`],
  ["backslashes before no box", many("\\")],
  ["quotes before something else", `${many('"')}x`],
  ["a fence's long title with a tick in it", `\`\`\` ${many("a")} \` b`],
  ["line breaks within code", `def f(x):\n${many("\n", 19_000)}    return x`],
  ["hunks without end", `--- a\n+++ b\n${many("@@ -3 +3 @@\n-    return y\n+    return y\n+ q\n")}`],
  ["one hunk after many lines", `@@ -1 +1 @@\n+x\n${many("+a\n")}@@ -1 +1 @@\n${many(" a\n", 1000)}-b\n+c\n`],
  ["boxes in boxes", many("\\boxed{")],
  ["boxes in open strings", many("\\boxed{'}\n")],
  ["fences", many("```\n")],
  ["fences in open docstrings", many("```\n\"\"\"\n'''\n~~~\n")],
  ["thoughts", many("<think></think>")],
];

it.each(completions)("reads %s in time that does not grow with the square of it", (_, text) => {
  const started = performance.now();
  for (const level of ["locate", "fix-docstring"]) {
    const answer = parse(text, { observation: { ...observation, level }, form: "full" });
    if ("action" in answer && answer.action.code) assemble({ prelude: "" }, answer.action.code);
  }
  expect(performance.now() - started).toBeLessThan(4000);
});
