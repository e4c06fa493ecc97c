/** Blocks of code in Markdown. */
import { plainLines } from "./python-text.ts";

export interface Block {
  /** First word behind the fence, in lower case: `python`, `diff`, "". */
  language: string;
  text: string;
}

const fence = /^\s*(`{3,}|~{3,})([^`]*)$/;

/** Most blocks that are looked at: the last ones. */
const mostBlocks = 20;

/** The fenced blocks of a text, in order. One that is never closed reaches to the end. */
export function fencedBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  for (let rest = text; ; ) {
    const opened = nextFence(rest);
    if (!opened) return blocks.slice(-mostBlocks);
    const { body, behind } = untilClosed(opened.rest, opened.mark);
    blocks.push({ language: opened.language, text: body });
    rest = behind;
  }
}

function nextFence(text: string): { mark: string; language: string; rest: string } | null {
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf("\n", start);
    const line = text.slice(start, end < 0 ? text.length : end);
    const match = fence.exec(line);
    if (match) {
      const [, mark = "", title = ""] = match;
      const [language = ""] = title.trim().split(/\s/, 1);
      return { mark, language: language.toLowerCase(), rest: end < 0 ? "" : text.slice(end + 1) };
    }
    if (end < 0) return null;
    start = end + 1;
  }
  return null;
}

/** A fence inside a docstring closes nothing, unless it is the only one there is. */
function untilClosed(text: string, mark: string): { body: string; behind: string } {
  const closes = (line: string) =>
    line.trim().length >= mark.length && /^\s*(`+|~+)\s*$/.test(line) && line.includes(mark);
  for (const lines of [plainLines(text), everyLine(text)])
    for (const { start, line } of lines)
      if (closes(line)) return { body: text.slice(0, start), behind: text.slice(start + line.length + 1) };
  return { body: text, behind: "" };
}

function* everyLine(text: string): Generator<{ start: number; line: string }> {
  let start = 0;
  for (const line of text.split("\n")) {
    yield { start, line };
    start += line.length + 1;
  }
}
