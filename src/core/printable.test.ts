import { describe, expect, it } from "vitest";
import { inOrder, printable, printableJson } from "./printable.ts";

/** All that Unicode has: marks, embeddings, overrides and isolates, and their ends. */
const directions = [0x061c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069].map(
  (code) => String.fromCharCode(code),
);

describe("text for a terminal", () => {
  it.each(directions)("shows %j, which turns text round, as an escape", (character) => {
    const shown = character.charCodeAt(0).toString(16).padStart(4, "0");
    expect(printable(`return 1${character} # solved`)).toBe(`return 1\\u${shown} # solved`);
    expect(inOrder(`return 1${character} # solved`)).toBe(`return 1\\u${shown} # solved`);
  });

  it("leaves writing from right to left and what joins its letters alone", () => {
    const text = "שלום \u05d0\u05b8 می\u200cخواهم \u0640 👩\u200d🔬 \u00a0é";
    expect(printable(text)).toBe(text);
    expect(inOrder(`${text}\u001b[2J\n\t`)).toBe(`${text}\u001b[2J\n\t`);
  });

  it("keeps our own colours beside them", () => {
    expect(printable("\u001b[31m\u202e2 errors\u001b[39m")).toBe("\u001b[31m\\u202e2 errors\u001b[39m");
    expect(printable("\u202e[31mred")).toBe("\\u202e[31mred");
  });
});

it("JSON holds no character that acts, and means the same", () => {
  const value = { text: `${directions.join("")}\u001b[2J\u0085\u007f` };
  const line = printableJson(value);
  expect(line).toMatch(/^[\x20-\x7e]+$/);
  expect(JSON.parse(line)).toEqual(value);
});
