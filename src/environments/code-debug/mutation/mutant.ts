/** What breaking a function gives. Lines are counted from 1 in the whole source; positions are offsets in its text. */

/** The six kinds of bug that HumanEvalPack tells apart. */
export const bugTypes = [
  "value misuse",
  "operator misuse",
  "variable misuse",
  "function misuse",
  "missing logic",
  "excess logic",
] as const;
export type BugType = (typeof bugTypes)[number];

/** Replaces the text from `from` up to `to` of the original source. */
export interface Edit {
  from: number;
  to: number;
  text: string;
}

/** One bug put into a function by one small edit. */
export interface Mutant {
  /** Name of the operator that made it. */
  operator: string;
  bugType: BugType;
  /** What was edited, in the original source. */
  edit: Edit;
  /** The whole source with the bug. */
  source: string;
  /** Lines of `source` that differ from the original; where something was taken out, the line it stood before. */
  lines: readonly number[];
}

/** Two bugs at once, on different lines. */
export interface DoubleMutant {
  /** In the order of the text. */
  parts: readonly [Mutant, Mutant];
  source: string;
}
