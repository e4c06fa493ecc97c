/** What Fettle itself sends to a terminal beside text: bold, red and green, and their ends. */
const ownColours = ["1", "22", "31", "32", "39"];

/**
 * Characters that reverse the direction of the text around them, so that it reads as what it is not (Unicode Technical
 * Report 36, bidirectional text spoofing). Letters written from right to left are not among them.
 */
const turning = "\\p{Bidi_Control}";

/** Characters that act on a terminal instead of being text: controls, and those that turn it round. */
const acting = `\\p{Cc}${turning}`;

const actingText = new RegExp(`([${acting}])(\\[(?:${ownColours.join("|")})m)?`, "gu");
const actingCharacter = new RegExp(`[${acting}]`, "gu");
const turningCharacter = new RegExp(`[${turning}]`, "gu");

/**
 * Text that a terminal only prints, in the order it is written, whoever wrote it: control characters become symbols or
 * escapes (`\u202e`), so that nothing of it moves the cursor, sets the title, writes to the clipboard, hides what came
 * before or turns it round. Line feeds, tabs and our own colours stay.
 */
export function printable(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(actingText, (found: string, character: string, colour = "") => {
    if (character === "\n" || character === "\t" || (character === "\u001b" && colour !== "")) return found;
    return `${shown(character)}${colour}`;
  });
}

/** Text that reads in the order it is written, for what shows control characters harmlessly by itself: a page. */
export function inOrder(text: string): string {
  return text.replace(turningCharacter, escaped);
}

/** JSON on one line for a terminal or a program: of those characters, `JSON.stringify` leaves all from U+007F on. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value).replace(actingCharacter, escaped);
}

/** Unicode has pictures of the control characters of ASCII only. */
function shown(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return "\u2421";
  return code < 0xa0 ? "\ufffd" : escaped(character);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
