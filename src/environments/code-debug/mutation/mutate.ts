import { readFunction } from "./context.ts";
import { lineOf } from "./lines.ts";
import type { DoubleMutant, Edit, Mutant } from "./mutant.ts";
import { operators, repairOperators } from "./operators/index.ts";
import type { Operator } from "./operators/operator.ts";
import { children, type SyntaxNode } from "./python.ts";

export interface MutateOptions {
  /** Every edit that comes to mind, rather than the most human ones. Default false. */
  thorough?: boolean;
}

/**
 * All the ways in which the operators break the function `entry`: its body without docstring, annotations and comments.
 * In the order of the text, then of the operators; each source once. Hardly any does not parse; telling which would take far
 * longer than making them (`isWellFormed`). Throws an Error when the source does not define the function.
 */
export function mutate(source: string, entry: string, options: MutateOptions = {}): Mutant[] {
  const seen = new Set([source]);
  const mutants: Mutant[] = [];
  for (const { operator, edit } of editsOf(source, entry, options)) {
    const mutated = apply(source, edit);
    if (seen.has(mutated)) continue;
    seen.add(mutated);
    const { name, bugType } = operator;
    mutants.push({ operator: name, bugType, edit, source: mutated, lines: changedLines(mutated, edit) });
  }
  return mutants;
}

/** The edits that `mutate` makes, some of which may come to the same. Same errors. */
export function* editsOf(
  source: string,
  entry: string,
  { thorough = false }: MutateOptions = {},
): Generator<{ operator: Operator; edit: Edit }> {
  const context = readFunction(source, entry, thorough);
  const body = context.definition.getChild("Body");
  if (!body) return;
  for (const node of mutable(body, context.start))
    for (const operator of thorough ? repairOperators : operators)
      for (const edit of operator.edits(node, context)) yield { operator, edit };
}

/** The line of the source that an edit changes, from 1; null when it changes several. */
export function onlyLine(source: string, { from, to, text }: Edit): number | null {
  const line = lineOf(source, from);
  const last = lineOf(source, to > from && source[to - 1] === "\n" ? to - 1 : to);
  return line === last && !text.includes("\n") ? line : null;
}

/** Both bugs in one source; null when they meet on a line. */
export function combine(original: string, one: Mutant, other: Mutant): DoubleMutant | null {
  const [first, second] = one.edit.from <= other.edit.from ? [one, other] : [other, one];
  if (first.edit.to > second.edit.from) return null;
  if (lineOf(original, first.edit.to) >= lineOf(original, second.edit.from)) return null;
  const source = apply(apply(original, second.edit), first.edit);
  return { parts: [first, second], source };
}

export function apply(source: string, { from, to, text }: Edit): string {
  return source.slice(0, from) + text + source.slice(to);
}

/** Lines of the mutated source that hold the new text; the line after a deletion. */
function changedLines(mutated: string, { from, text }: Edit): number[] {
  const first = lineOf(mutated, from);
  const last = lineOf(mutated, from + text.replace(/\n$/, "").length);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Nodes that may be broken, in the order of the text. */
function* mutable(node: SyntaxNode, start: number): Generator<SyntaxNode> {
  if (node.name === "TypeDef" || node.name === "Comment" || node.name === "FormatSpec") return;
  if (node.from >= start || node.to > start) {
    if (node.from >= start) yield node;
    for (const child of children(node)) yield* mutable(child, start);
  }
}
