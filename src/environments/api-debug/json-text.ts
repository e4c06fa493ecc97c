/**
 * JSON as strangers write it. `JSON.parse` keeps the last of duplicate members, rounds numbers, overflows the stack on
 * deep nesting and says nothing about where a text is broken; a request's body needs all of that.
 */
import type { Json } from "../../core/json.ts";
import { define, escapeKey } from "./pointer.ts";

/**
 * Largest body in bytes (UTF-8), deepest nesting and longest member name (characters) that are read, and the most values
 * that may be malformed, doubled or inexact: each of them is reported with its pointer.
 */
export const limits = { bytes: 256 * 1024, depth: 64, name: 1024, findings: 16 } as const;

export interface JsonText {
  /** A malformed value stands as null here. */
  value: Json;
  /** Values that are no JSON though the text around them is, as written. */
  malformed: { pointer: string; token: string }[];
  /** Members that appear more than once (the last one counts). */
  duplicates: string[];
  /** Numbers that a double does not hold as written. */
  inexact: string[];
}

export type ParsedText = JsonText | { problem: string };

/** Reads a text, recovering from values that are malformed by themselves. Never throws. */
export function parseJsonText(text: string): ParsedText {
  if (text.length > limits.bytes || (text.length > limits.bytes / 4 && Buffer.byteLength(text) > limits.bytes))
    return { problem: `the body is larger than ${limits.bytes / 1024} kB` };
  try {
    return new Reader(text).read();
  } catch (error) {
    if (error instanceof Unreadable) return { problem: error.message };
    throw error;
  }
}

class Unreadable extends Error {}

const space = /[ \t\n\r]*/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const word = /true|false|null/y;
const delimiter = /[,\]}\s]/;
const runaway = /[^,\]}\n\r]*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters may not stand in a JSON string
const plainString = /"[^"\\\u0000-\u001f]*"/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const anyString = /"(?:[^"\\\u0000-\u001f]|\\.)*"/y;

class Reader {
  readonly #text: string;
  readonly #path: string[] = [];
  readonly #found: Omit<JsonText, "value"> = { malformed: [], duplicates: [], inexact: [] };
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): JsonText {
    this.#skip();
    const value = this.#value();
    this.#skip();
    if (this.#at < this.#text.length) this.#fail("unexpected text after the value");
    return { value, ...this.#found };
  }

  #value(): Json {
    const first = this.#text[this.#at];
    if (first === "{") return this.#object();
    if (first === "[") return this.#array();
    if (first === '"') return this.#string() ?? this.#malformed();
    const literal = this.#match(word);
    if (literal !== null && this.#delimited()) return literal === "null" ? null : literal === "true";
    if (literal !== null) this.#at -= literal.length;
    const digits = this.#match(number);
    if (digits === null) return this.#malformed();
    if (!this.#delimited()) {
      this.#at -= digits.length;
      return this.#malformed();
    }
    const value = Number(digits);
    if (digits.length > 15 || !Number.isFinite(value)) this.#checkExact(digits, value);
    return value;
  }

  #object(): Json {
    const result: { [key: string]: Json } = {};
    this.#enter();
    if (this.#closes("}")) return result;
    for (;;) {
      this.#skip();
      if (this.#text[this.#at] !== '"') this.#fail("a member name in double quotes was expected");
      const key = this.#string();
      if (key === null) return this.#fail("a member name is malformed");
      if (key.length > limits.name) this.#fail(`a member name is longer than ${limits.name} characters`);
      this.#skip();
      if (this.#text[this.#at] !== ":") this.#fail('":" was expected');
      this.#at++;
      this.#skip();
      this.#path.push(key);
      const value = this.#value();
      if (Object.hasOwn(result, key)) this.#find(this.#found.duplicates, this.#pointer());
      this.#path.pop();
      define(result, key, value);
      if (this.#closes("}")) return result;
      this.#comma("}");
    }
  }

  #array(): Json {
    const result: Json[] = [];
    this.#enter();
    if (this.#closes("]")) return result;
    for (;;) {
      this.#skip();
      this.#path.push(String(result.length));
      result.push(this.#value());
      this.#path.pop();
      if (this.#closes("]")) return result;
      this.#comma("]");
    }
  }

  #enter(): void {
    this.#at++;
    if (this.#path.length >= limits.depth) this.#fail(`the nesting is deeper than ${limits.depth}`);
  }

  #closes(bracket: string): boolean {
    this.#skip();
    if (this.#text[this.#at] !== bracket) return false;
    this.#at++;
    return true;
  }

  #comma(bracket: string): void {
    if (this.#text[this.#at] !== ",") this.#fail(`"," or "${bracket}" was expected`);
    this.#at++;
  }

  /** null for a string that is malformed; the position is then unchanged. */
  #string(): string | null {
    const plain = this.#match(plainString);
    if (plain !== null) return plain.slice(1, -1);
    const escaped = this.#match(anyString);
    if (escaped === null) return null;
    try {
      return JSON.parse(escaped);
    } catch {
      this.#at -= escaped.length;
      return null;
    }
  }

  /** Whatever stands where a value should, up to the end of the member. */
  #malformed(): null {
    const closed = this.#text[this.#at] === '"' ? this.#match(anyString) : null;
    const token = closed ?? this.#match(runaway)?.trimEnd() ?? "";
    if (token === "") this.#fail("a value was expected");
    this.#find(this.#found.malformed, { pointer: this.#pointer(), token });
    return null;
  }

  #checkExact(digits: string, value: number): void {
    if (!Number.isFinite(value) || decimal(digits) !== decimal(String(value)))
      this.#find(this.#found.inexact, this.#pointer());
  }

  #find<Finding>(list: Finding[], finding: Finding): void {
    if (list.length >= limits.findings) this.#fail(`more than ${limits.findings} values are malformed or doubled`);
    list.push(finding);
  }

  #delimited(): boolean {
    const next = this.#text[this.#at];
    return next === undefined || delimiter.test(next);
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match === null) return null;
    this.#at = pattern.lastIndex;
    return match[0];
  }

  #skip(): void {
    space.lastIndex = this.#at;
    space.test(this.#text);
    this.#at = space.lastIndex;
  }

  #pointer(): string {
    return this.#path.map((key) => `/${escapeKey(key)}`).join("");
  }

  #fail(what: string): never {
    throw new Unreadable(`${what} at character ${this.#at + 1}`);
  }
}

/** A decimal numeral as sign, digits without outer zeros, and exponent: equal numbers give equal texts. */
function decimal(numeral: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(numeral);
  if (!match) return numeral;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match;
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return "0";
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}
