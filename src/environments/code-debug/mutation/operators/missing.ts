import { type Context, isTarget, replace } from "../context.ts";
import { indentOf, lineEnd, lineStart, removeLines, textEnd } from "../lines.ts";
import { children, descendants, type SyntaxNode, statements } from "../python.ts";
import type { Operator } from "./operator.ts";

const simple =
  /^(UpdateStatement|AssignStatement|ExpressionStatement|ContinueStatement|BreakStatement|DeleteStatement)$/;
const jump = /^(ReturnStatement|ContinueStatement|BreakStatement|RaiseStatement)$/;
const loop = /^(ForStatement|WhileStatement)$/;

/** Whether some name assigned here is not assigned before: without the statement it would not exist. */
function introduces(node: SyntaxNode, { bindings, text }: Context): boolean {
  return [...descendants(node)]
    .filter(isTarget)
    .some((target) => !bindings.some(({ name, from }) => name === text(target) && from <= node.from));
}

const missingStatement: Operator = {
  name: "missing-statement",
  bugType: "missing logic",
  about: "a statement is left out",
  *edits(node, context) {
    if (!simple.test(node.name) || node.parent?.name !== "Body" || statements(node.parent).length < 2) return;
    const edit = removeLines(context.source, node);
    if (edit && !introduces(node, context)) yield edit;
  },
};

const missingGuard: Operator = {
  name: "missing-guard",
  bugType: "missing logic",
  about: "the check of a special case is left out",
  *edits(node, { source }) {
    const bodies = node.name === "IfStatement" ? node.getChildren("Body") : [];
    const [body] = bodies;
    if (!body || bodies.length > 1 || node.parent?.name !== "Body" || statements(node.parent).length < 2) return;
    const edit = removeLines(source, node);
    if (edit && jump.test(statements(body).at(-1)?.name ?? "")) yield edit;
  },
};

const missingBranch: Operator = {
  name: "missing-branch",
  bugType: "missing logic",
  about: "an `elif` or `else` branch is left out",
  *edits(node, { source }) {
    const branch = node.nextSibling;
    if (node.parent?.name !== "IfStatement" || !/^(elif|else)$/.test(node.name) || !branch) return;
    const body = node.name === "else" ? branch : branch.nextSibling;
    if (body?.name !== "Body" || indentOf(source, node) === null) return;
    yield { from: lineStart(source, node.from), to: lineEnd(source, textEnd(source, body)), text: "" };
  },
};

const missingCondition: Operator = {
  name: "missing-condition",
  bugType: "missing logic",
  about: "one of two joined conditions is left out",
  *edits(node, { text }) {
    const [left, word, right] = children(node);
    if (node.name !== "BinaryExpression" || !left || !right || !/^(and|or)$/.test(word?.name ?? "")) return;
    yield replace(node, text(left));
    yield replace(node, text(right));
  },
};

const missingTerm: Operator = {
  name: "missing-term",
  bugType: "missing logic",
  about: "a part of a computation is left out",
  *edits(node, { text }) {
    const [left, operator, right] = children(node);
    if (node.name !== "BinaryExpression" || !left || !right || operator?.name !== "ArithOp") return;
    yield replace(node, text(left));
    if (/Expression|VariableName/.test(right.name)) yield replace(node, text(right));
  },
};

const wrappers = /^(abs|sorted|set|reversed|list|str|int|round|len|max|min|tuple|float)$/;
const cleaners = /^(strip|lstrip|rstrip|lower|upper|copy|rstrip)$/;

const missingCall: Operator = {
  name: "missing-call",
  bugType: "missing logic",
  about: "a value is used as it is, without the call it needs",
  *edits(node, { text }) {
    const [called, list] = [node.firstChild, node.getChild("ArgList")];
    if (node.name !== "CallExpression" || !called || !list) return;
    const inner = children(list).filter(({ name }) => !/^[(),]$/.test(name));
    if (
      called.name === "VariableName" &&
      wrappers.test(text(called)) &&
      !inner.some(({ name }) => name === "AssignOp")
    ) {
      if (inner.length <= 2)
        for (const argument of inner) if (argument.name !== "Number") yield replace(node, text(argument));
    }
    const property = called.getChild("PropertyName");
    const object = called.firstChild;
    if (property && object && cleaners.test(text(property)) && inner.length === 0) yield replace(node, text(object));
  },
};

const missingFilter: Operator = {
  name: "missing-filter",
  bugType: "missing logic",
  about: "the condition of a comprehension is left out",
  *edits(node) {
    const before = node.prevSibling;
    const condition = node.nextSibling;
    if (node.name === "if" && before && condition && /Comprehension|Generator|ArgList/.test(node.parent?.name ?? ""))
      yield { from: before.to, to: condition.to, text: "" };
  },
};

const missingChoice: Operator = {
  name: "missing-choice",
  bugType: "missing logic",
  about: "of `a if c else b` only one side is left",
  *edits(node, { text }) {
    const parts = children(node);
    const [yes, no] = [parts[0], parts.at(-1)];
    if (node.name !== "ConditionalExpression" || !yes || !no) return;
    yield replace(node, text(yes));
    yield replace(node, text(no));
  },
};

const missingRepetition: Operator = {
  name: "missing-repetition",
  bugType: "missing logic",
  about: "a statement stands after the loop it belongs into",
  *edits(node, { source }) {
    const body = node.parent;
    const holder = body?.parent;
    if (!simple.test(node.name) || !body || !holder || !loop.test(holder.name) || statements(body).length < 2) return;
    const [inside, outside] = [indentOf(source, node), indentOf(source, holder)];
    if (node.nextSibling || inside === null || outside === null || /^(Continue|Break)/.test(node.name)) return;
    yield { from: lineStart(source, node.from), to: node.from, text: outside };
  },
};

export const missingOperators: readonly Operator[] = [
  missingStatement,
  missingGuard,
  missingBranch,
  missingCondition,
  missingTerm,
  missingCall,
  missingFilter,
  missingChoice,
  missingRepetition,
];
