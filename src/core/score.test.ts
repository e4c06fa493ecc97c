import { describe, expect, it } from "vitest";
import { z } from "zod";
import { attempts, createTask } from "./authoring.ts";
import { type AnyEnvironment, defineEnvironment, type Episode, type Task } from "./environment.ts";
import { rangeProblem, type Score } from "./score.ts";

const score = (value: number | null): Score => ({
  name: "s",
  role: "agent",
  value,
  weight: 3,
  kind: "reward",
  why: "",
});

describe("rangeProblem", () => {
  it("takes numbers in [0, 1], scores without a value, and any weight", () => {
    expect(rangeProblem([score(0), score(1), score(null)], 1, 0.5)).toBeNull();
  });

  it.each([2, -0.1, 1 + 2 ** -52, Number.NaN, Number.POSITIVE_INFINITY])("names what is %s", (value) => {
    const outside = `${value}, which is no number in [0, 1]`;
    expect(rangeProblem([score(0), score(value)], 0, 0)).toBe(`the score "s" is ${outside}`);
    expect(rangeProblem([], value, 0)).toBe(`the reward of a step is ${outside}`);
    expect(rangeProblem([], 0, value)).toBe(`the return is ${outside}`);
  });
});

describe("an environment's episodes", () => {
  const me = { name: "guess", version: "1.0.0" };
  const policy = { about: "", respond: () => 0 };

  function environment(start: () => Episode<number, null> | Promise<Episode<number, null>>): AnyEnvironment {
    const agent = {
      action: z.number(),
      observation: z.null(),
      render: () => [],
      parse: (text: string) => ({ action: Number(text) }),
      format: String,
      policies: {
        oracle: { kind: "oracle", ...policy },
        noop: { kind: "noop", ...policy },
        random: { kind: "random", ...policy },
      },
    } as const;
    return defineEnvironment<number, null, Task, object>({
      ...me,
      description: "",
      levels: [{ name: "one", skill: "", maxTurns: 2, promoteAt: null }],
      options: z.object({}),
      roles: { agent },
      generate: (request) => createTask(me, request, { public: 0, secret: 0, structure: "" }),
      start,
    });
  }

  const graded = () =>
    attempts<number, null>({
      maxTurns: 2,
      score: "near",
      observe: () => null,
      grade: (value) => ({ value, why: "", feedback: "" }),
    });

  const open = async (start: () => Episode<number, null> | Promise<Episode<number, null>>) => {
    const { generate, start: begin } = environment(start);
    const task: Task = await generate({ level: "one", seed: 0, split: "train", options: {} });
    const episode: Episode<number, null> = await begin(task, { signal: new AbortController().signal, services: {} });
    return episode;
  };

  it.each([
    ["at once", () => graded()],
    ["later", async () => graded()],
  ])("that start %s refuse a grade outside [0, 1] by its name and value", async (_, start) => {
    expect(await (await open(start)).step("agent", { action: 1 })).toMatchObject({ reward: 1, done: true });
    for (const action of [2, Number.NaN])
      await expect((await open(start)).step("agent", { action })).rejects.toMatchObject({
        code: "environment_failed",
        message: `Environment "guess": the score "near" is ${action}, which is no number in [0, 1].`,
      });
  });

  it("may leave a step unscored", async () => {
    const unscored = { observation: null, scores: [score(7)], reward: null, done: true, error: "the judge is away" };
    const episode = await open(() => ({ ...graded(), step: async () => unscored }));
    expect(await episode.step("agent", { action: 1 })).toEqual(unscored);
  });
});
