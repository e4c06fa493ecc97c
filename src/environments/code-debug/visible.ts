/** Which assertions of a test a model may see. */
import { closing } from "./answers/python-text.ts";

/** Assertions that may be shown; fewer where a test is short, so that at least twice as many stay hidden. */
const mostVisible = 3;

export interface Divided {
  visible: string[];
  /** Sites of the visible ones among all assertions of the test, in order of its text. */
  sites: number[];
  /** The rest of the test. */
  hidden: string;
}

/**
 * Shows those assertions whose call stands in the docstring, as they are known anyway; then the first ones, so that there
 * are up to three. Only assertions on one line outside of everything else can be shown.
 */
export function divide(test: string, docstring: string, entry: string): Divided {
  const lines = test.replace(/\n$/, "").split("\n");
  const assertions = lines.flatMap((text, line) => (/^\s*assert\b/.test(text) ? [{ text, line }] : []));
  const numbered = assertions.map(({ text, line }, site) => ({ text, line, site }));
  const simple = numbered.filter(({ text }) => callIn(text, entry) !== null);
  const inDocstring = simple.filter(({ text }) => docstring.includes(callIn(text, entry) ?? text));
  const wanted = Math.min(mostVisible, Math.floor(assertions.length / 3));
  const others = simple.filter((assertion) => !inDocstring.includes(assertion));
  const shown = [...inDocstring, ...others.slice(0, Math.max(wanted - inDocstring.length, 0))];
  shown.sort((a, b) => a.site - b.site);
  return {
    visible: shown.map(({ text }) => text),
    sites: shown.map(({ site }) => site),
    hidden: `${lines.filter((_, line) => !shown.some((assertion) => assertion.line === line)).join("\n")}\n`,
  };
}

/** The call `entry(...)` that an unindented assertion on one line is about; null for any other text. */
export function callIn(text: string, entry: string): string | null {
  if (!text.startsWith("assert ")) return null;
  const start = text.search(new RegExp(`\\b${entry}\\(`));
  if (start < 0) return null;
  const end = closing(text, start + entry.length, "(", ")");
  return end === null ? null : text.slice(start, end + 1);
}
