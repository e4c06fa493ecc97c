import type { AnyEnvironment, Services, Task } from "../core/environment.ts";
import { FettleError } from "../core/errors.ts";
import { canonicalJson } from "../core/json.ts";
import { Random } from "../core/random.ts";
import { mean, standardDeviation } from "../core/statistics.ts";
import { playPolicy } from "../rollouts/play-policy.ts";
import { fieldsOf, moves, starts } from "./constant-candidates.ts";
import { tasksOf } from "./tasks.ts";

export interface BestConstant {
  /** The action that is given on every turn of every task. */
  action: unknown;
  /** Its mean return on the training tasks it was found on, in [0, 1]. */
  trainingMean: number;
  /** Training tasks searched on. */
  tasks: number;
  /** Constant answers tried. */
  tried: number;
}

export interface BestConstantOptions {
  /** Environment options, parsed. */
  options: unknown;
  services?: Services;
  /** Training seeds 0 to n - 1 of the `train` split. Default 1,000. */
  seeds?: number;
  signal?: AbortSignal;
}

/** Episodes played at a time: those that a sandbox grades keep all of its slots busy. A power of two. */
export const sideBySide = 16;

/** Training seeds that a report searches on: it can do with less than a validation, with far less where grading is slow. */
export const reportSeeds = ({ needs = [] }: AnyEnvironment): number => (needs.length > 0 ? 32 : 300);

/**
 * The single answer that pays best when it is given to every task of a level: what a policy earns that has learned the
 * frequencies and reads nothing. Coordinate ascent over the members of the action, from the most frequent answers of the
 * oracle; a member is replaced by one of its frequent values, dropped, or (lists and objects) gains or loses one frequent
 * part. Candidates are compared on the same tasks and given up early once clearly worse. For one-role environments. Throws
 * FettleError `no_task` when no training seed has a task, and an Error when an episode fails.
 */
export async function bestConstant(
  environment: AnyEnvironment,
  level: string,
  { options, services = {}, seeds = 1000, signal }: BestConstantOptions,
): Promise<BestConstant> {
  const training = { level, split: "train", options, seeds: Array(seeds).keys(), signal } as const;
  const { tasks, refusal } = await tasksOf(environment, training);
  if (tasks.length === 0)
    throw refusal ?? new FettleError("no_task", "The best constant answer needs a training seed.");
  const answers = await oracleAnswers(environment, tasks);
  const schema = soleRole(environment).action;
  const race = new Race(environment, tasks, services, signal);
  const fields = fieldsOf(answers);
  for (const start of starts(answers, fields)) if (schema.safeParse(start).success) await race.challenge(start);
  for (let before = -1; before < race.improvements; ) {
    before = race.improvements;
    for (const field of fields)
      for (const candidate of moves(race.best, field, answers))
        if (schema.safeParse(candidate).success) await race.challenge(candidate);
  }
  return { action: race.best, trainingMean: race.mean, tasks: tasks.length, tried: race.tried };
}

/** Holds the best answer so far against challengers, on the same tasks in the same order. */
class Race {
  best: unknown = null;
  improvements = 0;
  readonly #environment: AnyEnvironment;
  readonly #tasks: readonly Task[];
  readonly #services: Services;
  readonly #signal: AbortSignal | undefined;
  /** Tasks after which a candidate may be given up. */
  readonly #firstLook: number;
  readonly #known = new Set<string>();
  #returns: number[] | null = null;

  constructor(
    environment: AnyEnvironment,
    tasks: readonly Task[],
    services: Services,
    signal: AbortSignal | undefined,
  ) {
    this.#environment = environment;
    this.#tasks = new Random("best-constant").shuffle(tasks);
    this.#services = services;
    this.#signal = signal;
    this.#firstLook = Math.min(64, Math.max(sideBySide, 2 ** Math.floor(Math.log2(tasks.length / 4))));
  }

  get tried(): number {
    return this.#known.size;
  }

  get mean(): number {
    return this.#returns ? mean(this.#returns) : 0;
  }

  /** Takes the place of the best answer when it earns more. Throws an Error when the environment fails. */
  async challenge(candidate: unknown): Promise<void> {
    const name = canonicalJson(candidate);
    if (this.#known.has(name)) return;
    this.#known.add(name);
    const returns: number[] = [];
    while (returns.length < this.#tasks.length) {
      const some = this.#tasks.slice(returns.length, returns.length + sideBySide);
      returns.push(...(await Promise.all(some.map((task) => this.#play(candidate, task)))));
      // At 64, 128, 256, ... tasks; earlier where there are few.
      if (returns.length >= this.#firstLook && (returns.length & (returns.length - 1)) === 0) {
        this.#signal?.throwIfAborted();
        await new Promise((resolve) => setImmediate(resolve));
        if (this.#clearlyWorse(returns)) return;
      }
    }
    if (this.#returns && mean(returns) <= this.mean + 1e-12) return;
    this.best = candidate;
    this.#returns = returns;
    this.improvements++;
  }

  async #play(constant: unknown, task: Task): Promise<number> {
    const services = this.#services;
    const { return: value, error } = await playPolicy(this.#environment, task, { constant }, { services });
    if (error !== null) throw new Error(`best constant answer, seed ${task.seed}: ${error}`);
    return value;
  }

  #clearlyWorse(returns: readonly number[]): boolean {
    const best = this.#returns;
    if (!best) return false;
    const differences = returns.map((value, i) => value - (best[i] ?? 0));
    const likely = mean(differences) + (2 * standardDeviation(differences)) / Math.sqrt(returns.length);
    // Without any difference so far, a rare one may still come.
    return likely < (returns.length < 256 ? -1e-12 : 1e-12);
  }
}

/** What the oracle answers first, for every task. */
async function oracleAnswers(environment: AnyEnvironment, tasks: readonly Task[]): Promise<unknown[]> {
  const role = soleRole(environment);
  const answers: unknown[] = [];
  for (const task of tasks) {
    const episode = await environment.start(task, { signal: new AbortController().signal, services: {} });
    const observation = episode.turn()?.observation;
    const random = new Random(`best-constant/${task.key}`);
    const said: unknown = role.policies.oracle?.respond({ observation, task, turn: 0, random });
    const answer = typeof said === "string" ? role.parse(said, { observation, form: "full" }) : { action: said };
    if ("action" in answer) answers.push(answer.action);
    await episode.close();
  }
  return answers;
}

function soleRole(environment: AnyEnvironment) {
  const [role] = Object.values(environment.roles);
  if (!role) throw new Error(`environment "${environment.name}" has no role`);
  return role;
}
