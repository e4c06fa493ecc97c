/** Grading on a sandbox, with a memory: the same source on the same exercise is run once. */
import { contentHash } from "../../../core/json.ts";
import type { Graded, PreparedTask, Sandbox, Unscored } from "../../../core/sandbox.ts";
import { hiddenTests } from "../hidden/hidden-tests.ts";
import { type Exercise, moduleOf, testOf } from "../library.ts";

/** Grades that are remembered, the latest ones. */
const remembered = 5000;

export class Bench {
  readonly #sandbox: Sandbox;
  readonly #prepared = new Map<string, Promise<PreparedTask>>();
  readonly #grades = new Map<string, Promise<Graded | Unscored>>();

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
  }

  /**
   * The exercise with its whole test: visible and hidden assertions, and further hidden ones on inputs that are drawn once
   * per exercise. Throws FettleError `no_task` when it cannot be judged, `unscored` when a process was lost.
   */
  prepare(exercise: Exercise): Promise<PreparedTask> {
    const { entry } = exercise;
    const task = { reference: moduleOf(exercise, exercise.body), entry, test: testOf(exercise) };
    return recall(this.#prepared, contentHash(task), async () => {
      const written = await this.#sandbox.prepare(task);
      const drawn = await hiddenTests(this.#sandbox, written, { seed: exercise.id });
      return drawn ? this.#sandbox.prepare({ ...task, test: `${task.test}\n${drawn.test}` }) : written;
    });
  }

  /** Grades a module. Same errors as `prepare`. */
  async grade(exercise: Exercise, source: string): Promise<Graded | Unscored> {
    return this.#grade(await this.prepare(exercise), source);
  }

  /**
   * Grades a module on the visible assertions alone, in a process that is sent no hidden input: what it says of itself may
   * be shown. null where nothing is visible. Same errors as `prepare`.
   */
  async gradeVisible(exercise: Exercise, source: string): Promise<Graded | Unscored | null> {
    const { entry, visible } = exercise;
    if (visible.length === 0) return null;
    const task = { reference: moduleOf(exercise, exercise.body), entry, test: testOf({ visible, hidden: "" }) };
    const prepared = await recall(this.#prepared, contentHash(task), () => this.#sandbox.prepare(task));
    return this.#grade(prepared, source);
  }

  async #grade(task: PreparedTask, source: string): Promise<Graded | Unscored> {
    const key = `${task.key}/${contentHash(source)}`;
    const result = await recall(this.#grades, key, () => this.#sandbox.grade(task, source));
    if (result.outcome === "error") this.#grades.delete(key);
    return result;
  }
}

/** The remembered promise, or a new one, which is forgotten when it rejects. The oldest make room. */
function recall<T>(memory: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const known = memory.get(key);
  if (known) {
    memory.delete(key);
    memory.set(key, known);
    return known;
  }
  const made = make();
  memory.set(key, made);
  made.catch(() => memory.delete(key));
  const oldest = memory.size > remembered ? memory.keys().next().value : undefined;
  if (oldest !== undefined) memory.delete(oldest);
  return made;
}

const benches = new WeakMap<Sandbox, Bench>();

/** The bench of a sandbox; one for all episodes that are lent it. */
export function benchOf(sandbox: Sandbox): Bench {
  const known = benches.get(sandbox) ?? new Bench(sandbox);
  benches.set(sandbox, known);
  return known;
}
