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
import { partsOf } from "./parts.ts";
import { type Divided, divide } from "./visible.ts";

/** An exercise, and what relates it to what was certified. */
export interface Entry {
  exercise: Exercise;
  sites: Divided["sites"];
}

let library: Library | undefined;

export function builtInLibrary(): Library {
  library ??= libraryOf(corpus, certifiedBugs(), certifiedPairs());
  return library;
}

/** The library of some exercises of the corpus and of what is certified of them. */
function libraryOf(
  written: readonly Written[],
  bugs: readonly CertifiedBug[],
  doubles: readonly CertifiedPair[],
): Library {
  const entries = new Map<string, Entry>();
  for (const one of written) entries.set(one.name, entryOf(one));
  const hidden = ({ exercise, failing }: CertifiedBug | CertifiedPair) => {
    const entry = entries.get(exercise.name);
    // A bug that only visible assertions notice could be talked away by learning those by heart.
    return entry && failing.some((site) => !entry.sites.includes(site)) ? [entry] : [];
  };
  return {
    exercises: [...entries.values()].map(({ exercise }) => exercise),
    mutants: bugs.flatMap((bug) => hidden(bug).map((entry) => new BuiltInMutant(entry, bug))),
    pairs: doubles.flatMap((pair) => hidden(pair).map((entry) => new BuiltInPair(entry, pair))),
    heldOut: { validation: 0.2, test: 0.2 },
    hash: "",
  };
}

/** An exercise of the corpus as one of the library. */
export function entryOf({ name, topic, source, entry, docstring, test }: Written): Entry {
  const { visible, sites, hidden } = divide(test, docstring, entry);
  return { exercise: { id: name, topic, entry, docstring, ...partsOf(source, entry), visible, hidden }, sites };
}

/** Breaking all functions takes seconds, of which most commands need few: texts are made when they are asked for. */
class BuiltInMutant implements Mutant {
  readonly exercise: string;
  readonly lines: readonly number[];
  readonly fails: readonly number[];
  readonly #entry: Entry;
  readonly #bug: CertifiedBug;

  constructor(entry: Entry, bug: CertifiedBug) {
    this.exercise = entry.exercise.id;
    this.lines = linesWithin(entry, bug.repairable);
    this.fails = shownOf(entry, bug.failing);
    this.#entry = entry;
    this.#bug = bug;
  }

  get operator(): string {
    return mutantOf(this.#bug).operator;
  }

  get bugType(): Mutant["bugType"] {
    return mutantOf(this.#bug).bugType;
  }

  get body(): string {
    return bodyWithin(this.#entry, mutantOf(this.#bug).source);
  }
}

class BuiltInPair implements Pair {
  readonly exercise: string;
  readonly fails: readonly number[];
  readonly #entry: Entry;
  readonly #pair: CertifiedPair;

  constructor(entry: Entry, pair: CertifiedPair) {
    this.exercise = entry.exercise.id;
    this.fails = shownOf(entry, pair.failing);
    this.#entry = entry;
    this.#pair = pair;
  }

  get operators(): Pair["operators"] {
    const [one, other] = doubleMutantOf(this.#pair).parts;
    return [one.operator, other.operator];
  }

  get bugTypes(): Pair["bugTypes"] {
    const [one, other] = doubleMutantOf(this.#pair).parts;
    return [one.bugType, other.bugType];
  }

  get body(): string {
    return bodyWithin(this.#entry, doubleMutantOf(this.#pair).source);
  }

  get single(): Pair["single"] {
    const [one, other] = doubleMutantOf(this.#pair).parts;
    return [bodyWithin(this.#entry, one.source), bodyWithin(this.#entry, other.source)];
  }
}

const shownOf = ({ sites }: Entry, failing: readonly number[]): number[] =>
  sites.flatMap((site, index) => (failing.includes(site) ? [index] : []));

/** What stands before the body. Operators leave it as it is. */
const headOf = ({ exercise: { prelude, signature, docliteral } }: Entry): string => prelude + signature + docliteral;

function bodyWithin(entry: Entry, source: string): string {
  return `${source.slice(headOf(entry).length).trimEnd()}\n`;
}

/** Lines of a mutant's source as lines of `signature + body`. */
function linesWithin(entry: Entry, lines: readonly number[]): number[] {
  const head = lineCount(headOf(entry));
  const signature = lineCount(entry.exercise.signature);
  return lines.flatMap((line) => (line > head ? [line - head + signature] : []));
}
