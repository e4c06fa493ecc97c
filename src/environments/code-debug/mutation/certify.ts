/** Finding out which mutants of an exercise are bugs. */
import { FettleError } from "../../../core/errors.ts";
import { Random } from "../../../core/random.ts";
import type { Graded, PreparedTask, Sandbox } from "../../../core/sandbox.ts";
import { entryOf } from "../built-in.ts";
import type { Exercise } from "../corpus/exercise.ts";
import { assemble } from "../grade/assemble.ts";
import { unrepaired } from "../grade/stubs.ts";
import { isUnfinished } from "../grade/unfinished.ts";
import { partsOf } from "../parts.ts";
import { divide } from "../visible.ts";
import { drawBalanced } from "./balance.ts";
import { type Certified, type CertifiedBug, type CertifiedPair, fingerprint, mutantsOf } from "./certified.ts";
import { repairableLines } from "./locate.ts";
import type { Mutant } from "./mutant.ts";
import { combine } from "./mutate.ts";
import { type Behaviour, behaviours } from "./screen.ts";

export interface CertifyOptions {
  /** Most bugs of one exercise: none is to dominate. Default 32. */
  bugs?: number;
  /** Most pairs of them. Default 10. */
  pairs?: number;
}

export interface Certification {
  certified: Certified;
  /** Mutants made, and those of them that give another answer than the reference to some recorded call. */
  made: number;
  different: number;
}

/**
 * Certifies bugs of an exercise, drawn evenly over their types and operators from all that hold. The reference passes its
 * test; a bug loads, all of its calls end by themselves, and it fails some assertion that is not shown to models, the same
 * assertions on every one of the sandboxes; and nothing that repairs nothing puts it right. Same exercise, same result. Throws an Error when the reference does not pass,
 * FettleError `unscored` when a sandbox fails.
 */
export async function certify(
  sandboxes: readonly [Sandbox, ...Sandbox[]],
  exercise: Exercise,
  { bugs: most = 32, pairs: mostPairs = 10 }: CertifyOptions = {},
): Promise<Certification> {
  const bench = await Bench.open(sandboxes, exercise);
  const mutants = mutantsOf(exercise);
  const behaviour = await bench.behaviours(mutants);
  const different = mutants.flatMap((mutant, ordinal) => (behaviour[ordinal] === "other" ? [{ mutant, ordinal }] : []));
  const random = new Random(`code-debug/certify/${exercise.name}`);
  const evenly = {
    groupOf: ({ mutant }: Candidate) => mutant.bugType,
    subgroupOf: ({ mutant }: Candidate) => mutant.operator,
  };
  // Nearly all of these are bugs; some of them replace those that fail everything, which say less about what is wrong.
  const candidates = drawBalanced<Candidate>(different, Math.ceil(1.3 * most), {
    ...evenly,
    random: random.split("candidates"),
    late: () => false,
  });
  const failings = await Promise.all(candidates.map(({ mutant }) => bench.failing(mutant.source)));
  const open = await bench.needRepair(candidates.map(({ mutant }) => mutant.source));
  const sound = candidates.flatMap((candidate, index): Sound[] => {
    const failing = failings[index];
    return failing && open[index] ? [{ ...candidate, failing }] : [];
  });
  const drawn = drawBalanced<Sound>(sound, most, {
    ...evenly,
    random: random.split("bugs"),
    late: ({ failing }) => failing.length === bench.counted,
  });
  const bugs = await Promise.all(
    drawn.map(async ({ mutant, ordinal, failing }): Promise<CertifiedBug> => {
      const repairable = mutant.bugType === "missing logic" ? [] : await bench.repairable(mutant.source);
      return { exercise, ordinal, failing, repairable };
    }),
  );
  const pairs = await certifyPairs(bench, drawn, mostPairs, random.split("pairs"));
  return {
    certified: { fingerprint: fingerprint(exercise), bugs, pairs },
    made: mutants.length,
    different: different.length,
  };
}

interface Candidate {
  mutant: Mutant;
  ordinal: number;
}

interface Sound extends Candidate {
  failing: readonly number[];
}

/** Pairs of bugs that are one together: with both, too, it loads, ends by itself and fails. */
async function certifyPairs(
  bench: Bench,
  bugs: readonly Sound[],
  most: number,
  random: Random,
): Promise<CertifiedPair[]> {
  const { exercise } = bench;
  const together = bugs.flatMap((one, index) =>
    bugs.slice(index + 1).flatMap((other) => {
      const both = combine(exercise.source, one.mutant, other.mutant);
      return both ? [{ ordinals: [one.ordinal, other.ordinal] as const, source: both.source }] : [];
    }),
  );
  // Nearly all of them hold.
  const sample = random.sample(together, Math.ceil(1.25 * most));
  const open = await bench.needRepair(sample.map(({ source }) => source));
  const tried = await Promise.all(
    sample.map(async ({ ordinals, source }, index): Promise<CertifiedPair[]> => {
      const failing = open[index] ? await bench.failing(source) : null;
      return failing ? [{ exercise, ordinals, failing }] : [];
    }),
  );
  return tried
    .flat()
    .slice(0, most)
    .sort((a, b) => a.ordinals[0] - b.ordinals[0] || a.ordinals[1] - b.ordinals[1]);
}

/** An exercise on some sandboxes. */
export class Bench {
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

  /** Throws like `certify`. */
  static async open(sandboxes: readonly [Sandbox, ...Sandbox[]], exercise: Exercise): Promise<Bench> {
    const { name, source, entry, test } = exercise;
    const bench = new Bench(exercise, sandboxes, await sandboxes[0].prepare({ reference: source, entry, test }));
    // An assertion that the reference fails would not count.
    const wrong = bench.#task.sites.find((_, site) => !bench.#task.expected[site]);
    if (wrong) throw new Error(`${name}: the reference does not pass ${wrong[1]}`);
    for (const sandbox of sandboxes) {
      const { passed } = await bench.#grade(sandbox, source);
      if (!passed) throw new Error(`${name}: the reference fails its test`);
    }
    return bench;
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
