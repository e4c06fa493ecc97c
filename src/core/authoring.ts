/** Conveniences for environment authors: what most single-role environments would otherwise write themselves. */
import type { Episode, Task, TaskRequest } from "./environment.ts";
import { FettleError } from "./errors.ts";
import { contentHash } from "./json.ts";

/** A task whose identity follows from who made it and for which request. `hash` covers all of `public`. */
export function createTask<Public, Secret>(
  environment: { name: string; version: string },
  { level, seed, split, options }: TaskRequest,
  content: { public: Public; secret: Secret; structure: string; labels?: string[] },
): Task<Public, Secret> {
  const { name, version } = environment;
  return {
    key: contentHash({ name, version, level, split, seed, options }),
    hash: contentHash(content.public),
    labels: [],
    level,
    split,
    seed,
    parents: [],
    ...content,
  };
}

/** What one attempt is worth by itself, in [0, 1], why (private), and what the role is told. */
export interface Grade {
  value: number;
  why: string;
  feedback: string;
}

export interface AttemptsOptions<Action, Observation> {
  maxTurns: number;
  /** Name of the one score. */
  score: string;
  /** What the role sees; `feedback` is on its latest attempt, null before the first. */
  observe(feedback: string | null): Observation;
  grade(action: Action): Grade;
}

/**
 * An episode of attempts at one task by one role. Attempt n pays its value times max(1 - 0.1 (n - 1), 0.3); the last one
 * pays the best so far, which is the return. Solved, and over, at a value of 0.95. An answer that could not be read is
 * an attempt worth 0.
 */
export function attempts<Action, Observation>(
  options: AttemptsOptions<Action, Observation>,
): Episode<Action, Observation> {
  let [turns, best, solved]: [number, number, boolean] = [0, 0, false];
  let feedback: string | null = null;
  const over = () => solved || turns >= options.maxTurns;
  return {
    turn: () => (over() ? null : { role: "agent", observation: options.observe(feedback) }),
    async step(role, answer) {
      if (over()) throw new FettleError("episode_over", "The episode has ended; start a new one.");
      const graded =
        "action" in answer
          ? options.grade(answer.action)
          : { value: 0, why: answer.problem, feedback: `Your answer could not be read: ${answer.problem}.` };
      const paid = graded.value * Math.max(1 - 0.1 * turns, 0.3);
      turns++;
      solved = graded.value >= 0.95;
      best = Math.max(best, paid);
      feedback = graded.feedback;
      const { value, why } = graded;
      const score = { name: options.score, role, value, weight: 1, kind: "reward" as const, why };
      return {
        observation: options.observe(feedback),
        scores: [score],
        reward: over() ? best : paid,
        done: over(),
      };
    },
    outcome: () => ({ return: best, solved }),
    state: () => ({ turns, done: over() }),
    close: async () => {},
  };
}
