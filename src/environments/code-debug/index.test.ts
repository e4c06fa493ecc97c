import { beforeAll, describe, expect, it } from "vitest";
import { splits } from "../../core/splits.ts";
import { Tokenizer } from "../../engines/tokenizer/tokenizer.ts";
import { builtInLibrary } from "./built-in.ts";
import { openCodeDebug } from "./index.ts";
import type { Library } from "./library.ts";
import { moduleOf } from "./library.ts";
import { bugTypes } from "./mutation/mutant.ts";
import { format, parse } from "./parse.ts";
import { compactTask } from "./render/compact.ts";
import { fullTask } from "./render/full.ts";
import { splitExercises } from "./splits.ts";

const environment = openCodeDebug();
const options = environment.options.parse({});
let library: Library;
beforeAll(() => {
  library = builtInLibrary();
});

describe("the built-in library", () => {
  it("is large and varied", () => {
    expect(library.exercises.length).toBeGreaterThanOrEqual(120);
    expect(new Set(library.exercises.map(({ topic }) => topic)).size).toBeGreaterThanOrEqual(8);
    expect(library.mutants.length).toBeGreaterThanOrEqual(5000);
    expect(new Set(library.mutants.map(({ bugType }) => bugType))).toEqual(new Set(bugTypes));
    expect(new Set(library.mutants.map(({ operator }) => operator)).size).toBeGreaterThanOrEqual(12);
  });

  it("shows two or three assertions of a function and hides at least twice as many", () => {
    for (const { id, visible, hidden } of library.exercises) {
      expect({ id, visible: visible.length }).toEqual({
        id,
        visible: expect.toSatisfy((count) => count >= 1 && count <= 5),
      });
      expect({ id, hidden: hidden.match(/\bassert\b/g)?.length ?? 0 }).toEqual({
        id,
        hidden: expect.toSatisfy((count) => count >= 4),
      });
    }
  });

  it("has bugs that differ from the reference, whose accepted lines hold code", () => {
    const byId = new Map(library.exercises.map((exercise) => [exercise.id, exercise]));
    for (const { exercise: id, body, lines } of library.mutants) {
      const exercise = byId.get(id)!;
      expect(body).not.toBe(exercise.body);
      const shown = (exercise.signature + body).split("\n");
      for (const line of lines) expect(shown[line - 1]?.trim()).toBeTruthy();
    }
  });

  it("is split by function, and meets every bug of a split once before any comes again", async () => {
    const parts = splitExercises(library);
    for (const { name } of environment.levels) {
      for (const split of splits) {
        const count = (await environment.taskCount?.({ level: name, split, options })) ?? 0;
        expect({ name, split, count }).toEqual({ name, split, count: expect.toSatisfy((n) => n >= 200) });
        const hashes = new Set<string>();
        for (let seed = 0; seed < 200; seed++) {
          const task = await environment.generate({ level: name, seed, split, options });
          hashes.add(task.hash);
          expect(parts.get(task.secret.exercise.id)).toBe(split);
        }
        expect({ name, split, distinct: hashes.size }).toEqual({ name, split, distinct: 200 });
      }
    }
  });
});

describe("answers", () => {
  it("come back from both forms as what was said", () => {
    for (const exercise of library.exercises) {
      const code = moduleOf(exercise, exercise.body);
      const observation = { level: "fix-docstring", entry: exercise.entry, code } as never;
      for (const form of ["full", "compact"] as const) {
        const action = { code: exercise.signature + exercise.body };
        expect(parse(format(action, { form }), { observation, form })).toEqual({ action });
      }
    }
  });

  it("are not found in the prompt itself", async () => {
    for (const { name } of environment.levels) {
      const task = await environment.generate({ level: name, seed: 1, split: "train", options });
      const echo = fullTask(task.public)
        .map(({ content }) => content)
        .join("\n\n");
      const read = parse(echo, { observation: task.public, form: "full" });
      if (name === "locate") expect(read).toHaveProperty("problem");
      else if ("action" in read) expect(read.action.code).not.toContain(task.secret.exercise.body);
    }
  });
});

it("fits a small model: a context of 640 tokens holds nearly every compact prompt with an answer", async () => {
  const texts: string[] = [];
  for (const { name } of environment.levels)
    for (let seed = 0; seed < 100; seed++)
      texts.push(compactTask((await environment.generate({ level: name, seed, split: "train", options })).public));
  const tokenizer = Tokenizer.train(texts, 1024);
  const lengths = texts.map((text) => tokenizer.encode(text).length).sort((a, b) => a - b);
  expect(lengths[Math.floor(0.95 * lengths.length)]).toBeLessThan(450);
  const locate = texts.slice(0, 100).map((text) => tokenizer.encode(text).length);
  expect(Math.max(...locate)).toBeLessThan(450);
});
