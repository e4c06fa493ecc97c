import type { Context } from "../context.ts";
import type { BugType, Edit } from "../mutant.ts";
import type { SyntaxNode } from "../python.ts";

/** One way in which people get a program wrong. */
export interface Operator {
  /** Kebab-case; unique. */
  name: string;
  bugType: BugType;
  /** What it does, in one line. */
  about: string;
  /** The edits it has for one node of the function's body, most human first. */
  edits(node: SyntaxNode, context: Context): Iterable<Edit>;
}
