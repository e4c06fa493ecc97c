/** Certifying one row of a dataset. */
import { FettleError, messageOf } from "../../../core/errors.ts";
import { Random } from "../../../core/random.ts";
import type { Graded, PreparedTask, Sandbox } from "../../../core/sandbox.ts";
import { assemble } from "../grade/assemble.ts";
import { type Bench, benchOf } from "../grade/bench.ts";
import { memorizer } from "../grade/stubs.ts";
import { type Exercise, lineCount, type Mutant, moduleOf, type Pair, testOf } from "../library.ts";
import { repairableLines } from "../mutation/locate.ts";
import type { Mutant as Edited } from "../mutation/mutant.ts";
import { combine, mutate } from "../mutation/mutate.ts";
import { partsOf } from "../parts.ts";
import { callIn } from "../visible.ts";
import type { Row } from "./rows.ts";

/** The row is at fault; the message says how. */
export class NotCertified extends Error {}

/** What can be certified of one row. All may throw NotCertified, FettleError `no_task` or `unscored`. */
export class Certifier {
  readonly exercise: Exercise;
  readonly #sandbox: Sandbox;
  readonly #bench: Bench;
  readonly #task: PreparedTask;

  private constructor(exercise: Exercise, sandbox: Sandbox, task: PreparedTask) {
    this.exercise = exercise;
    this.#sandbox = sandbox;
    this.#bench = benchOf(sandbox);
    this.#task = task;
  }

  static async open(row: Row, sandbox: Sandbox): Promise<Certifier> {
    let exercise = exerciseOf(row);
    let task = await benchOf(sandbox).prepare(exercise);
    // An example that the reference itself does not keep to is not shown.
    const kept = exercise.visible.filter((_, i) =>
      task.sites.some(([line], site) => line === i + 1 && task.expected[site]),
    );
    if (kept.length < exercise.visible.length) {
      exercise = { ...exercise, visible: kept };
      task = await benchOf(sandbox).prepare(exercise);
    }
    const certifier = new Certifier(exercise, sandbox, task);
    const graded = await certifier.#grade(moduleOf(exercise, exercise.body));
    if (!graded.passed || failsOwnTest(graded, exercise)) throw new NotCertified("the reference fails its test");
    return certifier;
  }

  /** The dataset's bug. It may run without end: grading stops it. */
  async own({ prompt, buggy_solution, bug_type: bugType }: Row): Promise<Mutant> {
    const { entry, id } = this.exercise;
    const { body } = parse(() => partsOf(prompt + buggy_solution, entry), "the buggy solution");
    const graded = await this.#grade(moduleOf(this.exercise, body));
    if (graded.passed) throw new NotCertified("the buggy solution passes its test");
    if (!(await this.#takesRepair(body))) throw new NotCertified("the examples alone show its bug");
    const lines = bugType === "missing logic" || graded.load ? [] : await this.#lines(body);
    return { exercise: id, operator: "dataset", bugType, body, lines, fails: this.#fails(graded) };
  }

  /** At most `most` bugs that operators make, drawn at random, other than the one known; each ends by itself. */
  async made(
    { made: most, located }: { made: number; located: number },
    known: string,
  ): Promise<{ mutants: Mutant[]; edited: Edited[] }> {
    const { id, entry, body } = this.exercise;
    const all = mutate(moduleOf(this.exercise, body), entry);
    const [mutants, edited]: [Mutant[], Edited[]] = [[], []];
    // Some are no bugs; drawing twice as many as are wanted is enough.
    for (const mutant of new Random(`code-debug/made/${id}`).sample(all, 2 * most)) {
      if (mutants.length >= most) break;
      const own = this.#bodyOf(mutant.source);
      if (own === known) continue;
      const graded = await this.#grade(mutant.source);
      if (graded.passed || !isSound(graded) || !(await this.#takesRepair(own))) continue;
      const { operator, bugType } = mutant;
      const searched = bugType !== "missing logic" && mutants.filter(({ lines }) => lines.length > 0).length < located;
      const lines = searched ? await this.#lines(own) : [];
      mutants.push({ exercise: id, operator, bugType, body: own, lines, fails: this.#fails(graded) });
      edited.push(mutant);
    }
    return { mutants, edited };
  }

  /** At most `most` pairs of these bugs. */
  async pairs(edited: readonly Edited[], most: number): Promise<Pair[]> {
    const { id, body } = this.exercise;
    const source = moduleOf(this.exercise, body);
    const candidates = edited.flatMap((one, i) =>
      edited.slice(i + 1).flatMap((other) => combine(source, one, other) ?? []),
    );
    const pairs: Pair[] = [];
    for (const both of new Random(`code-debug/pairs/${id}`).sample(candidates, 2 * most)) {
      if (pairs.length >= most) break;
      const [one, other] = both.parts;
      const own = this.#bodyOf(both.source);
      const graded = await this.#grade(both.source);
      if (graded.passed || !isSound(graded) || !(await this.#takesRepair(own))) continue;
      pairs.push({
        exercise: id,
        operators: [one.operator, other.operator],
        bugTypes: [one.bugType, other.bugType],
        body: own,
        single: [this.#bodyOf(one.source), this.#bodyOf(other.source)],
        fails: this.#fails(graded),
      });
    }
    return pairs;
  }

  /** Operators edit the body alone: what stands before it stays. */
  #bodyOf(source: string): string {
    return source.slice(this.exercise.prelude.length + this.exercise.signature.length);
  }

  /** Lines that repair a body, as lines of `signature + body`. */
  async #lines(body: string): Promise<number[]> {
    const before = lineCount(this.exercise.prelude);
    const lines = await repairableLines(this.#sandbox, this.#task, moduleOf(this.exercise, body));
    return lines.flatMap((line) => (line > before ? [line - before] : []));
  }

  /** Whether tests fail also when the visible ones are learnt by heart. */
  async #takesRepair(body: string): Promise<boolean> {
    const { source } = assemble(this.exercise, memorizer(this.exercise, body));
    return !(await this.#grade(source)).passed;
  }

  async #grade(source: string): Promise<Graded> {
    const result = await this.#bench.grade(this.exercise, source);
    if (result.outcome === "error")
      throw new FettleError("unscored", `${this.exercise.id} could not be certified: ${result.why}.`);
    return result;
  }

  #fails({ sites }: Graded): number[] {
    return this.exercise.visible.flatMap((_, i) =>
      sites.some(({ line, expected, ok }) => line === i + 1 && ok < expected) ? [i] : [],
    );
  }
}

/** It loads, and every call ends by itself. */
const isSound = ({ load, ended, failures }: Graded): boolean =>
  load === null && ended === null && !failures.some(({ calls }) => calls.some(({ answer }) => answer === "timed out"));

/** Whether the reference fails an assertion of the row. Grading does not count such ones, and so would not miss them. */
const failsOwnTest = ({ sites }: Graded, exercise: Exercise): boolean =>
  sites.some(({ line, run, ok }) => ok < run && line <= lineCount(testOf(exercise)));

function exerciseOf(row: Row): Exercise {
  const { task_id: id, entry_point: entry, docstring, test, example_test, prompt, canonical_solution } = row;
  const parts = parse(() => partsOf(prompt + canonical_solution, entry), "the reference");
  const visible = example_test
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => callIn(line, entry) !== null);
  const hidden = `${test.trim()}\n`;
  return { id, topic: "HumanEvalPack", entry, docstring, ...parts, visible: [...new Set(visible)], hidden };
}

/** What the text of a row is at fault for. */
function parse<T>(read: () => T, what: string): T {
  try {
    return read();
  } catch (error) {
    throw new NotCertified(`${what} cannot be read: ${messageOf(error)}`);
  }
}
