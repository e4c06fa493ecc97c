import { describe, expect, it } from "vitest";
import { longestSource, readSource } from "./source.ts";

const code = `import math


def area(r):
    if r < 0:
        return 0
    return math.pi * r
`;
const fixed = "def area(r):\n    return math.pi * r ** 2\n";
const asked = { entry: "area", code };
const fence = "```";
const box = (text: string) => `\\boxed{${text}}`;

/** Answers that are read, and what as; the repaired function where nothing else is said. */
const readable: [name: string, text: string, expected?: string][] = [
  ["a box", box(fixed)],
  ["a box in prose", `The square is missing.\n\n${box(fixed)}\n\nThat is all.`],
  ["a box in mathematics", `$$${box(fixed)}$$`],
  ["a space before the brace", `\\boxed {${fixed}}`],
  ["another box", `\\fbox{${fixed}}`],
  ["doubled backslashes", `\\\\boxed{${fixed}}`],
  ["a backslash read as an escape", `\boxed{${fixed}}`],
  ["a fence in a box", box(`\n${fence}python\n${fixed}${fence}\n`)],
  ["a box in a fence", `${fence}\n${box(fixed)}\n${fence}`],
  ["the last of several boxes", `${box("def area(r):\n    return 1")} no, ${box(fixed)}`],
  ["a draft in a fence, the answer in a box", `${fence}python\ndef area(r):\n    return 1\n${fence}\n${box(fixed)}`],
  ["text around code in a box", box(`\\texttt{${fixed}}`)],
  ["an escaped underscore", box("def area(r):\n    return my\\_pi * r"), "def area(r):\n    return my_pi * r\n"],
  ["a brace in a string", box('def area(r):\n    return "}"'), 'def area(r):\n    return "}"\n'],
  ["an open brace in a string", box('def area(r):\n    return "{"'), 'def area(r):\n    return "{"\n'],
  ["a brace behind an escaped quote", box("def area(r):\n    return '\\'}'"), "def area(r):\n    return '\\'}'\n"],
  ["a brace in a raw string", box("def area(r):\n    return r'\\'}'"), "def area(r):\n    return r'\\'}'\n"],
  ["a brace in a comment", box("def area(r):\n    return r  # } here\n"), "def area(r):\n    return r  # } here\n"],
  [
    "an apostrophe in a comment",
    box("def area(r):\n    # it's {\n    return r\n"),
    "def area(r):\n    # it's {\n    return r\n",
  ],
  [
    "a comment before the closing brace",
    box("def area(r):\n    return r # fixed"),
    "def area(r):\n    return r # fixed\n",
  ],
  ["dictionaries and sets", box("def area(r):\n    return {1: {2}}[r]"), "def area(r):\n    return {1: {2}}[r]\n"],
  ["a format string", box("def area(r):\n    return f'{r}{{'"), "def area(r):\n    return f'{r}{{'\n"],
  [
    "quotes in triple quotes",
    box(`def area(r):\n    """It's "a" }"""\n    return r`),
    `def area(r):\n    """It's "a" }"""\n    return r\n`,
  ],
  [
    "a box in a docstring of a box",
    box(`def area(r):\n    """\\boxed{x}"""\n    return r`),
    `def area(r):\n    """\\boxed{x}"""\n    return r\n`,
  ],
  [
    "a fence with a box in a string",
    `${fence}python\ndef area(r):\n    return "\\boxed{1}"\n${fence}\n`,
    'def area(r):\n    return "\\boxed{1}"\n',
  ],
  ["a box that is not closed", `\\boxed{${fixed}`],
  ["a box in which a fence is not closed", `\\boxed{\n${fence}python\n${fixed}`],
  ["a fence", `${fence}python\n${fixed}${fence}`],
  ["a fence without a language", `${fence}\n${fixed}${fence}`],
  ["a fence of tildes", `~~~py\n${fixed}~~~`],
  ["a fence of four", `${fence}\`python\n${fixed}${fence}\``],
  ["a fence that is not closed", `Here:\n${fence}python\n${fixed}`],
  ["an indented fence", `1. Do this:\n   ${fence}python\n   def area(r):\n       return math.pi * r ** 2\n   ${fence}`],
  [
    "the last fence that defines it",
    `${fence}\ndef area(r): return 1\n${fence}\n${fence}python\n${fixed}${fence}\n${fence}\narea(2)\n${fence}`,
  ],
  [
    "a fence in a docstring",
    `${fence}python\ndef area(r):\n    """\n${fence}\n    """\n    return r\n${fence}\n`,
    `def area(r):\n    """\n${fence}\n    """\n    return r\n`,
  ],
  ["Windows line ends", box(fixed.replaceAll("\n", "\r\n"))],
  ["spaces that do not break", box(fixed.replaceAll("    ", "\u00A0\u00A0\u00A0\u00A0"))],
  ["a byte order mark", `${fence}python\n\uFEFF${fixed}${fence}`],
  ["a shared indentation", box("\n    def area(r):\n        return math.pi * r ** 2\n")],
  ["bare code", fixed],
  ["bare code among prose", `The bug is the missing square.\n\n${fixed}\nThis squares the radius.`],
  ["bare code with imports", `Fixed:\nimport math\n\n${fixed}`, `import math\n\n${fixed}`],
  ["a whole module in a box", box(`import math\n\n\n${fixed}`), `import math\n\n\n${fixed}`],
  [
    "a signature over several lines",
    "def area(\n    r,\n):\n    return r\nDone.",
    "def area(\n    r,\n):\n    return r\n",
  ],
];

const patchedCode = code.replace("* r\n", "* r ** 2\n");
const hunk = "     if r < 0:\n         return 0\n-    return math.pi * r\n+    return math.pi * r ** 2\n";
const diffs: [name: string, text: string][] = [
  ["a diff in a fence", `${fence}diff\n--- a/area.py\n+++ b/area.py\n@@ -5,3 +5,3 @@\n${hunk}${fence}`],
  ["a bare diff", `--- a/area.py\n+++ b/area.py\n@@ -5,3 +5,3 @@\n${hunk}`],
  ["a diff in a box", box(`\n@@ -5,3 +5,3 @@\n${hunk}`)],
  ["wrong line numbers", `${fence}diff\n@@ -50,30 +1,3 @@\n${hunk}${fence}`],
  ["no line numbers", `${fence}diff\n@@\n${hunk}${fence}`],
  ["no header of a hunk", `${fence}diff\n--- a\n+++ b\n${hunk}${fence}`],
  ["a heading behind the header", `${fence}diff\n@@ -5,3 +5,3 @@ def area(r):\n${hunk}${fence}`],
  ["the one line", `${fence}diff\n@@ -7 +7 @@\n-    return math.pi * r\n+    return math.pi * r ** 2\n${fence}`],
  ["spaces at the ends of lines", `${fence}diff\n@@ -5,3 +5,3 @@\n${hunk.replace("r < 0:\n", "r < 0:  \n")}${fence}`],
  ["a note on the last newline", `${fence}diff\n@@ -5,3 +5,3 @@\n${hunk}\\ No newline at end of file\n${fence}`],
];

const refused: [name: string, text: string, problem: RegExp][] = [
  ["prose", "I would square it.", /no \\boxed/],
  ["an empty box", box("  \n"), /empty/],
  ["an empty fence", `${fence}python\n${fence}`, /empty/],
  [
    "a diff that touches nothing",
    `${fence}diff\n@@ -7 +7 @@\n-    return math.pi * r\n+    return math.pi * r\n${fence}`,
    /changes nothing/,
  ],
  ["a diff of something else", `${fence}diff\n@@ -1 +1 @@\n-x = 1\n+x = 2\n${fence}`, /does not fit/],
  ["a giant", box(`${fixed}# ${"x".repeat(longestSource)}`), /longer than/],
];

describe("readSource", () => {
  it.each(readable)("reads %s", (_name, text, expected = fixed) => {
    expect(readSource(text, asked)).toEqual({ code: expected });
  });

  it.each(diffs)("applies %s", (_name, text) => {
    expect(readSource(text, asked)).toEqual({ code: patchedCode });
  });

  it.each(refused)("refuses %s", (_name, text, problem) => {
    expect(readSource(text, asked)).toEqual({ problem: expect.stringMatching(problem) });
  });

  it("stays fast on hostile texts", () => {
    const started = performance.now();
    for (const piece of [
      "\\boxed{(",
      "\\boxed{'",
      `${fence}\n"""\n`,
      `${fence}\n`,
      "@@\n-\n",
      "def area(",
      "'''",
      "{\n",
    ])
      readSource(piece.repeat(200_000 / piece.length), asked);
    expect(performance.now() - started).toBeLessThan(3000);
  });
});
