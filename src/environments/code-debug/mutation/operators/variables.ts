import { type Context, inScope, isTarget, replace } from "../context.ts";
import type { Edit } from "../mutant.ts";
import { children, type SyntaxNode } from "../python.ts";
import type { Operator } from "./operator.ts";

/** People take a variable for one of the same kind, and most often for one they wrote last. */
const mostCandidates = 2;

/** Whether a name is read here, as opposed to bound, called or used as a keyword. */
function isRead(node: SyntaxNode): boolean {
  if (node.name !== "VariableName" || isTarget(node)) return false;
  const { parent, nextSibling, prevSibling } = node;
  if (!parent || /^(ParamList|FunctionDefinition|TypeDef|ImportStatement|CallExpression)$/.test(parent.name))
    return false;
  if (parent.name === "ArgList" && nextSibling?.name === "AssignOp") return false;
  if (parent.name === "UpdateStatement" && !prevSibling) return false;
  return !/^(except|as)$/.test(prevSibling?.name ?? "");
}

function lookalikes(node: SyntaxNode, context: Context): string[] {
  const { text, numeric, collections, thorough } = context;
  const name = text(node);
  const others = inScope(context, node).filter((other) => other !== name);
  if (thorough) return others;
  const kind = (one: string) => (numeric.has(one) ? "number" : collections.has(one) ? "collection" : "other");
  const alike = (other: string) => kind(other) === kind(name);
  return [...others.filter(alike), ...others.filter((other) => !alike(other))].slice(0, mostCandidates);
}

const wrongVariable: Operator = {
  name: "wrong-variable",
  bugType: "variable misuse",
  about: "another variable in scope is read",
  *edits(node, context) {
    const known = context.bindings.some(({ name }) => name === context.text(node));
    if (known && isRead(node)) for (const other of lookalikes(node, context)) yield replace(node, other);
  },
};

const wrongTarget: Operator = {
  name: "wrong-target",
  bugType: "variable misuse",
  about: "another variable is updated",
  *edits(node, context) {
    if (node.name !== "VariableName" || node.prevSibling || node.parent?.name !== "UpdateStatement") return;
    for (const other of lookalikes(node, context)) yield replace(node, other);
  },
};

function swap(first: SyntaxNode, second: SyntaxNode, { source, text }: Context): Edit {
  const between = source.slice(first.to, second.from);
  return { from: first.from, to: second.to, text: text(second) + between + text(first) };
}

const swappedArguments: Operator = {
  name: "swapped-arguments",
  bugType: "variable misuse",
  about: "two arguments of a call change places",
  *edits(node, context) {
    const list = node.name === "CallExpression" ? node.getChild("ArgList") : null;
    if (!list || !node.firstChild || list.getChild("for")) return;
    if (/^(min|max|zip)$/.test(context.text(node.firstChild))) return;
    const parts = children(list);
    const positional = parts.filter(
      ({ name, nextSibling, prevSibling }) =>
        !/^[(),*]$|^AssignOp$/.test(name) && nextSibling?.name !== "AssignOp" && prevSibling?.name !== "AssignOp",
    );
    for (const [index, first] of positional.entries()) {
      const second = positional[index + 1];
      if (second && context.text(first) !== context.text(second)) yield swap(first, second, context);
    }
  },
};

const swappedOperands: Operator = {
  name: "swapped-operands",
  bugType: "variable misuse",
  about: "the operands of an operator change places",
  *edits(node, context) {
    const [left, operator, right, more] = children(node);
    if (node.name !== "BinaryExpression" || !left || !operator || !right || more) return;
    const joins = [left, right].some(({ name }) => /String|ArrayExpression|MemberExpression|CallExpression/.test(name));
    const ordered = /^(-|\/|\/\/|%|\*\*|<<|>>|in)$/.test(context.text(operator));
    if (ordered || (context.text(operator) === "+" && joins)) yield swap(left, right, context);
  },
};

/** The nodes of a list `a, b` that is part of a statement, with what comes before it. */
function listAfter(node: SyntaxNode, opening: RegExp, closing: RegExp): SyntaxNode[] {
  const parts = children(node);
  const from = parts.findIndex(({ name }) => opening.test(name)) + 1;
  const to = parts.findIndex(({ name }, index) => index >= from && closing.test(name));
  return parts.slice(from, to < 0 ? undefined : to).filter(({ name }) => name !== ",");
}

const swappedPair: Operator = {
  name: "swapped-pair",
  bugType: "variable misuse",
  about: "the two parts of a pair change places: loop variables, values assigned or returned",
  *edits(node, context) {
    const pair =
      node.name === "ForStatement"
        ? listAfter(node, /^for$/, /^in$/)
        : node.name === "ReturnStatement"
          ? listAfter(node, /^return$/, /^$/)
          : node.name === "AssignStatement"
            ? listAfter(node, /^AssignOp$/, /^AssignOp$/)
            : node.name === "TupleExpression"
              ? children(node).filter(({ name }) => !/^[(),]$/.test(name))
              : [];
    const [first, second] = pair;
    if (first && second && pair.length === 2 && context.text(first) !== context.text(second))
      yield swap(first, second, context);
  },
};

export const variableOperators: readonly Operator[] = [
  wrongVariable,
  wrongTarget,
  swappedArguments,
  swappedOperands,
  swappedPair,
];
