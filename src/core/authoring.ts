/** Conveniences for environment authors: what most single-role environments would otherwise write themselves. */
import type { ChatMessage, Episode, RenderContext, Task, TaskRequest } from "./environment.ts";
import { FettleError } from "./errors.ts";
import { contentHash } from "./json.ts";
import type { Score } from "./score.ts";

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

/** How an environment puts its observations into words: the first turn, and later ones, in both forms. */
export interface Wording<Observation> {
  fullTask(observation: Observation): ChatMessage[];
  fullFeedback(observation: Observation): string;
  compactTask(observation: Observation): string;
  compactFeedback(observation: Observation): string;
}

/** `Role.render` by a wording. The compact form has no system prompt. */
export function renderBy<Observation>(wording: Wording<Observation>) {
  return (observation: Observation, { turn, form }: RenderContext): ChatMessage[] => {
    if (turn === 0 && form === "full") return wording.fullTask(observation);
    const feedback = form === "full" ? wording.fullFeedback : wording.compactFeedback;
    const inWords = turn === 0 ? wording.compactTask : feedback;
    return [{ role: "user", content: inWords(observation) }];
  };
}

/** Value of an attempt, before the decay, from which the task counts as solved. */
export const solvedAt = 0.95;

/** What a turn is worth against the first, which is 1. `turn` counts from 1. */
export const decay = (turn: number): number => Math.max(1 - 0.1 * (turn - 1), 0.3);

/** What one attempt is worth by itself, in [0, 1], why (private), and what the role is told. */
export interface Grade {
  value: number;
  why: string;
  feedback: string;
  /** Shown beside the score, paid nothing: numbers in [0, 1] by name. */
  metrics?: Readonly<Record<string, number>>;
}

/** An attempt that could not be graded, through no fault of the role: never a 0. */
export interface Ungraded {
  error: string;
}

export interface AttemptsOptions<Action, Observation> {
  maxTurns: number;
  /** Name of the one score. */
  score: string;
  /** What the role sees after `turns` attempts; `feedback` is on its latest one, null before the first. */
  observe(feedback: string | null, turns: number): Observation;
  grade(action: Action): Grade | Ungraded | Promise<Grade | Ungraded>;
  /** What an answer that could not be read is worth; 0 when absent. */
  unreadable?(problem: string): Grade;
}

/**
 * An episode of attempts at one task by one role. Attempt n pays its value times `decay(n)`; the last one pays the best so
 * far, which is the return. Solved, and over, at a value of `solvedAt`. An answer that could not be read is an attempt
 * worth 0. One that could not be graded ends the episode without a return.
 */
export function attempts<Action, Observation>(
  options: AttemptsOptions<Action, Observation>,
): Episode<Action, Observation> {
  const { unreadable = unread } = options;
  let [turns, best, solved, failed]: [number, number, boolean, boolean] = [0, 0, false, false];
  let feedback: string | null = null;
  const over = () => solved || failed || turns >= options.maxTurns;
  const observe = () => options.observe(feedback, turns);
  return {
    turn: () => (over() ? null : { role: "agent", observation: observe() }),
    async step(role, answer) {
      if (over()) throw new FettleError("episode_over", "The episode has ended; start a new one.");
      const graded = "action" in answer ? await options.grade(answer.action) : unreadable(answer.problem);
      if ("error" in graded) {
        failed = true;
        return { observation: observe(), scores: [], reward: null, done: true, error: graded.error };
      }
      turns++;
      const paid = graded.value * decay(turns);
      solved = graded.value >= solvedAt;
      best = Math.max(best, paid);
      feedback = graded.feedback;
      return {
        observation: observe(),
        scores: scoresOf(options.score, role, graded),
        reward: over() ? best : paid,
        done: over(),
      };
    },
    outcome: () => ({ return: best, solved }),
    state: () => ({ turns, done: over() }),
    close: async () => {},
  };
}

function unread(problem: string): Grade {
  return { value: 0, why: problem, feedback: `Your answer could not be read: ${problem}.` };
}

function scoresOf(name: string, role: string, { value, why, metrics = {} }: Grade): Score[] {
  const metric = ([of, shown]: [string, number]): Score => ({
    name: of,
    role,
    value: shown,
    weight: 0,
    kind: "metric",
    why: "",
  });
  return [{ name, role, value, weight: 1, kind: "reward", why }, ...Object.entries(metrics).map(metric)];
}
