import { describe, expect, it } from "vitest";
import { Random } from "../../../core/random.ts";
import { drawBalanced } from "./balance.ts";

const items = Array.from({ length: 60 }, (_, n) => ({
  n,
  group: n < 50 ? "many" : "few",
  subgroup: n < 45 ? "most" : "rest",
}));

type Item = (typeof items)[number];

function draw(most: number, late: (item: Item) => boolean = () => false): Item[] {
  const random = new Random("draw");
  return drawBalanced<Item>(items, most, {
    random,
    late,
    groupOf: (item) => item.group,
    subgroupOf: (item) => item.subgroup,
  });
}

const count = (drawn: typeof items, group: string) => drawn.filter((item) => item.group === group).length;

describe("drawBalanced", () => {
  it("takes as many of every group, and of every subgroup in it", () => {
    const drawn = draw(12);
    expect([count(drawn, "many"), count(drawn, "few")]).toEqual([6, 6]);
    const many = drawn.filter(({ group }) => group === "many");
    expect(many.filter(({ subgroup }) => subgroup === "most")).toHaveLength(3);
  });

  it("fills up from the groups that reach further, up to all there is", () => {
    expect([count(draw(40), "many"), count(draw(40), "few")]).toEqual([30, 10]);
    expect(draw(100)).toEqual(items);
    expect(
      drawBalanced([], 3, { random: new Random(1), groupOf: String, subgroupOf: String, late: () => false }),
    ).toEqual([]);
  });

  it("keeps the order of the items, and draws the same again", () => {
    const drawn = draw(12).map(({ n }) => n);
    expect(drawn).toEqual([...drawn].sort((a, b) => a - b));
    expect(draw(12).map(({ n }) => n)).toEqual(drawn);
  });

  it("takes late items only when there are no others", () => {
    expect(draw(12, ({ n }) => n % 2 === 0).filter(({ n, group }) => group === "many" && n % 2 === 0)).toEqual([]);
    expect(draw(60, () => true)).toHaveLength(60);
  });
});
