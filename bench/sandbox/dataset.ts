import { readFileSync } from "node:fs";
import { z } from "zod";

const row = z.object({
  task_id: z.string(),
  declaration: z.string(),
  canonical_solution: z.string(),
  buggy_solution: z.string(),
  test: z.string(),
  entry_point: z.string(),
});

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

/** The rows of the Python file of HumanEvalPack, in its order. */
export function readRows(path: string): z.infer<typeof row>[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => row.parse(JSON.parse(line)));
}

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
