import { describe, expect, it } from "vitest";
import { attempts, createTask, decay } from "./authoring.ts";

const game = (maxTurns: number) =>
  attempts<number, string | null>({
    maxTurns,
    score: "near",
    observe: (feedback) => feedback,
    grade: (value) => ({ value, why: `it was ${value}`, feedback: `you gave ${value}` }),
  });

it("decays by a tenth a turn, down to 0.3", () => {
  expect([1, 2, 7, 8, 20].map(decay)).toEqual([1, 0.9, expect.closeTo(0.4), expect.closeTo(0.3), 0.3]);
});

describe("attempts", () => {
  it("pays later attempts less and the best one at the end", async () => {
    const episode = game(3);
    expect(episode.turn()).toEqual({ role: "agent", observation: null });
    expect(await episode.step("agent", { action: 0.5 })).toMatchObject({ reward: 0.5, done: false });
    expect(await episode.step("agent", { action: 0.5 })).toMatchObject({ reward: 0.45, observation: "you gave 0.5" });
    expect(await episode.step("agent", { action: 0.1 })).toMatchObject({ reward: 0.5, done: true });
    expect(episode.outcome()).toEqual({ return: 0.5, solved: false });
  });

  it("ends when solved, and refuses more", async () => {
    const episode = game(3);
    await episode.step("agent", { action: 0 });
    expect(await episode.step("agent", { action: 1 })).toMatchObject({ reward: 0.9, done: true });
    expect(episode.outcome()).toEqual({ return: 0.9, solved: true });
    expect(episode.turn()).toBeNull();
    await expect(episode.step("agent", { action: 1 })).rejects.toMatchObject({ code: "episode_over" });
  });

  it("counts an unreadable answer as an attempt worth 0 and says why", async () => {
    const result = await game(2).step("agent", { problem: "no number in it" });
    expect(result).toMatchObject({ reward: 0, done: false, scores: [{ value: 0, why: "no number in it" }] });
    expect(result.observation).toContain("no number in it");
  });
});

describe("attempts with services", () => {
  const judged = (grade: { value: number; metrics?: Record<string, number> } | { error: string }) =>
    attempts<string, string | null>({
      maxTurns: 2,
      score: "s",
      observe: (feedback, turns) => `${turns} ${feedback}`,
      grade: async () => ("error" in grade ? grade : { ...grade, why: "", feedback: "so" }),
      unreadable: (problem) => ({ value: 0, why: problem, feedback: problem, metrics: { raw: 0.25 } }),
    });

  it("shows metrics beside the score", async () => {
    const episode = judged({ value: 0.5, metrics: { raw: 0.75 } });
    const result = await episode.step("agent", { action: "" });
    expect(result).toMatchObject({ observation: "1 so", reward: 0.5 });
    expect(result.scores.map(({ name, value, kind, weight }) => [name, value, kind, weight])).toEqual([
      ["s", 0.5, "reward", 1],
      ["raw", 0.75, "metric", 0],
    ]);
    expect((await episode.step("agent", { problem: "nothing" })).scores[1]).toMatchObject({ name: "raw", value: 0.25 });
  });

  it("ends without a return when an attempt cannot be graded", async () => {
    const episode = judged({ error: "the judge was lost" });
    const result = await episode.step("agent", { action: "" });
    expect(result).toMatchObject({ reward: null, scores: [], done: true, error: "the judge was lost" });
    expect(episode.turn()).toBeNull();
  });
});

describe("createTask", () => {
  const content = { public: { shown: 1 }, secret: { answer: 2 }, structure: "s" };
  const request = { level: "l", seed: 0, split: "train", options: {} } as const;

  it("gives equal tasks for equal requests, and another key for every part that differs", () => {
    const key = (change: object, version = "1") =>
      createTask({ name: "e", version }, { ...request, ...change }, content).key;
    expect(key({})).toBe(key({}));
    const keys = [key({}), key({ level: "m" }), key({ seed: 1 }), key({ split: "test" }), key({ options: { a: 1 } })];
    expect(new Set([...keys, key({}, "2")]).size).toBe(6);
  });
});
