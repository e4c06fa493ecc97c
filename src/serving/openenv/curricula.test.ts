import { describe, expect, it } from "vitest";
import { CurriculumTable, SharedCurriculum } from "./curricula.ts";

const levels = [
  { name: "one", skill: "", maxTurns: 1, promoteAt: 0.5 },
  { name: "two", skill: "", maxTurns: 1, promoteAt: null },
];

describe("SharedCurriculum", () => {
  it("counts the mean of a group once, when its last episode ends", () => {
    const curriculum = new SharedCurriculum(levels);
    for (let task = 0; task < 9; task++) curriculum.leave(curriculum.enter(`${task}`), `${task}`, 0.5);
    const group = [0, 1, 1].map((value) => ({ value, entered: curriculum.enter("9") }));
    for (const { entered, value } of group) {
      expect(curriculum.summary()).toMatchObject({ level: "one", recorded: 9 });
      curriculum.leave(entered, "9", value);
    }
    // (9 x 0.5 + 2 / 3) / 10; with the first return alone it would be 0.45, below the threshold.
    const mean = expect.closeTo(0.5167, 3);
    expect(curriculum.summary()).toMatchObject({
      level: "two",
      promotions: [{ from: "one", to: "two", at: 10, mean }],
    });
  });

  it("keeps the level of a group in play across a promotion", () => {
    const curriculum = new SharedCurriculum(levels);
    const early = curriculum.enter("seed 7");
    for (let task = 0; task < 10; task++) curriculum.leave(curriculum.enter(`${task}`), `${task}`, 1);
    expect(curriculum.level).toBe("two");
    expect(curriculum.enter("seed 7")).toBe(early);
    expect(early.level).toBe("one");
    curriculum.leave(early, "7", 1);
    curriculum.leave(early, "7", 1);
    expect(curriculum.enter("seed 7").level).toBe("two");
  });

  it("counts nothing for episodes that do not count", () => {
    const curriculum = new SharedCurriculum(levels);
    const group = curriculum.enter("a");
    curriculum.enter("a");
    curriculum.leave(group, "a", null);
    curriculum.leave(group, "a", null);
    expect(curriculum.summary()).toMatchObject({ mean: null, recorded: 0 });
  });

  it("shows no task keys", () => {
    const curriculum = new SharedCurriculum(levels);
    curriculum.leave(curriculum.enter("a"), "the-key", 1);
    expect(JSON.stringify(curriculum.summary())).not.toContain("the-key");
  });
});

describe("CurriculumTable", () => {
  it("shares by id and lets the least recently named one go", () => {
    const table = new CurriculumTable(levels, 2);
    const a = table.get("a");
    const b = table.get("b");
    expect(table.get("a")).toBe(a);
    table.get("c");
    expect(table.peek("b")).toBeUndefined();
    expect(table.get("a")).toBe(a);
    expect(table.get("b")).not.toBe(b);
  });
});
