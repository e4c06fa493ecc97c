import { type Context, replace } from "../context.ts";
import type { Edit } from "../mutant.ts";
import { children, type SyntaxNode } from "../python.ts";
import type { Operator } from "./operator.ts";

/** `e` moved by one, as people write it. */
function moved(node: SyntaxNode, step: 1 | -1, { text }: Context): string {
  const written = text(node);
  if (/^-?\d+$/.test(written)) return String(Number(written) + step);
  const undone = step === 1 ? /^(.*\S) - 1$/.exec(written) : /^(.*\S) \+ 1$/.exec(written);
  if (undone?.[1] !== undefined && node.name === "BinaryExpression") return undone[1];
  return step === 1 ? `${written} + 1` : `${written} - 1`;
}

function* nudge(node: SyntaxNode, context: Context): Generator<Edit> {
  for (const step of [1, -1] as const) yield replace(node, moved(node, step, context));
}

/** Whether an expression is a count or a position, as far as the text tells. */
export function isNumeric(node: SyntaxNode, { numeric, text }: Context): boolean {
  if (node.name === "Number") return /^\d+$/.test(text(node));
  if (node.name === "VariableName") return numeric.has(text(node));
  if (node.name === "CallExpression") return /^(len|sum|int|abs|ord|min|max)\(/.test(text(node));
  if (node.name !== "BinaryExpression" && node.name !== "UnaryExpression") return false;
  const parts = children(node);
  const inner = parts.filter(({ name }) => name !== "ArithOp" && name !== "BitOp");
  return inner.length < parts.length && inner.every((part) => /Expression|Number|VariableName/.test(part.name));
}

/** What stands in the brackets of `x[...]`, without the colons. */
function subscripts(node: SyntaxNode): SyntaxNode[] {
  const parts = children(node);
  const open = parts.findIndex(({ name }) => name === "[");
  return open < 1 ? [] : parts.slice(open + 1, -1).filter(({ name }) => name !== ":" && name !== ",");
}

const isSlice = (node: SyntaxNode) => node.name === "MemberExpression" && node.getChild(":") !== null;
const isIndex = (node: SyntaxNode) => node.name === "MemberExpression" && node.getChild("[") !== null && !isSlice(node);

const isRange = (node: SyntaxNode, { text }: Context) =>
  node.name === "CallExpression" && node.firstChild !== null && text(node.firstChild) === "range";

/** The outermost expression a number belongs to, up to a subscript, an argument list or a statement. */
function holderOf(node: SyntaxNode): SyntaxNode | null {
  let holder = node.parent;
  while (holder && /^(UnaryExpression|BinaryExpression)$/.test(holder.name)) holder = holder.parent;
  return holder;
}

const offByOne: Operator = {
  name: "off-by-one",
  bugType: "value misuse",
  about: "a whole number is one too large or too small",
  *edits(node, context) {
    const { text } = context;
    if (node.name !== "Number" || !/^\d+$/.test(text(node))) return;
    const holder = holderOf(node);
    const elsewhere =
      holder && (holder.name === "MemberExpression" || (holder.parent && isRange(holder.parent, context)));
    if ((elsewhere || node.parent?.name === "AssignStatement") && !context.thorough) return;
    const written = Number(text(node));
    yield replace(node, String(written + 1));
    if (written > (node.parent?.name === "UnaryExpression" ? 1 : 0)) yield replace(node, String(written - 1));
    if (context.thorough) for (const other of [-1, 0, 1, 2, 10]) yield replace(node, String(other));
  },
};

const wrongInitialValue: Operator = {
  name: "wrong-initial-value",
  bugType: "value misuse",
  about: "a variable starts from another value",
  *edits(node, context) {
    if (node.parent?.name !== "AssignStatement" || !node.prevSibling) return;
    const written = context.text(node);
    const swapped = { 'float("inf")': 'float("-inf")', 'float("-inf")': 'float("inf")', "-1": "0", None: "0" }[written];
    if (node.name === "Number" && /^\d+$/.test(written)) yield* nudge(node, context);
    else if (swapped && node.prevSibling.name !== "VariableName") yield replace(node, swapped);
  },
};

const wrongIndex: Operator = {
  name: "wrong-index",
  bugType: "value misuse",
  about: "an element beside the right one is taken",
  *edits(node, context) {
    if (!isIndex(node)) return;
    for (const index of subscripts(node)) {
      const written = context.text(index);
      if (/^-?\d+$/.test(written)) {
        yield* nudge(index, context);
        if (written === "0") yield replace(index, "-1");
        if (written === "-1") yield replace(index, "0");
      } else if (isNumeric(index, context)) yield* nudge(index, context);
    }
  },
};

const wrongSliceBound: Operator = {
  name: "wrong-slice-bound",
  bugType: "value misuse",
  about: "a slice starts or stops one off, or goes the wrong way",
  *edits(node, context) {
    if (!isSlice(node)) return;
    const written = context.text(node);
    if (written.endsWith("[::-1]")) yield { from: node.to - 6, to: node.to, text: "[:]" };
    if (written.endsWith("[:]")) yield { from: node.to - 3, to: node.to, text: "[1:]" };
    for (const bound of subscripts(node)) {
      yield* nudge(bound, context);
      if (bound.nextSibling?.name === ":" && bound.prevSibling?.name === "[") yield replace(bound, "");
    }
  },
};

const wrongRange: Operator = {
  name: "wrong-range",
  bugType: "value misuse",
  about: "a range starts or stops one off",
  *edits(node, context) {
    const list = isRange(node, context) ? node.getChild("ArgList") : null;
    if (!list) return;
    const bounds = children(list).filter(({ name }) => !/^[(),]$/.test(name));
    for (const bound of bounds) yield* nudge(bound, context);
    const [first, second] = bounds;
    if (first && !second) yield replace(first, `1, ${context.text(first)}`);
    if (first && second && bounds.length === 2) yield { from: first.from, to: second.from, text: "" };
  },
};

const flippedBoolean: Operator = {
  name: "flipped-boolean",
  bugType: "value misuse",
  about: "True stands for False, or the other way round",
  *edits(node, { text }) {
    if (node.name === "Boolean") yield replace(node, text(node) === "True" ? "False" : "True");
  },
};

const neighbours: Readonly<Record<string, string>> = {
  "": " ",
  " ": "",
  ", ": ",",
  ",": ", ",
  "-": "_",
  _: "-",
  "(": ")",
  ")": "(",
  "[": "]",
  "]": "[",
  "{": "}",
  "}": "{",
  "+": "-",
  "*": "+",
  "/": "*",
  ".": ",",
  ":": ";",
  ";": ":",
  "0": "1",
  "1": "0",
  a: "A",
  A: "a",
  "\\n": " ",
  "#": "*",
};

const wrongString: Operator = {
  name: "wrong-string",
  bugType: "value misuse",
  about: "a text constant is slightly different",
  *edits(node, { text }) {
    if (node.name !== "String") return;
    const [, quote, body] = /^(["'])(.*)\1$/s.exec(text(node)) ?? [];
    if (quote === undefined || body === undefined || body.startsWith(quote)) return;
    const put = (other: string) => replace(node, `${quote}${other}${quote}`);
    const neighbour = neighbours[body];
    if (neighbour !== undefined) yield put(neighbour);
    else if (body.length > 1 && !body.includes("\\")) yield put(body.slice(0, -1));
    if (/^[a-z]{2,}$/.test(body)) yield put(body.toUpperCase());
    else if (/^[A-Z]{2,}$/.test(body)) yield put(body.toLowerCase());
  },
};

export const valueOperators: readonly Operator[] = [
  offByOne,
  wrongInitialValue,
  wrongIndex,
  wrongSliceBound,
  wrongRange,
  flippedBoolean,
  wrongString,
];
