/** The full form, for models that read English. */
import type { ChatMessage } from "../../../core/environment.ts";
import type { Observation } from "../observation.ts";

const role = "You debug Python. You are shown one function that has a bug.";

const answerWithCode = [
  "Answer with the whole repaired function, written like this:",
  "\\boxed{def name(arguments):",
  "    ...}",
  "A block of code or a unified diff will do as well. Imports and other functions that were shown may be left out. Keep the",
  "name and the parameters, repair what is wrong and nothing else, and add no tests.",
];

const asks: Readonly<Record<string, readonly string[]>> = {
  locate: [
    "Find the line that has to change: one line, edited alone, repairs the function. Lines are numbered.",
    "Answer with the number of that line, written like this: \\boxed{NUMBER}",
  ],
  "fix-test": [
    "Repair it. Its documentation and a test that fails are given; it is graded by others.",
    ...answerWithCode,
  ],
  "fix-docstring": [
    "Repair it. Its documentation is given; it is graded by tests that you do not see.",
    ...answerWithCode,
  ],
  "fix-signature": [
    "Repair it. What it should do follows from its name, its parameters and its code; it is graded by tests that you do not",
    "see.",
    ...answerWithCode,
  ],
  "fix-two": [
    "It has two bugs, in different places. Repair both. Its documentation is given; it is graded by tests that you do not see.",
    ...answerWithCode,
  ],
};

/** The first turn's messages. */
export function fullTask(observation: Observation): ChatMessage[] {
  const { level, entry, code, documentation, failing_test, max_turns } = observation;
  const shown = level === "locate" ? numbered(code) : code;
  const sections = [
    `The function ${entry} has ${observation.bug_count === 1 ? "a bug" : `${observation.bug_count} bugs`}:`,
    `\`\`\`python\n${shown}\`\`\``,
  ];
  // Elsewhere the code holds the documentation as its docstring.
  if (level === "locate" && documentation !== "") sections.push(`What it should do:\n${documentation}`);
  if (failing_test !== "") sections.push(`This test fails:\n\`\`\`python\n${failing_test}\n\`\`\``);
  sections.push(`Turns: ${max_turns}.`);
  return [
    { role: "system", content: [role, ...(asks[level] ?? [])].join("\n") },
    { role: "user", content: sections.join("\n\n") },
  ];
}

export function numbered(code: string): string {
  const lines = code.replace(/\n$/, "").split("\n");
  const width = String(lines.length).length;
  return lines.map((line, i) => `${String(i + 1).padStart(width)}: ${line}\n`).join("");
}

/** A later turn's message. */
export function fullFeedback({ level, feedback, turn, max_turns }: Observation): string {
  const left = max_turns - turn;
  const again = level === "locate" ? "Answer again with one number." : "Answer again with the whole function.";
  return `${feedback}\n\n${again} ${left === 1 ? "One turn is" : `${left} turns are`} left.`;
}
