import { FettleError } from "../../../core/errors.ts";
import { Random } from "../../../core/random.ts";
import type { PreparedTask, Sandbox } from "../../../core/sandbox.ts";
import type { Edit } from "./mutant.ts";
import { apply, editsOf, onlyLine } from "./mutate.ts";
import { docstringOf, findFunction, type SyntaxNode } from "./python.ts";
import { behaviours } from "./screen.ts";

/** Edits of the operators that are tried on one line, drawn at random where there are more. */
const mostOfLine = 30;

/**
 * Lines of a buggy function of which some single-line edit makes all tests pass, found by trying many edits: what the
 * reference has at about the same place, nothing at all, and all that the mutation operators have for the line. Lines are
 * counted from 1 in `buggy`; sorted. Empty when it cannot be read. Throws FettleError `unscored` when the sandbox fails.
 */
export async function repairableLines(sandbox: Sandbox, task: PreparedTask, buggy: string): Promise<number[]> {
  const edits = singleLineEdits(buggy, task);
  // The reference needs no trial.
  const repaired = new Set([...edits].flatMap(([line, sources]) => (sources.has(task.reference) ? [line] : [])));
  const versions = [...edits].flatMap(([line, sources]) =>
    repaired.has(line) ? [] : [...sources].map((source) => ({ line, source })),
  );
  const behaviour = await behaviours(sandbox, task, versions);
  for (const [index, { line, source }] of versions.entries()) {
    if (behaviour[index] !== "same" || repaired.has(line)) continue;
    const graded = await sandbox.grade(task, source);
    if (graded.outcome === "error") throw new FettleError("unscored", `A repair could not be graded: ${graded.why}.`);
    if (graded.passed) repaired.add(line);
  }
  return [...repaired].sort((a, b) => a - b);
}

/** By line, the source with that line edited, in many ways. */
export function singleLineEdits(
  buggy: string,
  { reference, entry }: Pick<PreparedTask, "reference" | "entry">,
): Map<number, Set<string>> {
  const edits = new Map<number, Set<string>>();
  const [wrong, right] = [bodyLines(buggy, entry), bodyLines(reference, entry)];
  if (!wrong || !right) return edits;
  const lines = buggy.split("\n");
  for (const [index, { line, text }] of wrong.entries()) {
    const put = (...texts: string[]) => lines.toSpliced(line - 1, 1, ...texts).join("\n");
    const nothing = [put(), put(`${/^\s*/.exec(text)?.[0] ?? ""}pass`)];
    edits.set(line, new Set([...nearby(right, index, wrong.length).map((other) => put(other)), ...nothing]));
  }
  const made = new Map<number, Edit[]>();
  for (const { edit } of editsOf(buggy, entry, { thorough: true })) {
    const line = onlyLine(buggy, edit);
    if (line !== null) made.set(line, [...(made.get(line) ?? []), edit]);
  }
  for (const [line, all] of made) {
    const drawn = new Random(`code-debug/locate/${line}`).sample(all, mostOfLine).map((edit) => apply(buggy, edit));
    edits.set(line, new Set([...(edits.get(line) ?? []), ...drawn]));
  }
  for (const sources of edits.values()) sources.delete(buggy);
  return edits;
}

/** Lines of the reference about where the line `index` of `count` stands, counted from the start and from the end. */
function nearby(right: readonly BodyLine[], index: number, count: number): string[] {
  const fromEnd = right.length - count + index;
  return [index, fromEnd]
    .flatMap((place) => [place, place - 1, place + 1])
    .flatMap((place) => right[place]?.text ?? []);
}

interface BodyLine {
  /** From 1 in the whole source. */
  line: number;
  text: string;
}

/** The lines of a function below its header and docstring that hold code. null when there is no such function. */
function bodyLines(source: string, entry: string): BodyLine[] | null {
  const definition = findOrNull(source, entry);
  const start = definition && (docstringOf(definition)?.to ?? definition.getChild("Body")?.from);
  if (!definition || start == null) return null;
  const before = source.slice(0, start).split("\n").length;
  return source
    .slice(0, definition.to)
    .trimEnd()
    .split("\n")
    .flatMap((text, index) => (index >= before && /^\s*[^\s#]/.test(text) ? [{ line: index + 1, text }] : []));
}

function findOrNull(source: string, entry: string): SyntaxNode | null {
  try {
    return findFunction(source, entry);
  } catch {
    return null;
  }
}
