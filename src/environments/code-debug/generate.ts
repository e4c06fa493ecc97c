/** From (level, split, seed, options) to a task: a seed picks from what is certified, in a fixed order of its own. */
import { createTask } from "../../core/authoring.ts";
import type { TaskRequest } from "../../core/environment.ts";
import { FettleError } from "../../core/errors.ts";
import { Random } from "../../core/random.ts";
import type { Split } from "../../core/splits.ts";
import { levels } from "./levels.ts";
import { type Exercise, type Library, lineCount, type Mutant, moduleOf, type Pair } from "./library.ts";
import type { Observation } from "./observation.ts";
import type { Options } from "./options.ts";
import { splitExercises } from "./splits.ts";
import type { CodeDebugTask, Secret } from "./task.ts";

type Bug = Mutant | Pair;

export class Generator {
  readonly #me: { name: string; version: string };
  readonly #exercises: ReadonlyMap<string, Exercise>;
  readonly #splits: ReadonlyMap<string, Split>;
  readonly #library: Library;
  readonly #orders = new Map<string, readonly Bug[]>();

  constructor(me: { name: string; version: string }, library: Library) {
    this.#me = { name: me.name, version: library.hash === "" ? me.version : `${me.version}+${library.hash}` };
    this.#library = library;
    this.#exercises = new Map(library.exercises.map((exercise) => [exercise.id, exercise]));
    this.#splits = splitExercises(library);
  }

  /** Throws FettleError `no_task` where the library has no bug for a level and split. */
  generate(request: TaskRequest<Options>): CodeDebugTask {
    const { level, split, seed, options } = request;
    const order = this.#order(level, split, options);
    const bug = order[place(seed, order.length)];
    const exercise = bug && this.#exercises.get(bug.exercise);
    if (!bug || !exercise)
      throw new FettleError("no_task", `There is no certified bug for level "${level}" in the ${split} split.`, {
        hint: "Ask for another level or split, or for all bugs.",
      });
    const shownTest = level === "fix-test" ? new Random(`${level}/${seed}/test`).pick(bug.fails) : null;
    const secret = secretOf(exercise, bug, level);
    return createTask<Observation, Secret>(this.#me, request, {
      public: observe(exercise, bug, level, shownTest === null ? "" : (exercise.visible[shownTest] ?? "")),
      secret,
      structure: `${exercise.id}: ${secret.operators.join(" + ")}`,
      labels: [...new Set("bugTypes" in bug ? bug.bugTypes : [bug.bugType])],
    });
  }

  /** Bugs of a level and split. */
  count({ level, split, options }: Omit<TaskRequest<Options>, "seed">): number {
    return this.#order(level, split, options).length;
  }

  /** The bugs that suit a level, shuffled. */
  #order(level: string, split: Split, { bugs }: Options): readonly Bug[] {
    const key = `${level}/${split}/${bugs}`;
    let order = this.#orders.get(key);
    if (!order) {
      const { mutants, pairs } = this.#library;
      const wanted = (mutant: Mutant) => bugs === "all" || (mutant.operator === "dataset") === (bugs === "dataset");
      const all: readonly Bug[] =
        level === "fix-two"
          ? pairs.filter(() => bugs !== "dataset") // a dataset has one bug a function
          : mutants.filter(
              (mutant) =>
                wanted(mutant) &&
                (level !== "locate" || mutant.lines.length > 0) &&
                (level !== "fix-test" || mutant.fails.length > 0),
            );
      const own = all.filter(({ exercise }) => this.#splits.get(exercise) === split);
      order = new Random(`${this.#me.name}/${this.#me.version}/${key}`).shuffle(own);
      this.#orders.set(key, order);
    }
    return order;
  }
}

/**
 * Consecutive seeds visit every bug once before any comes again. So do seeds in steps of three, by which callers spread
 * seeds over the splits: where their number divides by three, each round starts one further on.
 */
function place(seed: number, count: number): number {
  return (seed + (count % 3 === 0 ? Math.floor(seed / count) : 0)) % count;
}

function secretOf(exercise: Exercise, bug: Bug, level: string): Secret {
  const base = { exercise, body: bug.body, halves: [], lines: [] };
  if ("operators" in bug) return { ...base, halves: bug.single, operators: bug.operators };
  const before = lineCount(exercise.prelude);
  return {
    ...base,
    operators: [bug.operator],
    lines: level === "locate" ? bug.lines.map((line) => line + before) : [],
  };
}

function observe(exercise: Exercise, bug: Bug, level: string, failingTest: string): Observation {
  const documented = level !== "fix-signature";
  return {
    level,
    entry: exercise.entry,
    // Lines are counted where no docstring stands between them.
    code: moduleOf(exercise, bug.body, { documented: documented && level !== "locate" }),
    documentation: documented ? exercise.docstring : "",
    failing_test: failingTest,
    bug_count: "operators" in bug ? 2 : 1,
    turn: 0,
    max_turns: levels.find(({ name }) => name === level)?.maxTurns ?? 1,
    feedback: "",
  };
}
