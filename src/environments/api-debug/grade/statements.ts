/** Reading statements: which places, causes and values they mention. */

/** Statements end at a line's end, at a semicolon, or at a full stop before a space; not inside double quotes. */
export function statementsOf(text: string): string[] {
  const statements: string[] = [];
  let [start, quoted] = [0, false];
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (character === '"' && text[i - 1] !== "\\") quoted = !quoted;
    const ends =
      character === "\n" || (!quoted && (character === ";" || (character === "." && /\s/.test(text[i + 1] ?? " "))));
    if (!ends) continue;
    if (character === "\n") quoted = false;
    statements.push(text.slice(start, i));
    start = i + 1;
  }
  return [...statements, text.slice(start)].filter((statement) => statement.trim() !== "");
}

/** The statement without the values it gives, which may look like places or causes themselves. */
export function withoutTexts(statement: string, texts: readonly string[]): string {
  let rest = statement;
  for (const text of texts)
    for (const word of [text, escaped(text)])
      for (let at = wordAt(rest, word, 0); word.length > 2 && at >= 0; at = wordAt(rest, word, at))
        rest = `${rest.slice(0, at)} ${rest.slice(at + word.length)}`;
  return rest;
}

/** The place in full: a pointer, `query.NAME`, a header. */
export function isSpelled(statement: string, place: string): boolean {
  return place.startsWith("/") ? hasWord(statement, place) : hasWord(statement.toLowerCase(), place.toLowerCase());
}

/** A top-level field by its plain name; counts only where no place is spelled in full. */
export function isNamed(statement: string, place: string): boolean {
  return place.lastIndexOf("/") === 0 && hasWord(statement, place.slice(1));
}

export function mentionsValue(statement: string, value: string): boolean {
  return value !== "" && (hasWord(statement, value) || hasWord(statement, escaped(value)));
}

/** A text as it stands inside a JSON string. */
function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Says of the whole statement that it is not so. */
export function isDenied(statement: string): boolean {
  return /\b(is|are|was|were) (false|untrue|not true|wrong to say)\b|\b(isn't|aren't|wasn't) true\b|\bnone of\b/i.test(
    statement,
  );
}

/** The cause's name, with underscores or spaces, and not directly after a negation (an article may stand between). */
export function mentionsCause(statement: string, cause: string): boolean {
  const spelled = statement.toLowerCase().replaceAll(/[_-]/g, " ");
  const words = cause.replaceAll("_", " ");
  for (let at = spelled.indexOf(words); at >= 0; at = spelled.indexOf(words, at + 1)) {
    if (/[a-z]/.test(spelled[at - 1] ?? "") || /[a-z]/.test(spelled[at + words.length] ?? "")) continue;
    if (
      !/\b(not|no|never|neither|nor|without|isn't|wasn't|aren't|any)\s+((a|an|the|any|such|of)\s+)*$/.test(
        statement.slice(0, at).toLowerCase(),
      )
    )
      return true;
  }
  return false;
}

function hasWord(text: string, word: string): boolean {
  return wordAt(text, word, 0) >= 0;
}

/** Where `word` stands in the text without letters, digits or path characters glued to it; -1 for nowhere. */
function wordAt(text: string, word: string, from: number): number {
  if (word === "") return -1;
  for (let at = text.indexOf(word, from); at >= 0; at = text.indexOf(word, at + 1)) {
    const [before, after] = [text[at - 1] ?? " ", text[at + word.length] ?? " "];
    if (!/[\w/.-]/.test(before) && !/[\w/-]/.test(after)) return at;
  }
  return -1;
}
