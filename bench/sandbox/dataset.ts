import { readFileSync } from "node:fs";
import { type Row, readRows as rowsOf } from "../../src/environments/code-debug/dataset/rows.ts";

export interface Program {
  name: string;
  entry: string;
  reference: string;
  test: string;
  source: string;
  /** The verdict it has to get. */
  right: boolean;
  /** Whether every call ends by itself. */
  terminates: boolean;
}

/** Buggy solutions with a call that never returns. */
const endless = new Set(["Python/10", "Python/76", "Python/123", "Python/156", "Python/160"]);

/** The rows of the Python file of HumanEvalPack, in its order. Throws as `rowsOf`, and what the file system throws. */
export const readRows = (path: string): Row[] => rowsOf(readFileSync(path, "utf8"), path);

/** The canonical and the buggy solution of every task of the Python file of HumanEvalPack. */
export function readPrograms(path: string): Program[] {
  return readRows(path).flatMap((task) => {
    const { task_id, declaration, canonical_solution, buggy_solution, test, entry_point: entry } = task;
    const reference = declaration + canonical_solution;
    const common = { entry, reference, test };
    return [
      { ...common, name: `${task_id} canonical`, source: reference, right: true, terminates: true },
      {
        ...common,
        name: `${task_id} buggy`,
        source: declaration + buggy_solution,
        right: false,
        terminates: !endless.has(task_id),
      },
    ];
  });
}
