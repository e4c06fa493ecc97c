/** What Fettle itself sends to a terminal beside text: bold, red and green, and their ends. */
const ownColours = ["1", "22", "31", "32", "39"];

const control = new RegExp(`(\\p{Cc})(\\[(?:${ownColours.join("|")})m)?`, "gu");

/**
 * Text that a terminal only prints, whoever wrote it: control characters become symbols, so that nothing of it moves the
 * cursor, sets the title, writes to the clipboard or hides what came before. Line feeds, tabs and our own colours stay.
 */
export function printable(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(control, (found: string, character: string, colour = "") => {
    if (character === "\n" || character === "\t" || (character === "\u001b" && colour !== "")) return found;
    return `${symbolOf(character.charCodeAt(0))}${colour}`;
  });
}

/** JSON on one line for a terminal or a program: of control characters, `JSON.stringify` leaves those from U+007F on. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /\p{Cc}/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Unicode has pictures of the control characters of ASCII only. */
function symbolOf(code: number): string {
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? "\u2421" : "\ufffd";
}
