/** From what a model wrote to the Python it means. */
import { lastBoxed } from "./boxed.ts";
import { applyDiff, looksLikeDiff } from "./diff.ts";
import { fencedBlocks } from "./fenced.ts";
import { dedent } from "./python-text.ts";

/** Longest completion that is read, and longest source that is taken from one, in characters. */
export const longestCompletion = 200_000;
export const longestSource = 20_000;

export interface Asked {
  /** Name of the function that is to be repaired. */
  entry: string;
  /** The source as it was shown: what a diff applies to. */
  code: string;
}

type Read = { code: string } | { problem: string };

/**
 * The repaired source in a completion: the last `\boxed{...}`, else the last fenced block that defines the function (or
 * is a diff), else a bare diff, else code without any mark. Never throws.
 */
export function readSource(text: string, asked: Asked): Read {
  const boxed = lastBoxed(text);
  const blocks = fencedBlocks(text);
  const isAnswer = (piece: string) => defines(piece, asked.entry) || looksLikeDiff(piece);
  const answering = blocks.findLast((block) => isAnswer(block.text));
  // A block's own strings may hold a box.
  if (boxed !== null && (isAnswer(boxed) || !answering))
    return readPiece(boxed, asked) ?? { problem: "the box is empty" };
  const chosen = answering ?? blocks.at(-1);
  if (chosen) return readPiece(chosen.text, asked) ?? { problem: "the block of code is empty" };
  if (looksLikeDiff(text)) return patched(asked, text);
  const bare = bareCode(text, asked.entry);
  return bare === null
    ? { problem: `no \\boxed{...}, no block of code and no definition of ${asked.entry} was found` }
    : finished(bare);
}

/** One piece that was marked as the answer; null for nothing. */
function readPiece(piece: string, asked: Asked): Read | null {
  const blocks = fencedBlocks(piece);
  const block = blocks.findLast(({ text }) => defines(text, asked.entry) || looksLikeDiff(text)) ?? blocks.at(-1);
  const text = block && !defines(piece.slice(0, piece.indexOf(block.text)), asked.entry) ? block.text : piece;
  if (text.trim() === "") return null;
  return looksLikeDiff(text) ? patched(asked, text) : finished(text);
}

function patched({ code }: Asked, diff: string): Read {
  const result = applyDiff(code, diff);
  return "problem" in result ? result : finished(result.source);
}

function finished(text: string): Read {
  const code = `${dedent(text)
    .replace(/^\s*\n/, "")
    .trimEnd()}\n`;
  if (code.length > longestSource) return { problem: `the code is longer than ${longestSource} characters` };
  return { code };
}

/** Whether a text has a line that begins the definition of that name. */
export function defines(text: string, name: string): boolean {
  return new RegExp(`^[ \\t]*(?:async[ \\t]+)?def[ \\t]+${name}\\b`, "m").test(text);
}

const startsCode = /^(?:import |from \w|def |async def |class |@\w)/;
const goesOn = /^(?:import |from \w|def |async def |class |@\w|#|[A-Za-z_]\w*(?:: \w[^=]*)? = |if __name__)/;

/** Code among prose: from the first line that starts some to the end of the last definition; null without the name. */
function bareCode(text: string, entry: string): string | null {
  if (!defines(text, entry)) return null;
  const lines = dedent(text).split("\n");
  const first = lines.findIndex((line) => startsCode.test(line));
  if (first < 0) return null;
  const kept: string[] = [];
  let defined = false;
  for (const line of lines.slice(first)) {
    // Unindented prose behind the definition ends it; a closing bracket of the signature does not.
    if (defined && /^\S/.test(line) && !goesOn.test(line) && !/^[)\]}]/.test(line)) break;
    defined ||= defines(line, entry);
    kept.push(line);
  }
  return kept.join("\n");
}
