/** The part of a source that does something, by Python's grammar: what only looks like a comment or a string is not cut. */
import { children, parsePython, type SyntaxNode } from "../mutation/python.ts";

/**
 * What of a source can choose between variants: not documentation, comments, and examples or checks that choose nothing.
 * `entry` is the function they try. Without white space, and each thing in one of the ways to write it.
 */
export function working(source: string, entry: string): string {
  const script = parsePython(source);
  const cuts: [from: number, to: number][] = [];
  const cut = ({ from, to }: { from: number; to: number }) => cuts.push([from, to]);
  script.cursor().iterate(({ node }) => {
    if (node.name === "Comment" || isDocumentation(node)) cut(node);
  });
  for (const statement of children(script)) {
    if (isTrial(source, statement, entry)) cut(statement);
    const block = runByItself(source, statement);
    if (block) cut({ from: statement.from, to: block.to });
  }
  let [rest, at] = ["", 0];
  for (const [from, to] of cuts.sort(([one], [other]) => one - other)) {
    rest += source.slice(at, Math.max(from, at));
    at = Math.max(at, to);
  }
  return alike(rest + source.slice(at));
}

/** A text without white space, its strings in one kind of quotes, without commas before a closing bracket. */
export function alike(text: string): string {
  return text
    .replaceAll(/\\\n|\s+/g, "")
    .replaceAll("'", '"')
    .replaceAll(/,(?=[)\]}])/g, "");
}

/** A string that is a statement. */
const isDocumentation = ({ name, firstChild }: SyntaxNode): boolean =>
  name === "ExpressionStatement" && firstChild?.name === "String" && firstChild.nextSibling === null;

/** What a trial may call beside the function: it shows or compares, and keeps nothing. */
const showing = new Set("print repr str list tuple set dict sorted len type round abs isclose math.isclose".split(" "));

/** A `print` or an assertion on one line that tries the function and keeps nothing of what comes of it. */
function isTrial(source: string, statement: SyntaxNode, entry: string): boolean {
  const text = source.slice(statement.from, statement.to);
  if (!/^(?:print\(|assert )/.test(text) || text.includes("\n")) return false;
  let keeps = false;
  statement.cursor().iterate(({ name, node }) => {
    if (/^(?:NamedExpression|LambdaExpression|.*Comprehension.*|.*Generator.*)$/.test(name)) keeps = true;
    if (name === "CallExpression" && !keepsNothing(source, node.firstChild, entry)) keeps = true;
  });
  return !keeps;
}

/** Whether what is called shows or compares: a method of a text written there, or of what a call gave, does so as well. */
function keepsNothing(source: string, called: SyntaxNode | null, entry: string): boolean {
  if (!called) return false;
  const callee = source.slice(called.from, called.to);
  const of = called.name === "MemberExpression" ? called.firstChild?.name : undefined;
  return callee === entry || showing.has(callee) || /^(?:String|FormatString|CallExpression)$/.test(of ?? "");
}

/** The block under `if __name__ == "__main__"`, which is not run here unless the source says what its name is. */
function runByItself(source: string, statement: SyntaxNode): SyntaxNode | null {
  if (!/^if __name__ == ["']__main__["']:/.test(source.slice(statement.from, statement.to))) return null;
  return source.split("__name__").length === 2 ? statement.getChild("Body") : null;
}
