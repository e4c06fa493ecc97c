import type { Attempt } from "../draft.ts";
import type { Operation } from "../operation.ts";
import type { Check, FaultLabel } from "../vocabulary.ts";
import type { World } from "../world.ts";

/** One objection of a station. */
export interface Problem {
  place: string;
  /** null for what none of the fifteen names covers. */
  label: FaultLabel | null;
  /** Machine-readable name, in the server's own words. */
  code: string;
  message: string;
}

/** null: accepted. */
export type Verdict = null | {
  check: Check;
  status: number;
  /** Headers that HTTP asks for with this status. */
  headers: Record<string, string>;
  problems: Problem[];
};

/** One stop of a request on its way: it objects, or lets the request pass. */
export type Station = (operation: Operation, world: World, attempt: Attempt) => Verdict;

export function refuse(check: Check, status: number, headers: Record<string, string>, ...problems: Problem[]): Verdict {
  return { check, status, headers, problems };
}
