/** The Python file of HumanEvalPack: one JSON object per line. */
import { z } from "zod";
import { FettleError } from "../../../core/errors.ts";
import { bugTypes } from "../mutation/mutant.ts";

const rowSchema = z.object({
  task_id: z.string(),
  /** Imports, other functions, signature and docstring. */
  prompt: z.string(),
  /** The same without the docstring. */
  declaration: z.string(),
  canonical_solution: z.string(),
  buggy_solution: z.string(),
  bug_type: z.enum(bugTypes),
  entry_point: z.string(),
  docstring: z.string(),
  test: z.string(),
  /** Assertions of the examples in the docstring. */
  example_test: z.string(),
});
export type Row = z.infer<typeof rowSchema>;

/** Reads the rows of a file's text. Throws FettleError `bad_input_file` with the line that is not one. */
export function readRows(text: string, name: string): Row[] {
  const rows = text.split("\n").flatMap((line, index) => (line.trim() === "" ? [] : [readRow(line, index + 1, name)]));
  if (rows.length === 0) throw new FettleError("bad_input_file", `${name} has no rows.`, { hint });
  return rows;
}

const hint = "It has to be the Python file of HumanEvalPack: one JSON object per line.";

function readRow(line: string, number: number, name: string): Row {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new FettleError("bad_input_file", `${name}, line ${number}: this is no JSON.`, { hint });
  }
  const parsed = rowSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { path = [], message = "" } = parsed.error.issues[0] ?? {};
  throw new FettleError("bad_input_file", `${name}, line ${number}: ${path.join(".") || "the row"}: ${message}.`, {
    hint,
  });
}
