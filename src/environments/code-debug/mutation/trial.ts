/** What certifying asks of the sandboxes about faulty versions of one exercise. */
import { FettleError } from "../../../core/errors.ts";
import type { Graded, PreparedTask, Sandbox } from "../../../core/sandbox.ts";
import { entryOf } from "../built-in.ts";
import type { Exercise } from "../corpus/exercise.ts";
import { assemble } from "../grade/assemble.ts";
import { unrepaired } from "../grade/stubs.ts";
import { isUnfinished } from "../grade/unfinished.ts";
import { partsOf } from "../parts.ts";
import { divide } from "../visible.ts";
import { repairableLines } from "./locate.ts";
import type { Mutant } from "./mutant.ts";
import { type Behaviour, behaviours } from "./screen.ts";

/** An exercise on some sandboxes, where its faulty versions are tried. */
export class Trial {
  readonly exercise: Exercise;
  readonly #sandboxes: readonly [Sandbox, ...Sandbox[]];
  readonly #task: PreparedTask;
  readonly #shown: readonly number[];

  private constructor(exercise: Exercise, sandboxes: readonly [Sandbox, ...Sandbox[]], task: PreparedTask) {
    this.exercise = exercise;
    this.#sandboxes = sandboxes;
    this.#task = task;
    this.#shown = divide(exercise.test, exercise.docstring, exercise.entry).sites;
  }

  /** Throws an Error when the reference does not pass its test, FettleError `unscored` when a sandbox fails. */
  static async open(sandboxes: readonly [Sandbox, ...Sandbox[]], exercise: Exercise): Promise<Trial> {
    const { name, source, entry, test } = exercise;
    const trial = new Trial(exercise, sandboxes, await sandboxes[0].prepare({ reference: source, entry, test }));
    // An assertion that the reference fails would not count.
    const wrong = trial.#task.sites.find((_, site) => !trial.#task.expected[site]);
    if (wrong) throw new Error(`${name}: the reference does not pass ${wrong[1]}`);
    for (const sandbox of sandboxes) {
      const { passed } = await trial.#grade(sandbox, source);
      if (!passed) throw new Error(`${name}: the reference fails its test`);
    }
    return trial;
  }

  /** Assertions that count. */
  get counted(): number {
    return this.#task.expected.filter((count) => count > 0).length;
  }

  /** Indexes of the assertions that a faulty source fails; null when it is no certified bug. */
  async failing(source: string): Promise<readonly number[] | null> {
    let agreed: readonly number[] | null = null;
    for (const sandbox of this.#sandboxes) {
      const failing = failingSites(this.#task, await this.#grade(sandbox, source));
      if (!failing?.some((site) => !this.#shown.includes(site))) return null;
      if (agreed && agreed.join() !== failing.join()) return null;
      agreed = failing;
    }
    return agreed;
  }

  behaviours(versions: readonly Mutant[]): Promise<Behaviour[]> {
    return behaviours(
      this.#sandboxes[0],
      this.#task,
      versions.map(({ source }) => ({ source })),
    );
  }

  /**
   * Which faulty sources take a repair. The others answer all recorded calls as the reference does once what they raise is
   * caught, say, or their results are sorted: they would pay for that.
   */
  async needRepair(sources: readonly string[]): Promise<boolean[]> {
    const { exercise } = entryOf(this.exercise);
    const versions = sources.map((source) => unrepaired(exercise, partsOf(source, exercise.entry).body));
    const flat = versions.flat().map((code) => ({ source: assemble(exercise, code).source }));
    const behaviour = await behaviours(this.#sandboxes[0], this.#task, flat);
    let at = 0;
    return versions.map(({ length }) => !behaviour.slice(at, (at += length)).includes("same"));
  }

  repairable(source: string): Promise<number[]> {
    return repairableLines(this.#sandboxes[0], this.#task, source);
  }

  async #grade(sandbox: Sandbox, source: string): Promise<Graded> {
    const graded = await sandbox.grade(this.#task, source, { restarts: 0 });
    if (graded.outcome === "error")
      throw new FettleError("unscored", `${this.exercise.name} could not be certified: ${graded.why}.`);
    return graded;
  }
}

/** Counted assertions that fail; null when the source does not load or some call does not end by itself. */
function failingSites({ callMs }: PreparedTask, { sites, load, ended, failures, cpuMs }: Graded): number[] | null {
  const lost = failures.some(({ calls }) => calls.some(({ answer }) => isUnfinished(answer)));
  // A call that ran out of time took all of it.
  if (load !== null || ended !== null || lost || cpuMs >= callMs) return null;
  return sites.flatMap(({ expected, run, ok }, site) =>
    expected > 0 && (run !== expected || ok !== expected) ? [site] : [],
  );
}
