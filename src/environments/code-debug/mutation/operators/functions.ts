import { replace } from "../context.ts";
import { children, type SyntaxNode } from "../python.ts";
import type { Operator } from "./operator.ts";

type Table = Readonly<Record<string, readonly string[]>>;

const functions: Table = {
  min: ["max"],
  max: ["min"],
  any: ["all"],
  all: ["any"],
  sum: ["len", "max"],
  len: ["sum", "max"],
  sorted: ["list"],
  reversed: ["list"],
  set: ["list"],
  list: ["set"],
  round: ["int"],
  int: ["round", "float"],
  ord: ["int"],
  abs: ["int"],
  str: ["repr"],
  range: ["reversed"],
  floor: ["ceil"],
  ceil: ["floor"],
  gcd: ["lcm"],
  lcm: ["gcd"],
  bin: ["hex"],
  hex: ["oct"],
};

const methods: Table = {
  upper: ["lower", "capitalize"],
  lower: ["upper"],
  title: ["capitalize"],
  capitalize: ["title"],
  swapcase: ["lower"],
  isdigit: ["isalpha", "isalnum"],
  isalpha: ["isdigit", "isalnum"],
  isalnum: ["isalpha"],
  isupper: ["islower"],
  islower: ["isupper"],
  isspace: ["isalpha"],
  find: ["rfind"],
  rfind: ["find"],
  index: ["count"],
  count: ["index"],
  startswith: ["endswith"],
  endswith: ["startswith"],
  strip: ["lstrip", "rstrip"],
  lstrip: ["rstrip"],
  rstrip: ["lstrip"],
  ljust: ["rjust"],
  rjust: ["ljust"],
  zfill: ["ljust"],
  split: ["rsplit"],
  rsplit: ["split"],
  partition: ["rpartition"],
  rpartition: ["partition"],
  splitlines: ["split"],
  keys: ["values"],
  values: ["keys"],
  items: ["keys"],
  append: ["extend"],
  extend: ["append"],
  add: ["discard"],
  discard: ["add"],
  union: ["intersection"],
  intersection: ["union"],
  difference: ["symmetric_difference"],
  symmetric_difference: ["difference"],
  issubset: ["issuperset"],
  issuperset: ["issubset"],
  appendleft: ["append"],
  popleft: ["pop"],
  heappush: ["append"],
  bisect_left: ["bisect_right"],
  bisect_right: ["bisect_left"],
  floor: ["ceil"],
  ceil: ["floor"],
  removeprefix: ["removesuffix"],
  removesuffix: ["removeprefix"],
  setdefault: ["get"],
  gcd: ["lcm"],
};

function callee(node: SyntaxNode): SyntaxNode | null {
  return node.name === "CallExpression" ? node.firstChild : null;
}

const wrongFunction: Operator = {
  name: "wrong-function",
  bugType: "function misuse",
  about: "another function of the same use is called",
  *edits(node, { text }) {
    const called = callee(node);
    if (called?.name !== "VariableName") return;
    for (const other of functions[text(called)] ?? methods[text(called)] ?? []) yield replace(called, other);
  },
};

const wrongMethod: Operator = {
  name: "wrong-method",
  bugType: "function misuse",
  about: "another method of the same use is called",
  *edits(node, { text }) {
    const property = callee(node)?.getChild("PropertyName");
    if (property) for (const other of methods[text(property)] ?? []) yield replace(property, other);
  },
};

const wrongEnd: Operator = {
  name: "wrong-end",
  bugType: "function misuse",
  about: "a list is changed at its other end",
  *edits(node, { text }) {
    const property = callee(node)?.getChild("PropertyName");
    const list = node.getChild("ArgList");
    if (!property || !list) return;
    const call = text(property) + text(list);
    const put = (other: string) => ({ from: property.from, to: node.to, text: other });
    if (call === "pop()") yield put("pop(0)");
    else if (call === "pop(0)") yield put("pop()");
    else if (text(property) === "append") yield put(`insert(0, ${text(list).slice(1)}`);
    else if (text(property) === "insert" && /^\(0, /.test(text(list))) yield put(`append(${text(list).slice(4)}`);
  },
};

const sortsInPlace = /\.sort$/;

const sortOrder: Operator = {
  name: "sort-order",
  bugType: "function misuse",
  about: "sorted the other way, or without its key",
  *edits(node, { source, text }) {
    const [called, list] = [callee(node), node.getChild("ArgList")];
    if (!called || !list || !(text(called) === "sorted" || sortsInPlace.test(text(called)))) return;
    const parts = children(list);
    const keyword = (name: string) =>
      parts.findIndex((part) => text(part) === name && part.nextSibling?.name === "AssignOp");
    const [reverse, key] = [keyword("reverse"), keyword("key")];
    const drop = (at: number) => {
      const comma = parts[at - 1];
      const value = parts[at + 2];
      const first = parts[at];
      if (!comma || !value || !first) return null;
      if (comma.name === ",") return { from: comma.from, to: value.to, text: "" };
      const next = source.slice(value.to).startsWith(", ") ? value.to + 2 : value.to;
      return { from: first.from, to: next, text: "" };
    };
    for (const at of [reverse, key]) {
      const edit = at > 0 ? drop(at) : null;
      if (edit) yield edit;
    }
    if (reverse < 0) {
      const empty = parts.length === 2;
      yield { from: list.to - 1, to: list.to - 1, text: empty ? "reverse=True" : ", reverse=True" };
    }
  },
};

export const functionOperators: readonly Operator[] = [wrongFunction, wrongMethod, wrongEnd, sortOrder];
