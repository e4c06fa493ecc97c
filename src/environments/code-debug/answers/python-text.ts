/** Python as far as it must be understood to know where a piece of it ends: strings, comments, brackets. */

/**
 * The offset behind the string or comment that starts at `at`, or `at` itself where none starts. A string in single
 * quotes that is not closed ends with its line; one in triple quotes, with the text.
 */
export function skipOpaque(text: string, at: number): number {
  const character = text[at];
  if (character === "#") return endOfLine(text, at);
  if (character !== '"' && character !== "'") return at;
  const triple = character.repeat(3);
  const quote = text.startsWith(triple, at) ? triple : character;
  for (let i = at + quote.length; i < text.length; i++) {
    // Also in a raw string a quote behind a backslash does not end it.
    if (text[i] === "\\") i++;
    else if (text.startsWith(quote, i)) return i + quote.length;
    else if (quote.length === 1 && text[i] === "\n") return i;
  }
  return text.length;
}

/** The offset of the line break that ends the line of `at`, or of the text's end. */
function endOfLine(text: string, at: number): number {
  const found = text.indexOf("\n", at);
  return found < 0 ? text.length : found;
}

/** The offset of the brace that closes the one at `open`, or null. */
export function closingBrace(text: string, open: number): number | null {
  return closing(text, open, "{", "}");
}

/** The offset of the bracket that closes the one at `open`, or null; brackets of other kinds are not looked at. */
export function closing(text: string, open: number, opens: string, closes: string): number | null {
  let depth = 0;
  for (let i = open; i < text.length; ) {
    const behind = skipOpaque(text, i);
    if (behind > i) {
      i = behind;
      continue;
    }
    if (text[i] === opens) depth++;
    else if (text[i] === closes && --depth === 0) return i;
    i++;
  }
  return null;
}

/** The lines of a text that start outside of every string in triple quotes. */
export function* plainLines(text: string): Generator<{ start: number; line: string }> {
  for (let start = 0; start <= text.length; ) {
    yield { start, line: text.slice(start, endOfLine(text, start)) };
    let at = start;
    while (at < text.length && text[at] !== "\n") at = Math.max(skipOpaque(text, at), at + 1);
    start = at + 1;
  }
}

/** A text without the indentation that all of its lines share; line breaks as `\n`, no byte order mark. */
export function dedent(text: string): string {
  const lines = text
    .replace(/^\uFEFF/, "")
    .replaceAll(/\r\n?/g, "\n")
    .split("\n")
    .map((line) => line.replace(/^[ \t\u00A0]+/, (space) => space.replaceAll("\u00A0", " ")));
  const indents = lines.filter((line) => line.trim() !== "").map((line) => /^[ \t]*/.exec(line)?.[0] ?? "");
  const [first = ""] = indents;
  let shared = first.length;
  for (const indent of indents) {
    let same = 0;
    while (same < shared && indent[same] === first[same]) same++;
    shared = same;
  }
  return lines.map((line) => line.slice(Math.min(shared, /^[ \t]*/.exec(line)?.[0].length ?? 0))).join("\n");
}
