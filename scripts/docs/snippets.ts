/** A fenced block of the documentation that is marked to run: the info string is `sh run` or `ts run`. */
export interface Snippet {
  language: "sh" | "ts";
  code: string;
  /** Line of the opening fence, from 1. */
  line: number;
}

export function runnableSnippets(markdown: string): Snippet[] {
  const found: Snippet[] = [];
  const lines = markdown.split("\n");
  for (let index = 0; index < lines.length; index++) {
    const fence = /^```(sh|ts) run$/.exec(lines[index] ?? "");
    if (!fence) continue;
    const end = lines.indexOf("```", index);
    if (end < 0) throw new Error(`The block at line ${index + 1} has no end.`);
    found.push({
      language: fence[1] === "ts" ? "ts" : "sh",
      code: lines.slice(index + 1, end).join("\n"),
      line: index + 1,
    });
    index = end;
  }
  return found;
}
