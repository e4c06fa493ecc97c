/** Answers in `\boxed{...}`, the form of the original environment. */
import { closingBrace, skipOpaque } from "./python-text.ts";

/** Also `\fbox`, a space before the brace, doubled backslashes, and the backspace that an unescaped `\b` turns into. */
const opening = new RegExp(`(?:(?<!\\\\)\\\\+f?box(?:ed)?|${String.fromCharCode(8)}oxed)\\s*\\{`, "g");

/**
 * What stands in the last box of a text, or null. Boxes inside a box (in a string or comment of its code) do not count.
 * A box that is never closed reaches to the end: models forget the brace more often than they are cut off behind one.
 */
export function lastBoxed(text: string): string | null {
  let found: string | null = null;
  opening.lastIndex = 0;
  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    const brace = match.index + match[0].length - 1;
    const end = closing(text, brace);
    found = text.slice(brace + 1, end);
    opening.lastIndex = Math.max(end, brace + 1);
  }
  return found === null ? null : unwrapped(unescaped(found));
}

/** Where a box ends: at its brace as Python reads it, else at the last brace there is, else at the end. */
function closing(text: string, brace: number): number {
  const end = closingBrace(text, brace);
  if (end !== null) return end;
  // A comment may have swallowed the brace that closes the box: `\boxed{x + 1  # fixed}`.
  const last = text.lastIndexOf("}");
  return last > brace ? last : text.length;
}

/** Without the escapes of LaTeX: outside of strings and comments Python has no backslash before these. */
function unescaped(text: string): string {
  let result = "";
  for (let i = 0; i < text.length; ) {
    const behind = skipOpaque(text, i);
    if (behind > i) {
      result += text.slice(i, behind);
      i = behind;
    } else if (text[i] === "\\" && /[_{}#%&$]/.test(text[i + 1] ?? "")) i++;
    else result += text[i++];
  }
  return result;
}

/** Without `\text{...}` and the like around the whole. */
function unwrapped(text: string): string {
  const wrapped = /^\s*\\(?:text|texttt|mathrm|mathtt)\s*\{/.exec(text);
  if (!wrapped) return text;
  const brace = wrapped[0].length - 1;
  const end = closingBrace(text, brace);
  return end !== null && text.slice(end + 1).trim() === "" ? text.slice(brace + 1, end) : text;
}
