import { describe, expect, it } from "vitest";
import { Random } from "./random.ts";

const draws = (random: Random, count = 5) => Array.from({ length: count }, () => random.int(0, 999));

describe("Random", () => {
  it("gives what it has always given: tasks, weights and samples are made of it", () => {
    expect(draws(new Random("seed"))).toEqual([407, 946, 355, 754, 331]);
    expect(new Random(7).float()).toBe(0.9105156803188807);
  });

  it("splits by name, whatever else was drawn", () => {
    const [fresh, used] = [new Random("seed"), new Random("seed")];
    draws(used, 100);
    expect(draws(used.split("faults"))).toEqual(draws(fresh.split("faults")));
    expect(draws(fresh.split("faults"))).not.toEqual(draws(fresh.split("fault")));
    expect(draws(fresh.split(1))).not.toEqual(draws(fresh));
  });

  it("begins streams of neighbouring names apart from each other", () => {
    const count = 20_000;
    const first = Array.from({ length: count }, (_, i) => new Random(`stream/${i}`).float() - 0.5);
    const mean = first.reduce((sum, value) => sum + value, 0) / count;
    const variance = first.reduce((sum, value) => sum + value * value, 0) / count;
    const lagged = first.slice(1).reduce((sum, value, i) => sum + value * first[i]!, 0) / count;
    // Four standard errors of each, of a uniform distribution.
    expect(Math.abs(mean)).toBeLessThan(4 * Math.sqrt(1 / 12 / count));
    expect(Math.abs(variance - 1 / 12)).toBeLessThan(4 * Math.sqrt(1 / 180 / count));
    expect(Math.abs(lagged)).toBeLessThan((4 * (1 / 12)) / Math.sqrt(count));
  });

  it("stays within bounds, and reaches both", () => {
    const random = new Random("bounds");
    const seen = new Set(Array.from({ length: 200 }, () => random.int(-1, 2)));
    expect([...seen].sort((a, b) => a - b)).toEqual([-1, 0, 1, 2]);
    expect([random.chance(0), random.chance(1)]).toEqual([false, true]);
  });

  it("picks, shuffles and samples without losing or repeating anything", () => {
    const random = new Random("items");
    const items = [1, 2, 3, 4, 5];
    expect(items).toContain(random.pick(items));
    expect(() => random.pick([])).toThrow(RangeError);
    const firsts = new Set<number | undefined>();
    for (let i = 0; i < 100; i++) {
      const shuffled = random.shuffle(items);
      firsts.add(shuffled[0]);
      expect(shuffled.toSorted()).toEqual(items);
    }
    expect(firsts.size).toBe(items.length);
    expect(items).toEqual([1, 2, 3, 4, 5]);
    expect(new Set(random.sample(items, 3)).size).toBe(3);
    expect(random.sample(items, 9).toSorted()).toEqual(items);
  });
});
