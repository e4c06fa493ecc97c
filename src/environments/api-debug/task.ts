import type { Task } from "../../core/environment.ts";
import type { Draft } from "./draft.ts";
import type { Fault } from "./faults/fault.ts";
import type { Observation } from "./observation.ts";
import type { Verbosity } from "./server/error-body.ts";
import type { ResponseIssue } from "./vocabulary.ts";
import type { World } from "./world.ts";

/** One thing wrong with an answer. */
export interface Issue {
  label: ResponseIssue;
  place: string;
}

/** The truth of a task. */
export interface Secret {
  /** Id of the operation. */
  operation: string;
  /** The request that is right. */
  reference: Draft;
  world: World;
  verbosity: Verbosity;
  faults: Fault[];
  /** Of the response level; empty elsewhere. */
  issues: Issue[];
  /** The status the answer should have; 0 where no answer is judged. */
  rightStatus: number;
}

export type ApiDebugTask = Task<Observation, Secret>;
