/**
 * The certified bugs of the built-in corpus. What was found out with a sandbox is kept in `certified-index.ts`, so that
 * making a task takes neither a sandbox nor I/O.
 *
 * One text per exercise, parts parted by spaces: the fingerprint of what was certified; then `3/1a/12.15` for mutant
 * number 3, which fails the test's sites 1, 3 and 4 (bits of a hexadecimal number), and which a single-line edit of line
 * 12 or of line 15 repairs; then `3+7/1a` for mutants 3 and 7 together.
 */
import { contentHash } from "../../../core/json.ts";
import type { Exercise } from "../corpus/exercise.ts";
import { corpus } from "../corpus/index.ts";
import { certifiedIndex } from "./certified-index.ts";
import type { DoubleMutant, Mutant } from "./mutant.ts";
import { combine, mutate } from "./mutate.ts";

/** A bug known to make its exercise's test fail; where it stands among `mutantsOf(exercise)`. */
export interface CertifiedBug {
  exercise: Exercise;
  ordinal: number;
  /** Indexes of the test's assertions that fail; never empty. */
  failing: readonly number[];
  /**
   * Lines of the mutant's source of which some single-line edit makes the test pass, its own among them. Empty when logic
   * is missing: there is no faulty line to point at.
   */
  repairable: readonly number[];
}

/** Two certified bugs that also make the test fail together. */
export interface CertifiedPair {
  exercise: Exercise;
  ordinals: readonly [number, number];
  failing: readonly number[];
}

const mutants = new Map<string, readonly Mutant[]>();

/** All mutants of an exercise, certified or not, in their fixed order. */
export function mutantsOf({ name, source, entry }: Exercise): readonly Mutant[] {
  const known = mutants.get(name) ?? mutate(source, entry);
  mutants.set(name, known);
  return known;
}

/** The mutant of a certified bug. */
export function mutantOf({ exercise, ordinal }: Pick<CertifiedBug, "exercise" | "ordinal">): Mutant {
  const mutant = mutantsOf(exercise)[ordinal];
  if (!mutant) throw new Error(`${exercise.name} has no mutant ${ordinal}: the index of certified bugs is stale`);
  return mutant;
}

/** The two bugs of a certified pair in one source. */
export function doubleMutantOf({ exercise, ordinals: [one, other] }: CertifiedPair): DoubleMutant {
  const both = combine(exercise.source, mutantOf({ exercise, ordinal: one }), mutantOf({ exercise, ordinal: other }));
  if (!both) throw new Error(`mutants ${one} and ${other} of ${exercise.name} do not combine: the index is stale`);
  return both;
}

/** Names what was certified: the exercise and all of its mutants. 12 hexadecimal digits. */
export function fingerprint(exercise: Exercise): string {
  const { source, test } = exercise;
  return contentHash([source, test, mutantsOf(exercise).map((mutant) => mutant.source)]).slice(0, 12);
}

/** What is certified of one exercise. */
export interface Certified {
  fingerprint: string;
  bugs: CertifiedBug[];
  pairs: CertifiedPair[];
}

export function readCertified(exercise: Exercise, text: string): Certified {
  const [mark = "", ...parts] = text.split(" ");
  const certified: Certified = { fingerprint: mark, bugs: [], pairs: [] };
  for (const part of parts) {
    const [numbers = "", sites = "", lines] = part.split("/");
    const failing = bits(sites);
    const [ordinal = 0, other] = numbers.split("+").map(Number);
    if (other !== undefined) certified.pairs.push({ exercise, ordinals: [ordinal, other], failing });
    else
      certified.bugs.push({
        exercise,
        ordinal,
        failing,
        repairable: lines ? lines.split(".").map(Number) : [],
      });
  }
  return certified;
}

export function writeCertified({ fingerprint: mark, bugs, pairs }: Certified): string {
  const single = ({ ordinal, failing, repairable }: CertifiedBug) =>
    `${ordinal}/${hexadecimal(failing)}/${repairable.join(".")}`;
  const double = ({ ordinals, failing }: CertifiedPair) => `${ordinals.join("+")}/${hexadecimal(failing)}`;
  return [mark, ...bugs.map(single), ...pairs.map(double)].join(" ");
}

function bits(text: string): number[] {
  const mask = BigInt(`0x${text || "0"}`);
  return Array.from({ length: mask.toString(2).length }, (_, site) => site).filter(
    (site) => (mask >> BigInt(site)) & 1n,
  );
}

function hexadecimal(sites: readonly number[]): string {
  return sites.reduce((mask, site) => mask | (1n << BigInt(site)), 0n).toString(16);
}

let all: readonly Certified[] | undefined;

function everything(): readonly Certified[] {
  all ??= corpus.flatMap((exercise) => {
    const text = certifiedIndex[exercise.name];
    return text === undefined ? [] : [readCertified(exercise, text)];
  });
  return all;
}

/** Every certified bug of the corpus, in the corpus's order. */
export function certifiedBugs(): CertifiedBug[] {
  return everything().flatMap(({ bugs }) => bugs);
}

/** Every certified pair of bugs of the corpus. */
export function certifiedPairs(): CertifiedPair[] {
  return everything().flatMap(({ pairs }) => pairs);
}
