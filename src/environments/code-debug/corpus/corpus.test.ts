import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sandbox } from "../../../core/sandbox.ts";
import { openSandbox } from "../../../sandbox/open-sandbox.ts";
import { mutate } from "../mutation/mutate.ts";
import { partsOf } from "../parts.ts";
import { divide } from "../visible.ts";
import type { Exercise } from "./exercise.ts";
import { corpus } from "./index.ts";

/** Fewest assertions of a test, and fewest ways to break a function. */
const [fewestAssertions, fewestMutants] = [6, 8];

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox({ slots: 2 });
}, 120_000);
afterAll(async () => sandbox?.close());

/** The calls shown in a docstring, as assertions that they give what stands below them; nothing stands for None. */
function examplesOf({ docstring }: Exercise): string[] {
  const examples = docstring.matchAll(/^>>> (.+)(?:\n(?!>>>|$)(.+))?/gm);
  return [...examples].map(([, call, shown = "None"]) => `assert repr(${call}) == ${JSON.stringify(shown)}`);
}

describe("the corpus", () => {
  it("has functions of many topics, each under a name of its own", () => {
    const names = corpus.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(corpus.length).toBeGreaterThanOrEqual(120);
    expect(new Set(corpus.map(({ topic }) => topic)).size).toBeGreaterThanOrEqual(8);
  });
});

describe.each(corpus.map((exercise) => [exercise.name, exercise] as const))("%s", (_, exercise) => {
  const { source, entry, docstring, test } = exercise;

  it("passes its test, every assertion of which is reached and stands by itself", async () => {
    const task = await sandbox.prepare({ reference: source, entry, test });
    expect(task.sites.length).toBeGreaterThanOrEqual(fewestAssertions);
    const unreached = task.sites.filter((_site, index) => (task.expected[index] ?? 0) === 0);
    expect(unreached).toEqual([]);
    expect(test.match(/^assert /gm)).toHaveLength(task.sites.length);
    const graded = await sandbox.grade(task, source);
    expect(graded).toMatchObject({ outcome: "graded", passed: true, full: task.sites.length, strays: [] });
  });

  it("has examples that tell the truth, and a test that goes beyond them", async () => {
    const examples = examplesOf(exercise);
    expect(examples.length).toBeGreaterThanOrEqual(2);
    const task = await sandbox.prepare({ reference: source, entry, test: examples.join("\n") });
    const graded = await sandbox.grade(task, source);
    expect(graded).toMatchObject({ passed: true, full: examples.length, strays: [] });
    const { visible, hidden } = divide(test, docstring, entry);
    expect(visible.length).toBeGreaterThanOrEqual(1);
    expect(hidden.match(/^assert /gm)?.length).toBeGreaterThanOrEqual(2 * visible.length);
  });

  it("ends with the function, which has many places to break", () => {
    const { prelude, signature, docliteral, body } = partsOf(source, entry);
    expect(`${prelude}${signature}${docliteral}${body}`.replaceAll(/\s+/g, "")).toBe(source.replaceAll(/\s+/g, ""));
    expect(mutate(source, entry).length).toBeGreaterThanOrEqual(fewestMutants);
  });
});
