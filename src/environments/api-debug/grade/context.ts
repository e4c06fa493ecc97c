/** What grading is given, and what it gives. */
import type { Services } from "../../../core/environment.ts";
import type { Score } from "../../../core/score.ts";
import type { Attempt, Draft } from "../draft.ts";
import type { ApiResponse, Operation } from "../operation.ts";
import type { Secret } from "../task.ts";
import { Tries } from "./sets.ts";

/** What an episode is graded against, and what it remembers between turns. */
export interface GradeContext {
  level: string;
  operation: Operation;
  secret: Secret;
  broken: Attempt;
  brokenDraft: Draft;
  /** Status of the answer shown with the task. */
  shownStatus: number;
  tries: { labels: Tries; places: Tries; statuses: Tries; credentials: Tries };
  services: Services;
  signal: AbortSignal;
}

export type Component = Pick<Score, "name" | "value" | "weight" | "why">;

export interface TurnGrade {
  components: Component[];
  feedback: string;
  /** The server's answer to a repaired request. */
  response: ApiResponse | null;
}

export const newTries = (): GradeContext["tries"] => ({
  labels: new Tries(),
  places: new Tries(),
  statuses: new Tries(),
  credentials: new Tries(),
});
