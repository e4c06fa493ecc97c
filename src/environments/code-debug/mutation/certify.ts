/** Finding out which mutants of an exercise are bugs. */
import { Random } from "../../../core/random.ts";
import type { Sandbox } from "../../../core/sandbox.ts";
import type { Exercise } from "../corpus/exercise.ts";
import { drawBalanced } from "./balance.ts";
import { type Certified, type CertifiedBug, type CertifiedPair, fingerprint, mutantsOf } from "./certified.ts";
import type { Mutant } from "./mutant.ts";
import { combine } from "./mutate.ts";
import { Trial } from "./trial.ts";

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
 * assertions on every one of the sandboxes; and nothing that repairs nothing puts it right. Same exercise, same result.
 * Throws an Error when the reference does not pass, FettleError `unscored` when a sandbox fails.
 */
export async function certify(
  sandboxes: readonly [Sandbox, ...Sandbox[]],
  exercise: Exercise,
  { bugs: most = 32, pairs: mostPairs = 10 }: CertifyOptions = {},
): Promise<Certification> {
  const trial = await Trial.open(sandboxes, exercise);
  const mutants = mutantsOf(exercise);
  const behaviour = await trial.behaviours(mutants);
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
  const failings = await Promise.all(candidates.map(({ mutant }) => trial.failing(mutant.source)));
  const open = await trial.needRepair(candidates.map(({ mutant }) => mutant.source));
  const sound = candidates.flatMap((candidate, index): Sound[] => {
    const failing = failings[index];
    return failing && open[index] ? [{ ...candidate, failing }] : [];
  });
  const drawn = drawBalanced<Sound>(sound, most, {
    ...evenly,
    random: random.split("bugs"),
    late: ({ failing }) => failing.length === trial.counted,
  });
  const bugs = await Promise.all(
    drawn.map(async ({ mutant, ordinal, failing }): Promise<CertifiedBug> => {
      const repairable = mutant.bugType === "missing logic" ? [] : await trial.repairable(mutant.source);
      return { exercise, ordinal, failing, repairable };
    }),
  );
  const pairs = await certifyPairs(trial, drawn, mostPairs, random.split("pairs"));
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
  trial: Trial,
  bugs: readonly Sound[],
  most: number,
  random: Random,
): Promise<CertifiedPair[]> {
  const { exercise } = trial;
  const together = bugs.flatMap((one, index) =>
    bugs.slice(index + 1).flatMap((other) => {
      const both = combine(exercise.source, one.mutant, other.mutant);
      return both ? [{ ordinals: [one.ordinal, other.ordinal] as const, source: both.source }] : [];
    }),
  );
  // Nearly all of them hold.
  const sample = random.sample(together, Math.ceil(1.25 * most));
  const open = await trial.needRepair(sample.map(({ source }) => source));
  const tried = await Promise.all(
    sample.map(async ({ ordinals, source }, index): Promise<CertifiedPair[]> => {
      const failing = open[index] ? await trial.failing(source) : null;
      return failing ? [{ exercise, ordinals, failing }] : [];
    }),
  );
  return tried
    .flat()
    .slice(0, most)
    .sort((a, b) => a.ordinals[0] - b.ordinals[0] || a.ordinals[1] - b.ordinals[1]);
}
