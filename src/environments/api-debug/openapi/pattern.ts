import { createRequire } from "node:module";
import type * as Re2 from "re2js";
import { Unsupported } from "./document.ts";

/** What ajv needs of a regular expression. */
export interface LinearPattern {
  test(text: string): boolean;
}

const longestPattern = 1000;
const compiled = new Map<string, LinearPattern>();
let library: typeof Re2.RE2JS | undefined;

/**
 * A regular expression that is matched in time linear in the text (RE2), wherever in the text it matches. Throws
 * Unsupported for one that cannot be: look-around, back-references, huge repetitions.
 */
export function linearPattern(source: string): LinearPattern {
  let pattern = compiled.get(source);
  if (!pattern) compiled.set(source, (pattern = compile(source)));
  return pattern;
}

function compile(source: string): LinearPattern {
  const shown = JSON.stringify(source.length <= 80 ? source : `${source.slice(0, 79)}…`);
  if (source.length > longestPattern)
    throw new Unsupported(`pattern ${shown} is longer than ${longestPattern} characters`);
  // Loaded on first use and synchronously: validators are synchronous, and the command line starts without it.
  library ??= (createRequire(import.meta.url)("re2js") as typeof Re2).RE2JS;
  try {
    return library.compile(library.translateRegExp(source));
  } catch {
    throw new Unsupported(`pattern ${shown} cannot be matched in linear time`);
  }
}
