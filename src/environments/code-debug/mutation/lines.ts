import type { Edit } from "./mutant.ts";
import type { SyntaxNode } from "./python.ts";

/** Edits of whole lines. */

/** Where the line of a position starts. */
export function lineStart(source: string, position: number): number {
  return source.lastIndexOf("\n", position - 1) + 1;
}

/** Where the line of a position ends, behind its line break. */
export function lineEnd(source: string, position: number): number {
  const end = source.indexOf("\n", position);
  return end < 0 ? source.length : end + 1;
}

/** The number of the line of a position, from 1. */
export function lineOf(source: string, position: number): number {
  let line = 1;
  for (let at = source.indexOf("\n"); at >= 0 && at < position; at = source.indexOf("\n", at + 1)) line++;
  return line;
}

/** Where the text of a node ends; bodies include the line breaks after them. */
export function textEnd(source: string, node: SyntaxNode): number {
  return node.from + source.slice(node.from, node.to).trimEnd().length;
}

/** White space before the statement; null when it does not stand at the start of its line. */
export function indentOf(source: string, node: SyntaxNode): string | null {
  const before = source.slice(lineStart(source, node.from), node.from);
  return before.trim() === "" ? before : null;
}

/** Takes the lines of a statement out; null when it shares them. */
export function removeLines(source: string, node: SyntaxNode): Edit | null {
  if (indentOf(source, node) === null) return null;
  return { from: lineStart(source, node.from), to: lineEnd(source, textEnd(source, node)), text: "" };
}

/** Puts a line after a statement, indented like it; null when it does not start its line. */
export function insertAfter(source: string, node: SyntaxNode, text: string): Edit | null {
  const indent = indentOf(source, node);
  const end = lineEnd(source, textEnd(source, node));
  if (indent === null) return null;
  return { from: end, to: end, text: `${source[end - 1] === "\n" ? "" : "\n"}${indent}${text}\n` };
}
