/** One episode: turns, decay, the best so far. */
import { decay, solvedAt } from "../../core/authoring.ts";
import type { Answer, Episode, StartContext, StepResult } from "../../core/environment.ts";
import { FettleError } from "../../core/errors.ts";
import type { Score } from "../../core/score.ts";
import type { Action } from "./action.ts";
import { clip } from "./clip.ts";
import { brokenBy, toAttempt } from "./draft.ts";
import { type Component, type GradeContext, newTries, type TurnGrade } from "./grade/context.ts";
import { grade } from "./grade/grade.ts";
import { JudgeFailed } from "./grade/judge.ts";
import type { Observation } from "./observation.ts";
import type { Operation } from "./operation.ts";
import type { ApiDebugTask } from "./task.ts";

export function startEpisode(
  operation: Operation,
  task: ApiDebugTask,
  { services, signal }: StartContext,
): Episode<Action, Observation> {
  return new ApiDebugEpisode(operation, task, services, signal);
}

class ApiDebugEpisode implements Episode<Action, Observation> {
  readonly #context: GradeContext;
  #observation: Observation;
  #best = 0;
  #solved = false;
  #over = false;

  constructor(operation: Operation, task: ApiDebugTask, services: StartContext["services"], signal: AbortSignal) {
    const { secret } = task;
    const brokenDraft = brokenBy(secret.reference, secret.faults);
    this.#observation = task.public;
    this.#context = {
      level: task.level,
      operation,
      secret,
      broken: toAttempt(operation, brokenDraft),
      brokenDraft,
      shownStatus: task.public.response_status_code,
      tries: newTries(),
      services,
      signal,
    };
  }

  turn(): { role: string; observation: Observation } | null {
    return this.#over ? null : { role: "agent", observation: this.#observation };
  }

  async step(role: string, answer: Answer<Action>): Promise<StepResult<Observation>> {
    if (this.#over) throw new FettleError("episode_over", "The episode has ended; start a new one.");
    let graded: TurnGrade;
    try {
      graded =
        "action" in answer
          ? await grade(this.#context, answer.action)
          : { components: [], feedback: `The answer could not be read: ${answer.problem}.`, response: null };
    } catch (error) {
      // Whatever an action brings about is an answer: else a losing episode could be called off.
      if (!(error instanceof JudgeFailed))
        return this.#record(role, { components: [], feedback: "The answer could not be graded.", response: null });
      this.#over = true;
      const { message } = error;
      return { observation: this.#observation, scores: [], reward: null, done: true, error: `not scored: ${message}` };
    }
    return this.#record(role, graded);
  }

  #record(role: string, { components, feedback, response }: TurnGrade): StepResult<Observation> {
    const turn = this.#observation.step_number + 1;
    const raw = Math.min(
      components.reduce((sum, { value, weight }) => sum + (value ?? 0) * weight, 0),
      1,
    );
    const paid = raw * decay(turn);
    this.#best = Math.max(this.#best, paid);
    this.#solved ||= raw >= solvedAt;
    this.#over = this.#solved || turn >= this.#observation.max_steps;
    this.#observation = {
      ...this.#observation,
      step_number: turn,
      feedback: clip(feedback),
      ...(response && {
        response_status_code: response.status,
        response_headers: response.headers,
        response_body: response.body,
      }),
    };
    return {
      observation: this.#observation,
      scores: components.map((component) => asScore(role, component)),
      reward: this.#over ? this.#best : paid,
      done: this.#over,
    };
  }

  outcome(): { return: number; solved: boolean } {
    return { return: this.#best, solved: this.#solved };
  }

  state(): Record<string, unknown> {
    const { task, step_number, max_steps, api_name } = this.#observation;
    return { task, api_name, step_number, max_steps, best_reward: this.#best, solved: this.#solved, done: this.#over };
  }

  async close(): Promise<void> {
    this.#over = true;
  }
}

function asScore(role: string, component: Component): Score {
  return { ...component, why: clip(component.why), role, kind: "reward" };
}
