import { type Context, replace } from "../context.ts";
import type { Edit } from "../mutant.ts";
import { children, type SyntaxNode } from "../python.ts";
import type { Operator } from "./operator.ts";

type Table = Readonly<Record<string, readonly string[]>>;

/** An operator that replaces tokens of some kinds by a table; `thorough` adds every other token of the table. */
function byTable(kinds: RegExp, table: Table, said: Omit<Operator, "edits" | "bugType">): Operator {
  return {
    ...said,
    bugType: "operator misuse",
    *edits(node, { text, thorough }) {
      if (!kinds.test(node.name) || !/Expression|UpdateStatement/.test(node.parent?.name ?? "")) return;
      if (node.parent?.name === "UnaryExpression") return;
      const others = table[text(node)];
      if (!others) return;
      for (const other of others) yield replace(node, other);
      if (thorough) for (const other of Object.keys(table)) if (!others.includes(other)) yield replace(node, other);
    },
  };
}

const comparisonBoundary = byTable(
  /^CompareOp$/,
  { "<": ["<="], "<=": ["<"], ">": [">="], ">=": [">"] },
  { name: "comparison-boundary", about: "a comparison includes its bound, or no longer does" },
);

const comparisonDirection = byTable(
  /^CompareOp$/,
  { "<": [">"], "<=": [">="], ">": ["<"], ">=": ["<="], "==": ["!="], "!=": ["=="] },
  { name: "comparison-direction", about: "a comparison looks the other way" },
);

const arithmeticSwap = byTable(
  /^ArithOp$/,
  { "+": ["-"], "-": ["+"], "*": ["+"], "//": ["%", "/"], "/": ["//", "*"], "%": ["//"], "**": ["*"] },
  { name: "arithmetic-swap", about: "another arithmetic operator" },
);

const logicSwap = byTable(
  /^(and|or)$/,
  { and: ["or"], or: ["and"] },
  { name: "logic-swap", about: "`and` stands for `or`, or the other way round" },
);

const bitSwap = byTable(
  /^BitOp$/,
  { "&": ["|"], "|": ["&", "^"], "^": ["|", "&"], "<<": [">>"], ">>": ["<<"] },
  { name: "bit-swap", about: "another operator on bits or sets" },
);

const updateSwap = byTable(
  /^UpdateOp$/,
  {
    "+=": ["-=", "="],
    "-=": ["+=", "="],
    "*=": ["+=", "="],
    "//=": ["-=", "%="],
    "/=": ["*="],
    "%=": ["//="],
    "**=": ["*="],
    "|=": ["&=", "="],
    "&=": ["|="],
    "^=": ["|="],
    "<<=": [">>="],
    ">>=": ["<<="],
  },
  { name: "update-swap", about: "a variable is updated by another operator, or overwritten" },
);

const membership: Operator = {
  name: "membership-flip",
  bugType: "operator misuse",
  about: "`in` stands for `not in`, `is` for `is not`, or the other way round",
  *edits(node, { text }) {
    if (node.parent?.name !== "BinaryExpression") return;
    const [before, after] = [node.prevSibling, node.nextSibling];
    if (node.name === "in")
      yield before?.name === "not" ? { from: before.from, to: node.to, text: "in" } : replace(node, "not in");
    else if (node.name === "is")
      yield after?.name === "not" ? { from: node.from, to: after.to, text: "is" } : replace(node, `${text(node)} not`);
  },
};

const negation: Operator = {
  name: "negation-flip",
  bugType: "operator misuse",
  about: "a `not` or a minus sign too many, or forgotten",
  *edits(node, { text }) {
    const [sign, operand] = children(node);
    if (node.name === "UnaryExpression" && sign && operand && !/^\d/.test(text(operand)))
      yield replace(node, text(operand));
    const isCondition =
      /^(if|elif|while)$/.test(node.prevSibling?.name ?? "") && node.parent?.name !== "ConditionalExpression";
    if (isCondition && /^(VariableName|CallExpression|MemberExpression)$/.test(node.name))
      yield replace(node, `not ${text(node)}`);
  },
};

const parentheses: Operator = {
  name: "dropped-parentheses",
  bugType: "operator misuse",
  about: "without parentheses the operators bind otherwise",
  *edits(node, { text }) {
    const inner = children(node)[1];
    if (node.name !== "ParenthesizedExpression" || inner?.name !== "BinaryExpression") return;
    if (/^(BinaryExpression|UnaryExpression)$/.test(node.parent?.name ?? "")) yield replace(node, text(inner));
  },
};

/** For repairs only: any expression that is a condition, the other way round. */
export const anyNegation: Operator = {
  name: "any-negation",
  bugType: "operator misuse",
  about: "a condition is negated",
  *edits(node: SyntaxNode, { text }: Context): Generator<Edit> {
    if (/^(if|elif|while)$/.test(node.prevSibling?.name ?? "") && /Expression$/.test(node.name))
      yield replace(node, `not (${text(node)})`);
  },
};

export const symbolOperators: readonly Operator[] = [
  comparisonBoundary,
  comparisonDirection,
  arithmeticSwap,
  logicSwap,
  bitSwap,
  updateSwap,
  membership,
  negation,
  parentheses,
];
