/** Taking the source of a function apart. */
import type { Exercise } from "./library.ts";
import { docstringOf, findFunction } from "./mutation/python.ts";

export type Parts = Pick<Exercise, "prelude" | "signature" | "docliteral" | "body">;

/**
 * The parts of the function `entry`, which has to be the last thing in the source. Throws an Error when there is no such
 * function, or when its docstring shares a line with something else.
 */
export function partsOf(source: string, entry: string): Parts {
  const definition = findFunction(source, entry);
  const body = definition.getChild("Body");
  if (!body) throw new Error(`${entry} has no body`);
  const docstring = docstringOf(definition);
  const prelude = source.slice(0, definition.from);
  const colon = lineBehind(source, body.from);
  const rest = docstring ? lineBehind(source, docstring.to) : colon;
  if (docstring && source.slice(colon, docstring.from).trim() !== "")
    throw new Error(`the docstring of ${entry} does not stand on lines of its own`);
  return {
    prelude,
    signature: source.slice(definition.from, colon),
    docliteral: source.slice(colon, rest),
    body: `${source
      .slice(rest)
      .replace(/^(?:[ \t]*\n)+/, "")
      .trimEnd()}\n`,
  };
}

/** Where the line after the one of this position starts. */
function lineBehind(source: string, position: number): number {
  const end = source.indexOf("\n", position);
  return end < 0 ? source.length : end + 1;
}
