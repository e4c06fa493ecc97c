import { type CodeDebugPolicy, noop, oracle, random } from "./basic.ts";
import { codeHacks } from "./code-hacks.ts";
import { searchHacks } from "./search-hacks.ts";
import { textHacks } from "./text-hacks.ts";

/** All scripted policies: oracle, noop, random, and every known hack with its ceiling. */
export const policies: Readonly<Record<string, CodeDebugPolicy>> = {
  oracle,
  noop,
  random,
  ...codeHacks,
  ...searchHacks,
  ...textHacks,
};
