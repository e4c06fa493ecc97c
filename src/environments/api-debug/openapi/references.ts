import { isObject, member, type RawObject, Unsupported } from "./document.ts";

/** A value and the file it stands in ("" for the document itself), against which its own `$ref`s are read. */
export interface Located {
  value: unknown;
  base: string;
  /** File and pointer of the last `$ref` followed; null when the value was no reference. */
  key: string | null;
}

/** Opens the file that a relative reference names ("": the base itself). Throws Unsupported for one that may not be read. */
export type OpenFile = (reference: string, base: string) => { base: string; value: unknown };

const refuse: OpenFile = (reference) => {
  throw new Unsupported(`$ref to another file (${JSON.stringify(brief(reference))}) needs a folder`);
};

const longestChain = 32;

/** Follows `$ref`s one at a time and only when asked: a document is never dereferenced as a whole. */
export class References {
  readonly #root: RawObject;
  readonly #open: OpenFile;

  constructor(root: RawObject, open: OpenFile = refuse) {
    this.#root = root;
    this.#open = open;
  }

  /** The value behind a reference, or the value itself. Throws Unsupported for a broken or endless reference. */
  follow(value: unknown, base: string): Located {
    let at: Located = { value, base, key: null };
    for (let i = 0; i < longestChain; i++) {
      if (!isObject(at.value) || !Object.hasOwn(at.value, "$ref")) return at;
      const reference = at.value.$ref;
      if (typeof reference !== "string") throw new Unsupported("a $ref is not a text");
      at = this.#jump(reference, at.base);
    }
    throw new Unsupported("a $ref leads in a circle");
  }

  #jump(reference: string, base: string): Located {
    const [file = "", pointer = ""] = reference.split("#", 2);
    const opened = file === "" ? { base, value: this.#document(base) } : this.#open(file, base);
    return { value: find(opened.value, pointer, reference), base: opened.base, key: `${opened.base}#${pointer}` };
  }

  #document(base: string): unknown {
    return base === "" ? this.#root : this.#open("", base).value;
  }
}

function find(document: unknown, pointer: string, reference: string): unknown {
  if (pointer !== "" && !pointer.startsWith("/"))
    throw new Unsupported(`$ref ${JSON.stringify(brief(reference))} names an anchor, not a pointer`);
  let value = document;
  for (const part of pointer.split("/").slice(1)) {
    const key = fromToken(part);
    value = Array.isArray(value) ? (/^\d+$/.test(key) ? value[Number(key)] : undefined) : member(value, key);
    if (value === undefined) throw new Unsupported(`$ref ${JSON.stringify(brief(reference))} points to nothing`);
  }
  return value;
}

/** One token of a JSON pointer in a URI fragment. */
function fromToken(part: string): string {
  let decoded = part;
  try {
    decoded = decodeURIComponent(part);
  } catch {
    // A lone % is not an escape.
  }
  return decoded.replaceAll("~1", "/").replaceAll("~0", "~");
}

function brief(reference: string): string {
  return reference.length <= 100 ? reference : `${reference.slice(0, 99)}…`;
}
