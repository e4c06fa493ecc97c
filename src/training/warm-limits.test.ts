import { expect, test } from "vitest";
import { TaskStream } from "./task-stream.ts";
import { letters } from "./testing/letters.ts";
import { checkLimits, limitsOf } from "./warm-limits.ts";

/** The letters environment, counting the tasks that are made; `labels` changes theirs. */
function tasks(labels: (given: readonly string[]) => string[] = (given) => [...given]) {
  const made = { count: 0 };
  const environment = {
    ...letters,
    generate: async (request: Parameters<typeof letters.generate>[0]) => {
      made.count++;
      const task = await letters.generate(request);
      return { ...task, labels: labels(task.labels) };
    },
  };
  const exclude = async () => new Set<string>();
  return { made, stream: new TaskStream({ environment, options: {}, name: "test", candidates: 1, exclude }) };
}

test("limits of labels by their names", () => {
  expect([...limitsOf(["a=0.1", "two words=.2", "c=1"])]).toEqual([
    ["a", 0.1],
    ["two words", 0.2],
    ["c", 1],
  ]);
});

test("limits on labels that are demonstrated take as many tasks as it takes to meet them", async () => {
  const { made, stream } = tasks();
  await checkLimits(["a=0.1", "f=1"], "after", stream);
  expect(made.count).toBeLessThan(100);
});

test("a label that is never demonstrated is named, with those that are", async () => {
  await expect(checkLimits(["a=0.1", "g=0.2"], "after", tasks().stream)).rejects.toMatchObject({
    code: "bad_option",
    exit: 2,
    message:
      '--warm-limits g=0.2: of 200 tasks of level "after", the first of the demonstrations, none has "g" as its only label.',
    hint: "Labels there: a, b, c, d, e, f.",
  });
});

test("a label that never stands alone is none that is demonstrated", async () => {
  const paired = tasks((given) => [...given, "other"]).stream;
  await expect(checkLimits(["a=0.1"], "after", paired)).rejects.toMatchObject({
    message: expect.stringMatching(/^--warm-limits a=0\.1: .* none has "a" as its only label\.$/),
    hint: "No task there has one label alone.",
  });
});

test("a label has one limit", async () => {
  const { made, stream } = tasks();
  await expect(checkLimits(["a=0.1", "b=0.1", "a=0.2"], "after", stream)).rejects.toMatchObject({
    code: "bad_option",
    message: '--warm-limits a=0.2: "a" has a limit already.',
    hint: "Leave out one of a=0.1 and a=0.2.",
  });
  expect(made.count).toBe(0);
});
