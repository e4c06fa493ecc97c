import type { Exercise } from "../library.ts";

/** A submission as a module, and how many lines stand before its own first one. */
export interface Assembled {
  source: string;
  offset: number;
}

/**
 * Answers may hold the function alone: the exercise's imports and other functions come before it. What the answer brings
 * along of these replaces them. Imports from `__future__` have to come first in a module, so they are taken to its top.
 */
export function assemble({ prelude }: Pick<Exercise, "prelude">, code: string): Assembled {
  const future = /^from __future__ import [^\n]*\n/gm;
  const own = `${code.trimEnd()}\n`;
  const hoisted = own.match(future)?.join("") ?? "";
  // Their lines stay, empty, so that the lines of the answer keep their numbers.
  const before = hoisted + prelude;
  return { source: before + own.replaceAll(future, "\n"), offset: before.split("\n").length - 1 };
}
