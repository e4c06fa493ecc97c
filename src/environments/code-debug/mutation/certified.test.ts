import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Random } from "../../../core/random.ts";
import type { Sandbox } from "../../../core/sandbox.ts";
import { quantile } from "../../../core/statistics.ts";
import { openSandbox } from "../../../sandbox/open-sandbox.ts";
import { corpus } from "../corpus/index.ts";
import {
  type CertifiedBug,
  certifiedBugs,
  certifiedPairs,
  doubleMutantOf,
  fingerprint,
  mutantOf,
  mutantsOf,
  readCertified,
  writeCertified,
} from "./certified.ts";
import { certifiedIndex } from "./certified-index.ts";
import { bugTypes } from "./mutant.ts";
import { Trial } from "./trial.ts";

describe("the index of certified bugs", () => {
  it("is fresh: `npx tsx scripts/code-debug/certify.ts` renews what has changed", () => {
    const stale = corpus.filter((exercise) => certifiedIndex[exercise.name]?.split(" ")[0] !== fingerprint(exercise));
    expect(stale.map(({ name }) => name)).toEqual([]);
    expect(Object.keys(certifiedIndex)).toHaveLength(corpus.length);
  }, 60_000);

  it("comes back from its texts as it is", () => {
    for (const exercise of corpus) {
      const text = certifiedIndex[exercise.name] ?? "";
      expect(writeCertified(readCertified(exercise, text))).toBe(text);
    }
  });

  it("is small, as it is part of the package", () => {
    expect(Object.values(certifiedIndex).join("").length).toBeLessThan(600_000);
  });
});

describe("certified bugs", () => {
  const bugs = certifiedBugs();

  it("are at least 5,000, of all six types and of at least 12 operators", () => {
    expect(bugs.length).toBeGreaterThanOrEqual(5000);
    const mutants = bugs.map(mutantOf);
    const count = (type: string) => mutants.filter(({ bugType }) => bugType === type).length;
    for (const type of bugTypes) expect(count(type) / bugs.length, type).toBeGreaterThan(0.04);
    expect(new Set(mutants.map(({ operator }) => operator)).size).toBeGreaterThanOrEqual(12);
  }, 60_000);

  it("are of all exercises alike", () => {
    const counts = corpus.map((exercise) => bugs.filter((bug) => bug.exercise === exercise).length);
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(8);
    expect(Math.max(...counts)).toBeLessThanOrEqual(1.5 * quantile(counts, 0.5));
  });

  it("say of most bugs where they are, but of nothing that is missing", () => {
    const isMissing = (bug: CertifiedBug) => mutantOf(bug).bugType === "missing logic";
    expect(bugs.filter((bug) => isMissing(bug) && bug.repairable.length > 0)).toEqual([]);
    const present = bugs.filter((bug) => !isMissing(bug));
    expect(present.filter(({ repairable }) => repairable.length > 0).length / present.length).toBeGreaterThan(0.98);
    // The line that was edited is one of them.
    for (const bug of present) {
      const { lines } = mutantOf(bug);
      if (bug.repairable.length > 0 && lines.length === 1) expect(bug.repairable).toContain(lines[0]);
    }
  });

  it("come in pairs of which each is certified by itself", () => {
    const pairs = certifiedPairs();
    expect(pairs.length).toBeGreaterThanOrEqual(1000);
    const known = new Set(bugs.map(({ exercise, ordinal }) => `${exercise.name}/${ordinal}`));
    for (const { exercise, ordinals } of pairs)
      expect(ordinals.filter((ordinal) => !known.has(`${exercise.name}/${ordinal}`))).toEqual([]);
  });
});

describe("in the sandbox", () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await openSandbox({ slots: 2 });
  });
  afterAll(async () => sandbox.close());

  it("a sample of the bugs fails the assertions it is said to, and is repaired where it is said to be", async () => {
    for (const bug of new Random("sample").sample(certifiedBugs(), 60)) {
      const { source, bugType, operator } = mutantOf(bug);
      const trial = await Trial.open([sandbox], bug.exercise);
      const name = `${bug.exercise.name} ${bug.ordinal} ${operator}`;
      expect({ name, failing: await trial.failing(source) }).toEqual({ name, failing: bug.failing });
      expect(await trial.needRepair([source]), name).toEqual([true]);
      if (bugType !== "missing logic") expect(await trial.repairable(source), name).toEqual(bug.repairable);
    }
  }, 120_000);

  it("leaves out what is put right by catching exceptions, or by sorting results", async () => {
    for (const [name, operator] of [
      ["days_in_month", "extra-condition"],
      ["bit_positions", "repeated-update"],
    ]) {
      const exercise = corpus.find((one) => one.name === name);
      if (!exercise) throw new Error(`the corpus has no ${name}`);
      const trial = await Trial.open([sandbox], exercise);
      const ordinals = mutantsOf(exercise).flatMap((mutant, ordinal) =>
        mutant.operator === operator ? [ordinal] : [],
      );
      const needed = await trial.needRepair(ordinals.map((ordinal) => mutantsOf(exercise)[ordinal]?.source ?? ""));
      const without = ordinals.filter((_, i) => !needed[i]);
      expect(without.length, name).toBeGreaterThan(0);
      const certified = certifiedBugs().flatMap((bug) => (bug.exercise.name === name ? [bug.ordinal] : []));
      expect(certified.filter((ordinal) => without.includes(ordinal))).toEqual([]);
    }
  }, 60_000);

  it("a sample of the pairs fails as it is said to", async () => {
    for (const pair of new Random("sample").sample(certifiedPairs(), 20)) {
      const trial = await Trial.open([sandbox], pair.exercise);
      expect(await trial.failing(doubleMutantOf(pair).source)).toEqual(pair.failing);
    }
  }, 60_000);
});
