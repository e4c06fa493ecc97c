/** From what a model wrote to the number of a line. */
import type { Answer } from "../../../core/environment.ts";
import { lastBoxed } from "./boxed.ts";
import { fencedBlocks } from "./fenced.ts";

/** Longest answer without a mark that is searched for a line, and longest text that names one, in characters. */
const longestBare = 2000;
const longestName = 400;

/**
 * The one line that a completion names: in its last `\boxed{...}`, as the whole answer, in a block of code, or in its last
 * mention ("line 7"); by number, or by its text where only one line reads so. Several lines are no answer. Never throws.
 */
export function readLine(text: string, code: string): Answer<{ line: number }> {
  const boxed = lastBoxed(text);
  const piece = boxed ?? text;
  const lines = code.replace(/\n$/, "").split("\n");
  const named = numberIn(piece) ?? lineOfText(fencedBlocks(piece).at(-1)?.text ?? piece, lines);
  if (named !== null) return checked(named, lines.length);
  if (boxed === null && text.length <= longestBare) {
    const mentions = [...singleSpaced(text).matchAll(/\bline\s*(?:number\s*)?[:#]?\s*\**(\d{1,5})\b/gi)];
    const last = mentions.at(-1)?.[1];
    if (last !== undefined) return checked(Number(last), lines.length);
  }
  return { problem: "no number of a line was found" };
}

/** A whole text that is a number, with or without "line" before it, or with the line's text behind it. */
function numberIn(text: string): number | null {
  const own = text.trim();
  if (own.length > longestName) return null;
  const bare = singleSpaced(own).replace(/^["'`*$(]+|["'`*$).]+$/g, "");
  const json = /^\{\s*"line"\s*:\s*"?(\d{1,5})"?\s*\}?$/.exec(bare)?.[1];
  const plain = /^(?:answer\s*[:=]?\s*)?(?:line|L)?\s*(?:number\s*)?[:#=]?\s*(\d{1,5})$/i.exec(bare)?.[1];
  const listed = /^(?:line\s*)?(\d{1,5})\s*[:|]\s*\S[^\n]*$/i.exec(bare)?.[1];
  const found = json ?? plain ?? listed;
  return found === undefined ? null : Number(found);
}

/** Patterns with several optional spaces take more than linear time in a run of them, of which this leaves one. */
function singleSpaced(text: string): string {
  return text.replaceAll(/\s+/g, (space) => (space.includes("\n") ? "\n" : " "));
}

function lineOfText(text: string, lines: readonly string[]): number | null {
  const wanted = text.trim();
  if (wanted === "") return null;
  const places = lines.flatMap((line, index) => (line.trim() === wanted ? [index + 1] : []));
  return places.length === 1 ? (places[0] ?? null) : null;
}

function checked(line: number, count: number): Answer<{ line: number }> {
  return line >= 1 && line <= count ? { action: { line } } : { problem: `there is no line ${line}` };
}
