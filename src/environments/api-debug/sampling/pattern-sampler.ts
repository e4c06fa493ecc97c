import type { Random } from "../../../core/random.ts";

type Draw = (random: Random) => string;

/** How many repetitions an open quantifier may get beyond its minimum. */
const openSpread = 6;
const mostRepeats = 200;

const quantifiers: Readonly<Record<string, [number, number]>> = {
  "*": [0, Number.POSITIVE_INFINITY],
  "+": [1, Number.POSITIVE_INFINITY],
  "?": [0, 1],
};

class Unreadable extends Error {}

/**
 * How to draw texts that match a regular expression of the plain kind (literals, classes, groups, alternatives,
 * quantifiers, anchors at the ends), or null. What is drawn still has to be validated.
 */
export function patternSampler(source: string): Draw | null {
  try {
    const parser = new Parser(source);
    const draw = parser.alternatives(0);
    return parser.done() ? draw : null;
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

const range = (from: string, to: string): string[] => {
  const chars: string[] = [];
  for (let code = from.charCodeAt(0); code <= to.charCodeAt(0) && chars.length < 256; code++)
    chars.push(String.fromCharCode(code));
  return chars;
};
const digits = range("0", "9");
const letters = [...range("a", "z"), ...range("A", "Z")];
const word = [...letters, ...digits, "_"];
const printable = range(" ", "~");
const classes: Readonly<Record<string, string[]>> = {
  d: digits,
  w: word,
  s: [" "],
  D: letters,
  W: ["-", "."],
  S: [...letters, ...digits],
};

class Parser {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  done(): boolean {
    return this.#at === this.#source.length;
  }

  alternatives(depth: number): Draw {
    if (depth > 20) throw new Unreadable();
    const options = [this.#sequence(depth)];
    while (this.#take("|")) options.push(this.#sequence(depth));
    const [only] = options;
    return options.length === 1 && only ? only : (random) => random.pick(options)(random);
  }

  #sequence(depth: number): Draw {
    const parts: Draw[] = [];
    while (!this.done() && this.#peek() !== "|" && this.#peek() !== ")") {
      if (this.#take("^")) {
        if (parts.length > 0) throw new Unreadable();
      } else if (this.#take("$")) {
        if (!this.done() && this.#peek() !== "|" && this.#peek() !== ")") throw new Unreadable();
      } else parts.push(this.#repeated(this.#atom(depth)));
    }
    return (random) => {
      let text = "";
      for (const part of parts) text += part(random);
      return text;
    };
  }

  #repeated(atom: Draw): Draw {
    const [low, high] = this.#quantifier();
    if (low === 1 && high === 1) return atom;
    if (low > mostRepeats) throw new Unreadable();
    const most = Math.min(high, low + openSpread);
    return (random) => {
      let text = "";
      for (let count = random.int(low, most); count > 0; count--) text += atom(random);
      return text;
    };
  }

  #quantifier(): [number, number] {
    const simple = quantifiers[this.#peek()];
    const counted = /^\{(\d{1,4})(,?)(\d{0,4})\}/.exec(this.#source.slice(this.#at, this.#at + 12));
    if (!simple && !counted) return [1, 1];
    this.#at += counted ? counted[0].length : 1;
    this.#take("?");
    if (simple) return simple;
    const [, low = "", comma, high = ""] = counted ?? [];
    return [Number(low), high !== "" ? Number(high) : comma ? Infinity : Number(low)];
  }

  #atom(depth: number): Draw {
    const char = this.#next();
    if (char === "(") {
      if (this.#take("?") && !this.#take(":")) throw new Unreadable();
      const inner = this.alternatives(depth + 1);
      if (!this.#take(")")) throw new Unreadable();
      return inner;
    }
    if (char === "[") return pickFrom(this.#class());
    if (char === ".") return pickFrom([...letters, ...digits]);
    if (char === "\\") return pickFrom(this.#escape());
    if ("*+?{".includes(char)) throw new Unreadable();
    return () => char;
  }

  #class(): string[] {
    const negated = this.#take("^");
    const chars = new Set<string>();
    while (this.#peek() !== "]") {
      const first = this.#classMember();
      if (first.length === 1 && this.#peek() === "-" && this.#source[this.#at + 1] !== "]") {
        this.#at++;
        const last = this.#classMember();
        for (const char of range(first[0] ?? "", last.at(-1) ?? "")) chars.add(char);
      } else for (const char of first) chars.add(char);
    }
    this.#at++;
    if (!negated) return [...chars];
    const left = [...letters, ...digits].filter((char) => !chars.has(char));
    return left.length > 0 ? left : printable.filter((char) => !chars.has(char));
  }

  #classMember(): string[] {
    const char = this.#next();
    return char === "\\" ? this.#escape() : [char];
  }

  #escape(): string[] {
    const char = this.#next();
    const known = classes[char];
    if (known) return known;
    if (/[A-Za-z0-9]/.test(char)) throw new Unreadable();
    return [char];
  }

  #peek(): string {
    return this.#source[this.#at] ?? "";
  }

  #next(): string {
    const char = this.#source[this.#at++];
    if (char === undefined) throw new Unreadable();
    return char;
  }

  #take(char: string): boolean {
    if (this.#peek() !== char || this.done()) return false;
    this.#at++;
    return true;
  }
}

function pickFrom(chars: readonly string[]): Draw {
  if (chars.length === 0) throw new Unreadable();
  return (random) => random.pick(chars);
}
