/** The Python file of HumanEvalPack: one JSON object per line. */
import { z } from "zod";
import { FettleError } from "../../../core/errors.ts";
import { bugTypes } from "../mutation/mutant.ts";

const rowSchema = z.object({
  /** Each row's own. */
  task_id: z.string(),
  /** Imports, other functions, signature and docstring. */
  prompt: z.string(),
  /** The same without the docstring. */
  declaration: z.string(),
  canonical_solution: z.string(),
  buggy_solution: z.string(),
  bug_type: z.enum(bugTypes),
  entry_point: z.string().regex(/^[A-Za-z_]\w*$/, "it has to be the name of a function"),
  docstring: z.string(),
  test: z.string(),
  /** Assertions of the examples in the docstring. */
  example_test: z.string(),
});
export type Row = z.infer<typeof rowSchema>;

/** Reads the rows of a file's text. Throws FettleError `bad_input_file` with the line that is not one. */
export function readRows(text: string, name: string): Row[] {
  const places = new Map<string, number>();
  const rows: Row[] = [];
  for (const [index, line] of text
    .replace(/^\uFEFF/, "")
    .split("\n")
    .entries()) {
    if (line.trim() === "") continue;
    const row = readRow(line, index + 1, name);
    const before = places.get(row.task_id);
    if (before !== undefined)
      throw new FettleError(
        "bad_input_file",
        `${name}, line ${index + 1}: task_id: line ${before} has "${row.task_id}" as well.`,
        { hint },
      );
    places.set(row.task_id, index + 1);
    rows.push(row);
  }
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
