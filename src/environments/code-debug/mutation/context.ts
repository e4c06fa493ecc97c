import type { Edit } from "./mutant.ts";
import { children, descendants, docstringOf, findFunction, type SyntaxNode } from "./python.ts";

/** A name that a function binds: from `from` on it may be read within `scope`. */
interface Binding {
  name: string;
  from: number;
  scope: SyntaxNode;
}

/** What an operator knows about the function it breaks. */
export interface Context {
  source: string;
  definition: SyntaxNode;
  /** Statements after the docstring start here. */
  start: number;
  bindings: readonly Binding[];
  /** Names that hold whole numbers, as far as the text tells. */
  numeric: ReadonlySet<string>;
  /** Names that hold texts or collections, as far as the text tells. */
  collections: ReadonlySet<string>;
  /** Type of the result as written; empty when there is none. */
  returns: string;
  /** All edits that come to mind rather than the most human ones: for looking for repairs. */
  thorough: boolean;
  text(node: SyntaxNode): string;
}

export function replace(node: SyntaxNode, text: string): Edit {
  return { from: node.from, to: node.to, text };
}

const scopes = /^(FunctionDefinition|LambdaExpression|.*ComprehensionExpression|GeneratorExpression)$/;

/** Reads the function `entry` of a source. Throws an Error when there is none. */
export function readFunction(source: string, entry: string, thorough: boolean): Context {
  const definition = findFunction(source, entry);
  const text = (node: SyntaxNode) => source.slice(node.from, node.to);
  const docstring = docstringOf(definition);
  const body = definition.getChild("Body");
  const returns = definition.getChild("TypeDef");
  return {
    source,
    definition,
    start: docstring ? docstring.to : (body?.from ?? definition.to),
    bindings: [...bindingsOf(definition, text)],
    numeric: new Set(numericNames(definition, text)),
    collections: new Set(collectionNames(definition, text)),
    returns: returns ? text(returns).replace(/^->\s*/, "") : "",
    thorough,
    text,
  };
}

function scopeOf(node: SyntaxNode): SyntaxNode {
  let scope = node;
  while (scope.parent && !scopes.test(scope.name)) scope = scope.parent;
  return scope;
}

function* bindingsOf(definition: SyntaxNode, text: (node: SyntaxNode) => string): Generator<Binding> {
  for (const node of descendants(definition)) {
    if (node.name === "ParamList") {
      const scope = scopeOf(node);
      for (const name of parameterNames(node)) yield { name: text(name), from: scope.from, scope };
    } else if (isTarget(node)) {
      const scope = scopeOf(node);
      const comprehension = /Comprehension|Generator/.test(scope.name);
      yield { name: text(node), from: comprehension ? scope.from : statementEnd(node), scope };
    }
  }
}

function parameterNames(list: SyntaxNode): SyntaxNode[] {
  return children(list).filter(
    (node) =>
      node.name === "VariableName" &&
      node.prevSibling?.name !== "AssignOp" &&
      !/^\*/.test(node.prevSibling?.name ?? ""),
  );
}

/** A name just assigned is known only after its statement; that of a loop from its header on. */
function statementEnd(node: SyntaxNode): number {
  const { parent } = node;
  if (parent?.name === "ForStatement") return parent.getChild("Body")?.from ?? node.to;
  return parent?.name === "AssignStatement" ? parent.to : node.to;
}

/** Whether a name is bound here: by an assignment, a loop or a comprehension. */
export function isTarget(node: SyntaxNode): boolean {
  if (node.name !== "VariableName") return false;
  let holder = node.parent;
  let inner: SyntaxNode = node;
  while (holder && /^(TupleExpression|ParenthesizedExpression|ArrayExpression)$/.test(holder.name))
    [inner, holder] = [holder, holder.parent];
  if (!holder) return false;
  if (holder.name === "AssignStatement") {
    const assign = holder.getChildren("AssignOp").at(-1);
    return assign !== undefined && inner.from < assign.from;
  }
  if (!/^(ForStatement|.*ComprehensionExpression|GeneratorExpression)$/.test(holder.name)) return false;
  for (let before = inner.prevSibling; before; before = before.prevSibling) {
    if (before.name === "in" || before.name === "if") return false;
    if (before.name === "for") return true;
  }
  return false;
}

function* numericNames(definition: SyntaxNode, text: (node: SyntaxNode) => string): Generator<string> {
  const [integers, isNumber] = [/^(range|len|sum|int|abs|ord)\(/, /^-?\d+$/];
  for (const node of descendants(definition)) {
    const parts = children(node);
    const [first] = parts;
    if (node.name === "TypeDef" && text(node) === ": int" && node.prevSibling) yield text(node.prevSibling);
    else if (node.name === "ForStatement" && first) {
      const iterable = text(parts[parts.findIndex(({ name }) => name === "in") + 1] ?? first);
      if (parts[1] && /^(range|enumerate)\(/.test(iterable)) yield text(parts[1]);
    } else if (node.name === "UpdateStatement" && first && isNumber.test(text(parts.at(-1) ?? first)))
      yield text(first);
    else if (node.name === "AssignStatement") {
      const at = parts.findIndex(({ name }) => name === "AssignOp");
      const [targets, values] = [parts.slice(0, at), parts.slice(at + 1)].map((side) =>
        side.filter(({ name }) => name !== ","),
      );
      for (const [index, target] of (targets ?? []).entries()) {
        const value = values?.[index];
        if (value && (isNumber.test(text(value)) || integers.test(text(value)))) yield text(target);
      }
    }
  }
}

function* collectionNames(definition: SyntaxNode, text: (node: SyntaxNode) => string): Generator<string> {
  const written = text(definition);
  const uses = [
    /\b(\w+): (?:[Ll]ist|[Dd]ict|str|[Ss]et|[Tt]uple|bytes)\b/g,
    /\b(\w+) = (?:\[|\{|["']|list\(|sorted\(|dict\(|set\(|deque\(|defaultdict\(|Counter\()/g,
    /\b(?:len|sorted|enumerate|reversed|sum|set|zip)\((\w+)[,)]/g,
    /\bin (\w+)\b(?![(.[])/g,
    /\b(\w+)(?:\[|\.(?:append|join|get|items|keys|values|add|split|strip|pop|extend)\b)/g,
  ];
  for (const use of uses) for (const [, name] of written.matchAll(use)) if (name !== undefined) yield name;
}

/** Names that may be read at a place, latest binding first, each once. */
export function inScope({ bindings }: Context, at: SyntaxNode): string[] {
  const reachable = bindings.filter(({ from, scope }) => from <= at.from && scope.from <= at.from && at.to <= scope.to);
  return [...new Set(reachable.toReversed().map(({ name }) => name))];
}
