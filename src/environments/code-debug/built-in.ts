/** The built-in corpus as a library: no sandbox and no I/O, as all was certified beforehand. */
import type { Exercise as Written } from "./corpus/exercise.ts";
import { corpus } from "./corpus/index.ts";
import { type Exercise, type Library, lineCount, type Mutant, type Pair } from "./library.ts";
import {
  type CertifiedBug,
  type CertifiedPair,
  certifiedBugs,
  certifiedPairs,
  doubleMutantOf,
  mutantOf,
} from "./mutation/certified.ts";
import { type Parts, partsOf } from "./parts.ts";
import { type Divided, divide } from "./visible.ts";

/** An exercise, and what relates it to what was certified. */
interface Entry {
  exercise: Exercise;
  sites: Divided["sites"];
}

let library: Library | undefined;

export function builtInLibrary(): Library {
  library ??= libraryOf(corpus, certifiedBugs(), certifiedPairs());
  return library;
}

/** The library of some exercises of the corpus and of what is certified of them. */
export function libraryOf(
  written: readonly Written[],
  bugs: readonly CertifiedBug[],
  doubles: readonly CertifiedPair[],
): Library {
  const entries = new Map<string, Entry>();
  for (const { name, topic, source, entry, docstring, test } of written) {
    const { visible, sites, hidden } = divide(test, docstring, entry);
    const exercise = { id: name, topic, entry, docstring, ...partsOf(source, entry), visible, hidden };
    entries.set(name, { exercise, sites });
  }
  const mutants = bugs.flatMap((bug): Mutant[] => {
    const entry = entries.get(bug.exercise.name);
    if (!entry || !failsHidden(entry, bug.failing)) return [];
    const { operator, bugType, source } = mutantOf(bug);
    const { body, lines } = within(entry.exercise, source, bug.repairable);
    return [{ exercise: entry.exercise.id, operator, bugType, body, lines, fails: shownOf(entry, bug.failing) }];
  });
  const pairs = doubles.flatMap((pair): Pair[] => {
    const entry = entries.get(pair.exercise.name);
    if (!entry || !failsHidden(entry, pair.failing)) return [];
    const { parts, source } = doubleMutantOf(pair);
    const [one, other] = parts;
    const bodyOf = (text: string) => within(entry.exercise, text, []).body;
    return [
      {
        exercise: entry.exercise.id,
        operators: [one.operator, other.operator],
        bugTypes: [one.bugType, other.bugType],
        body: bodyOf(source),
        single: [bodyOf(one.source), bodyOf(other.source)],
        fails: shownOf(entry, pair.failing),
      },
    ];
  });
  const exercises = [...entries.values()].map(({ exercise }) => exercise);
  return { exercises, mutants, pairs, heldOut: { validation: 0.2, test: 0.2 }, hash: "" };
}

/** A bug that only visible assertions notice could be talked away by learning those by heart. */
const failsHidden = ({ sites }: Entry, failing: readonly number[]): boolean =>
  failing.some((site) => !sites.includes(site));

const shownOf = ({ sites }: Entry, failing: readonly number[]): number[] =>
  sites.flatMap((site, index) => (failing.includes(site) ? [index] : []));

/** The body of a mutant's source, and lines of that source as lines of `signature + body`. */
function within(exercise: Exercise, source: string, lines: readonly number[]): Pick<Mutant, "body" | "lines"> {
  const parts: Parts = partsOf(source, exercise.entry);
  const { prelude, signature, docliteral, body } = parts;
  // Empty lines behind the docstring are left out of the body.
  const before = lineCount(source) - lineCount(body);
  const head = lineCount(prelude + signature);
  return {
    body,
    lines: lines.flatMap((line) => {
      if (line > before) return [line - before + lineCount(signature)];
      return line > lineCount(prelude) && line <= head && docliteral !== "" ? [line - lineCount(prelude)] : [];
    }),
  };
}
