/** Python as a tree with positions, by Lezer's grammar: pure JavaScript, forgiving, and the text stays as it was written. */
import type { SyntaxNode } from "@lezer/common";
import { parser } from "@lezer/python";

export type { SyntaxNode } from "@lezer/common";

/** All children of a node, tokens included. */
export function children(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) found.push(child);
  return found;
}

/** The node and all below it, in the order of the text. */
export function* descendants(node: SyntaxNode): Generator<SyntaxNode> {
  yield node;
  for (const child of children(node)) yield* descendants(child);
}

/** All nodes of a source that have that name, in the order of the text. No recursion: hostile text nests deeply. */
export function* nodesOf(source: string, name: string): Generator<SyntaxNode> {
  const cursor = parsePython(source).cursor();
  do if (cursor.name === name) yield cursor.node;
  while (cursor.next());
}

export function parsePython(source: string): SyntaxNode {
  return parser.parse(source).topNode;
}

/** Whether Lezer reads the text without an error. */
export function isWellFormed(source: string): boolean {
  let sound = true;
  parser.parse(source).iterate({ enter: ({ type }) => (type.isError ? (sound = false) : sound) });
  return sound;
}

/** The top-level definition of that name, the last if there are several. Throws an Error when there is none. */
export function findFunction(source: string, name: string): SyntaxNode {
  const isWanted = (node: SyntaxNode) => {
    const id = node.name === "FunctionDefinition" ? node.getChild("VariableName") : null;
    return id !== null && source.slice(id.from, id.to) === name;
  };
  const found = children(parsePython(source)).filter(isWanted).at(-1);
  if (!found) throw new Error(`the source defines no function ${name}`);
  return found;
}

/** Statements of a function, loop or branch body. */
export function statements(body: SyntaxNode): SyntaxNode[] {
  return children(body).filter(({ name }) => name !== ":" && name !== "Comment");
}

/** The docstring of a function, if it has one. */
export function docstringOf(definition: SyntaxNode): SyntaxNode | null {
  const body = definition.getChild("Body");
  const first = body && statements(body)[0];
  return first?.name === "ExpressionStatement" && first.firstChild?.name === "String" ? first : null;
}

/** The last body that is a direct child: of an `if`, that of its last branch. */
export function bodyOf(node: SyntaxNode): SyntaxNode | null {
  return node.getChildren("Body").at(-1) ?? null;
}
