import type { Task } from "../../core/environment.ts";
import type { Exercise } from "./library.ts";
import type { Observation } from "./observation.ts";

/** The truth of a task: it holds all that grading takes, so that a task can be played without its library. */
export interface Secret {
  exercise: Exercise;
  /** The faulty body. */
  body: string;
  /** Of two faults, the bodies with one of them left; empty for one fault. */
  halves: readonly string[];
  /** What made the faults. */
  operators: readonly string[];
  /** Accepted lines of the shown code; empty on levels of repair. */
  lines: readonly number[];
}

export type CodeDebugTask = Task<Observation, Secret>;
