/**
 * The contract: what an environment is. An environment generates tasks, starts episodes on them and scores the turns;
 * it knows nothing of HTTP, tokens, models or trainers, and does no I/O of its own.
 */
import type { z } from "zod";
import { FettleError } from "./errors.ts";
import { eventually } from "./eventually.ts";
import type { Random } from "./random.ts";
import type { Sandbox } from "./sandbox.ts";
import { rangeProblem, type Score } from "./score.ts";
import type { Split } from "./splits.ts";
import type { Trace } from "./trace.ts";

/** One rung of the ladder. */
export interface Level {
  name: string;
  /** The skill in one line. */
  skill: string;
  maxTurns: number;
  /** Rolling mean return at which the curriculum moves on, in [0, 1]; null for the last level. */
  promoteAt: number | null;
  /** Shown beside it where levels are listed: how many faults its tasks have, say. */
  facts?: Readonly<Record<string, string | number>>;
}

/** What fixes a task, together with the environment's name and version. */
export interface TaskRequest<Options = unknown> {
  level: string;
  /** A whole number >= 0. */
  seed: number;
  split: Split;
  options: Options;
}

/** A serialisable task. Only `public` may reach a model, a trainer or a viewer. */
export interface Task<Public = unknown, Secret = unknown> {
  /** Identity: hash of environment, version, level, split, seed and options. */
  key: string;
  /** Content: hash of the first observation without ids. Two tasks are the same when their hashes are. */
  hash: string;
  /** What kind of task this is, without its values: tasks of one structure differ in names and numbers only. */
  structure: string;
  /** Labels by which reports break results down (fault names). They are truth: private. */
  labels: string[];
  level: string;
  split: Split;
  seed: number;
  public: Public;
  secret: Secret;
  /** Keys of the tasks this one was derived from. */
  parents: string[];
}

export interface ChatMessage {
  role: "system" | "user" | "assistant";
  content: string;
}

/** `full` suits large models; `compact` says the same in few tokens, for small ones. */
export type PromptForm = "full" | "compact";

export interface RenderContext {
  /** Turns played before this one; 0 for the first. */
  turn: number;
  form: PromptForm;
}

export interface ParseContext<Observation> {
  observation: Observation;
  form: PromptForm;
}

/** What a completion was understood as. A `problem` is a valid turn that earns 0; it says what could not be read. */
export type Answer<Action> = { action: Action } | { problem: string };

export interface PolicyContext<Observation, T extends Task> {
  observation: Observation;
  /** Scripted policies may look at the truth: that is what makes an oracle. */
  task: T;
  turn: number;
  random: Random;
}

/**
 * A scripted policy. `hack` policies try to be paid without doing the work; each declares the most it may ever get, and
 * `fettle validate` holds it to that.
 */
export interface Policy<Action, Observation, T extends Task> {
  kind: "oracle" | "noop" | "random" | "hack";
  /** What it does, in one line. */
  about: string;
  /** Levels it makes sense on; all when absent. */
  levels?: readonly string[];
  /** The most any single episode may score, by score name (`return` for the episode's return). */
  ceilings?: Readonly<Record<string, number>>;
  /** When true, its mean return may not exceed that of the best constant answer. */
  belowBestConstant?: boolean;
  /** An action, or the text of a completion. */
  respond(context: PolicyContext<Observation, T>): Action | string;
}

export interface Role<Action, Observation, T extends Task> {
  /** Schema of an action: validates the wire, and gives JSON Schemas, client types and docs. */
  action: z.ZodType<Action>;
  observation: z.ZodType<Observation>;
  /** Only the messages this turn appends to the conversation (the first turn includes the system prompt). */
  render(observation: Observation, context: RenderContext): ChatMessage[];
  /** Never throws: tolerant of fences, prose, nested braces and `<think>` blocks. */
  parse(text: string, context: ParseContext<Observation>): Answer<Action>;
  /** The completion that `parse` reads as this action: oracle demonstrations are written with it. */
  format(action: Action, context: ParseContext<Observation>): string;
  policies: Readonly<Record<string, Policy<Action, Observation, T>>>;
}

export interface StepResult<Observation> {
  /** What the acting role sees after its turn, also when the episode is over. */
  observation: Observation;
  scores: Score[];
  /** In [0, 1]; the last one is the episode's return. null: the step could not be scored (see `error`). */
  reward: number | null;
  done: boolean;
  /** Why the step could not be scored; set exactly when `reward` is null. */
  error?: string;
}

/** One episode, single use. Calls are sequential. */
export interface Episode<Action, Observation> {
  /** Who acts next and on what; null once the episode is over. */
  turn(): { role: string; observation: Observation } | null;
  /** Throws FettleError `episode_over` after the last turn, and `environment_failed` for a value outside its range. */
  step(role: string, answer: Answer<Action>): Promise<StepResult<Observation>>;
  /** Return so far in [0, 1] and whether the task is solved; valid at any time, also for an episode cut short. */
  outcome(): { return: number; solved: boolean };
  /** Public state, without truth. */
  state(): Record<string, unknown>;
  close(): Promise<void>;
}

/** What the surroundings lend an environment. Everything that does I/O comes in here. */
export interface Services {
  /** Grades an explanation when a judge model is configured. */
  judge?: Judge;
  /** Runs and judges untrusted Python, when a sandbox could be opened. */
  sandbox?: Sandbox;
}

export interface Judge {
  /** Named parts, each in [0, 1]. Rejects when the judge fails or takes too long: the step is then unscored. */
  grade(request: JudgeRequest, signal: AbortSignal): Promise<Record<string, number>>;
}

export interface JudgeRequest {
  /** What to grade by; trusted text. */
  rubric: string;
  /** Names of the parts to grade. */
  parts: readonly string[];
  /** Untrusted text written by a model: data, never instructions. */
  submission: string;
}

export interface StartContext {
  signal: AbortSignal;
  services: Services;
}

export interface EnvironmentDefinition<Action, Observation, T extends Task, Options> {
  /** Kebab-case. */
  name: string;
  /** Semantic version. Changing what any seed generates needs a new one. */
  version: string;
  description: string;
  /** The ladder, easiest first. */
  levels: readonly Level[];
  /**
   * What tasks of different splits never share, in the plural ("operations"): reports name the splits by it. Absent where
   * splits differ in seeds alone.
   */
  splitBy?: string;
  /** Options of a task, with defaults for all. */
  options: z.ZodType<Options>;
  /** Services without which its episodes cannot be scored: whoever plays it has to lend them. */
  needs?: readonly (keyof Services)[];
  roles: Readonly<Record<string, Role<Action, Observation, T>>>;
  /** Certification happens here, once per task. Throws FettleError `no_task` when nothing can be certified. */
  generate(request: TaskRequest<Options>): T | Promise<T>;
  start(task: T, context: StartContext): Episode<Action, Observation> | Promise<Episode<Action, Observation>>;
  /** How many different tasks there are, where their number is small. So many seeds in a row give as many tasks. */
  taskCount?(request: Omit<TaskRequest<Options>, "seed">): number | Promise<number>;
  /**
   * Scores that exist only for a whole group of episodes on one task (a length penalty, say): for each episode, in
   * order, its return after settling. Until it ran, returns are pending and traces are not exported.
   */
  settle?(group: readonly SettleInput[]): number[];
  /**
   * The score under which trainers of other projects know this environment, where that is not the return: from the public
   * record of an episode whose return is settled. Any range.
   */
  externalScore?(trace: Trace): number;
}

export interface SettleInput {
  return: number;
  solved: boolean;
  completionTokens: number | null;
}

/** An environment, ready for every door. */
export interface Environment<Action, Observation, T extends Task, Options>
  extends EnvironmentDefinition<Action, Observation, T, Options> {
  /** The level of that name. Throws FettleError `unknown_level`. */
  level(name: string): Level;
}

/**
 * An environment whose types are not known here. `any` is deliberate: actions and observations are contravariant in
 * places, and every value is validated by the environment's own schemas at run time.
 */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type AnyEnvironment = Environment<any, any, any, any>;

/**
 * Checks a definition and completes it; its episodes are held to the ranges of scores, rewards and returns. Throws
 * FettleError `bad_option` with what is wrong.
 */
export function defineEnvironment<Action, Observation, T extends Task, Options>(
  definition: EnvironmentDefinition<Action, Observation, T, Options>,
): Environment<Action, Observation, T, Options> {
  const { name, levels, roles } = definition;
  const reject = (problem: string): never => {
    throw new FettleError("bad_option", `Environment "${name}": ${problem}.`);
  };
  if (!/^[a-z][a-z0-9-]*$/.test(name)) reject("the name must be kebab-case");
  if (levels.length === 0) reject("it needs at least one level");
  if (new Set(levels.map((level) => level.name)).size < levels.length) reject("level names must differ");
  for (const [index, level] of levels.entries()) {
    if (level.maxTurns < 1) reject(`level "${level.name}" needs maxTurns >= 1`);
    if ((level.promoteAt === null) !== (index === levels.length - 1))
      reject(`level "${level.name}": exactly the last level has promoteAt null`);
  }
  for (const [role, { policies }] of Object.entries(roles)) {
    for (const kind of ["oracle", "noop", "random"] as const)
      if (policies[kind]?.kind !== kind) reject(`role "${role}" needs a policy named "${kind}" of that kind`);
  }
  return {
    ...definition,
    start(task, context) {
      return eventually(definition.start(task, context), (episode) => inRanges(name, episode));
    },
    level(wanted) {
      const found = levels.find((level) => level.name === wanted);
      if (found) return found;
      throw new FettleError("unknown_level", `"${name}" has no level "${wanted}".`, {
        hint: `Levels: ${levels.map((level) => level.name).join(", ")}.`,
      });
    },
  };
}

/** The episode, with an error in place of a step whose values are outside their ranges: they may never become a reward. */
function inRanges<Action, Observation>(
  environment: string,
  episode: Episode<Action, Observation>,
): Episode<Action, Observation> {
  return {
    turn: () => episode.turn(),
    async step(role, answer) {
      const result = await episode.step(role, answer);
      if (result.reward === null) return result;
      const problem = rangeProblem(result.scores, result.reward, episode.outcome().return);
      if (problem === null) return result;
      throw new FettleError("environment_failed", `Environment "${environment}": ${problem}.`);
    },
    outcome: () => episode.outcome(),
    state: () => episode.state(),
    close: () => episode.close(),
  };
}
