import { describe, expect, it } from "vitest";
import { Curriculum } from "./curriculum.ts";
import type { Level } from "./environment.ts";

const levels: Level[] = [
  { name: "one", skill: "", maxTurns: 1, promoteAt: 0.5 },
  { name: "two", skill: "", maxTurns: 1, promoteAt: 0.8 },
  { name: "three", skill: "", maxTurns: 1, promoteAt: null },
];

/** Records means of different tasks; returns the promotions. */
function record(curriculum: Curriculum, level: string, means: number[], name = "task") {
  return means
    .map((mean, i) => curriculum.record(level, `${name} ${i}`, mean))
    .filter((promotion) => promotion !== null);
}

describe("Curriculum", () => {
  it("promotes once a full window reaches the threshold, and begins the next with an empty one", () => {
    const curriculum = new Curriculum(levels, { window: 3 });
    expect(curriculum.mean).toBeNull();
    expect(record(curriculum, "one", [0, 1])).toEqual([]);
    expect(curriculum.mean).toBe(0.5);
    expect(record(curriculum, "one", [0.5], "last")).toEqual([{ from: "one", to: "two" }]);
    expect([curriculum.level, curriculum.passed, curriculum.mean]).toEqual(["two", ["one"], null]);
    expect(curriculum.toJSON().promotions).toEqual([{ from: "one", to: "two", at: 3, mean: 0.5 }]);
  });

  it("looks at the last means only", () => {
    const curriculum = new Curriculum(levels, { window: 2 });
    expect(record(curriculum, "one", [0, 0, 0.4, 0.5])).toEqual([]);
    expect(record(curriculum, "one", [0.5], "last")).toHaveLength(1);
  });

  it("counts neither other levels nor a task twice", () => {
    const curriculum = new Curriculum(levels, { window: 2 });
    curriculum.record("one", "same", 1);
    expect(curriculum.record("one", "same", 1)).toBeNull();
    expect(record(curriculum, "two", [1, 1])).toEqual([]);
    expect(curriculum.toJSON()).toMatchObject({ level: "one", recorded: 1, recent: [{ task: "same", mean: 1 }] });
  });

  it("never leaves the last level, nor goes back", () => {
    const curriculum = new Curriculum(levels, { window: 1 });
    record(curriculum, "one", [1]);
    record(curriculum, "two", [1]);
    expect(record(curriculum, "three", [1, 0])).toEqual([]);
    expect([curriculum.level, curriculum.passed]).toEqual(["three", ["one", "two"]]);
  });

  it("goes on from its state, which is a copy", () => {
    const curriculum = new Curriculum(levels, { window: 2 });
    record(curriculum, "one", [0.4]);
    const state = curriculum.toJSON();
    const resumed = new Curriculum(levels, { window: 2, state });
    expect(record(resumed, "one", [0.6], "next")).toHaveLength(1);
    expect([curriculum.level, state.level, state.recent.length]).toEqual(["one", "one", 1]);
  });
});
