/**
 * Byte-level alphabet: every byte has a printable character of its own, so that a vocabulary of strings can hold any
 * bytes. Printable Latin-1 characters stand for themselves, the others are moved up to U+0100 and beyond (the mapping
 * that Hugging Face's `ByteLevel` uses).
 */
const isPrintable = (byte: number) =>
  (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || (byte >= 0xae && byte <= 0xff);

/** The character of each byte, by value. */
export const byteCharacters: readonly string[] = (() => {
  let moved = 0x100;
  return Array.from({ length: 256 }, (_, byte) => String.fromCharCode(isPrintable(byte) ? byte : moved++));
})();

/**
 * How text falls apart before merging: words of two letters and more take a leading space or underscore along, single
 * letters stay alone (they are the marks of compact prompts), digits come in pairs, and punctuation in runs.
 * ASCII classes only: they mean the same to every regular expression engine.
 */
export const piecePattern = "[ _]?[A-Za-z]{2,}|[A-Za-z]|[0-9]{1,2}| ?[^A-Za-z0-9_ \\t\\r\\n]+|\\n+| +|[_\\t\\r]";

/** The pieces of a text, in order; joined they give the text. */
export function splitter(pattern: string): (text: string) => string[] {
  const regex = new RegExp(pattern, "gu");
  return (text) => text.match(regex) ?? [];
}
