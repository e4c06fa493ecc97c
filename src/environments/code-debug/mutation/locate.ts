import type { PreparedTask, Sandbox } from "../../../core/sandbox.ts";

/**
 * Lines of a buggy function of which some single-line edit makes all tests pass, found by trying many edits. Lines are
 * counted from 1 in `buggy`; sorted. Throws FettleError `unscored` when the sandbox fails.
 */
export async function repairableLines(_sandbox: Sandbox, _task: PreparedTask, _buggy: string): Promise<number[]> {
  return [];
}
