import { type Context, inScope, replace } from "../context.ts";
import { indentOf, insertAfter, lineStart } from "../lines.ts";
import type { Edit } from "../mutant.ts";
import { bodyOf, children, type SyntaxNode, statements } from "../python.ts";
import type { Operator } from "./operator.ts";
import { isNumeric } from "./values.ts";

const loop = /^(ForStatement|WhileStatement)$/;
const jump = /^(ReturnStatement|ContinueStatement|BreakStatement|RaiseStatement)$/;

/** Conditions that might look sensible at a place: on a variable in scope, counts first. */
function plausible(node: SyntaxNode, context: Context): string[] {
  const names = inScope(context, node);
  const numeric = names.filter((name) => context.numeric.has(name)).map((name) => `${name} > 0`);
  const others = names.filter((name) => !context.numeric.has(name));
  return [...numeric, ...others].slice(0, context.thorough ? undefined : 2);
}

const extraCondition: Operator = {
  name: "extra-condition",
  bugType: "excess logic",
  about: "one condition more has to hold",
  *edits(node, context) {
    const { text } = context;
    if (!/^(if|elif|while)$/.test(node.prevSibling?.name ?? "")) return;
    if (!/^(IfStatement|WhileStatement)$/.test(node.parent?.name ?? "")) return;
    const written = / or /.test(text(node)) ? `(${text(node)})` : text(node);
    for (const condition of plausible(node, context))
      if (!text(node).includes(condition)) yield replace(node, `${written} and ${condition}`);
  },
};

const extraFilter: Operator = {
  name: "extra-filter",
  bugType: "excess logic",
  about: "a comprehension leaves elements out",
  *edits(node, context) {
    if (!/Comprehension|Generator/.test(node.name) && !(node.name === "ArgList" && node.getChild("for"))) return;
    if (node.getChild("if")) return;
    const parts = children(node);
    const target = parts[parts.findIndex(({ name }) => name === "for") + 1];
    const last = /^[)\]}]$/.test(parts.at(-1)?.name ?? "") ? parts.at(-2) : parts.at(-1);
    if (!last || target?.name !== "VariableName") return;
    const name = context.text(target);
    yield { from: last.to, to: last.to, text: context.numeric.has(name) ? ` if ${name} > 0` : ` if ${name}` };
  },
};

const extraTerm: Operator = {
  name: "extra-term",
  bugType: "excess logic",
  about: "a result is corrected by one without need",
  *edits(node, context) {
    const { prevSibling, nextSibling, parent } = node;
    const returned = prevSibling?.name === "return" && !nextSibling;
    const assigned =
      /^(AssignOp|UpdateOp)$/.test(prevSibling?.name ?? "") && !nextSibling && parent?.name !== "ArgList";
    if (!(returned || assigned) || node.name === "Number") return;
    const whole = isNumeric(node, context) && (context.returns === "int" || !returned);
    if (whole) for (const term of [" + 1", " - 1"]) yield { from: node.to, to: node.to, text: term };
  },
};

const afterthoughts: readonly (readonly [type: RegExp, wrap: (text: string) => string])[] = [
  [/^str$/, (text) => `${text}.strip()`],
  [/^str$/, (text) => `${text}.lower()`],
  [/^[Ll]ist\b/, (text) => `sorted(${text})`],
  [/^[Ll]ist\b/, (text) => `${text}[1:]`],
  [/^(int|float)$/, (text) => `abs(${text})`],
  [/^bool$/, (text) => `not ${text}`],
];

const extraCall: Operator = {
  name: "extra-call",
  bugType: "excess logic",
  about: "a result is processed once more without need",
  *edits(node, { text, returns }) {
    if (node.prevSibling?.name !== "return" || node.nextSibling) return;
    if (!/^(VariableName|CallExpression|MemberExpression)$/.test(node.name)) return;
    for (const [type, wrap] of afterthoughts) if (type.test(returns)) yield replace(node, wrap(text(node)));
  },
};

const extraBreak: Operator = {
  name: "extra-break",
  bugType: "excess logic",
  about: "a loop ends after its first round",
  *edits(node, { source }) {
    const body = loop.test(node.name) ? bodyOf(node) : null;
    const last = body && statements(body).at(-1);
    const edit = last && !jump.test(last.name) ? insertAfter(source, last, "break") : null;
    if (edit) yield edit;
  },
};

const earlyReturn: Operator = {
  name: "early-return",
  bugType: "excess logic",
  about: "the return after a loop stands in it",
  *edits(node, { source }) {
    const before = node.prevSibling;
    const body = before && loop.test(before.name) ? bodyOf(before) : null;
    const [first] = body ? statements(body) : [];
    const indent = first ? indentOf(source, first) : null;
    if (node.name !== "ReturnStatement" || indent === null || indentOf(source, node) === null) return;
    yield { from: lineStart(source, node.from), to: node.from, text: indent };
  },
};

const repeatedUpdate: Operator = {
  name: "repeated-update",
  bugType: "excess logic",
  about: "a statement with an effect stands there twice",
  *edits(node, { source, text }) {
    const effect = node.name === "UpdateStatement" || /\.(append|extend|pop|add|insert|remove)\(/.test(text(node));
    if (!effect || !/^(UpdateStatement|ExpressionStatement)$/.test(node.name) || text(node).includes("\n")) return;
    const edit = insertAfter(source, node, text(node));
    if (edit) yield edit;
  },
};

const elifToIf: Operator = {
  name: "elif-to-if",
  bugType: "excess logic",
  about: "a further case is tried although an earlier one held",
  *edits(node): Generator<Edit> {
    if (node.name === "elif") yield replace(node, "if");
  },
};

export const excessOperators: readonly Operator[] = [
  extraCondition,
  extraFilter,
  extraTerm,
  extraCall,
  extraBreak,
  earlyReturn,
  repeatedUpdate,
  elifToIf,
];
