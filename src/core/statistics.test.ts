import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  clusteredMean,
  mean,
  pairedDifference,
  passAtK,
  passPowerK,
  quantile,
  standardDeviation,
  studentQuantile,
} from "./statistics.ts";

const values = (numbers: number[], cluster = (i: number) => `t${i}`) =>
  numbers.map((value, i) => ({ cluster: cluster(i), value }));

describe("Student's t", () => {
  // Published table (two-sided 95 % and 99 %).
  it.each([
    [0.975, 1, 12.7062],
    [0.975, 2, 4.30265],
    [0.975, 9, 2.262157],
    [0.975, 30, 2.042272],
    [0.995, 10, 3.169273],
    [0.975, 199, 1.971957],
    [0.975, 100_000, 1.959988],
  ])("quantile(%f, %d) = %f", (p, degrees, expected) => {
    expect(studentQuantile(p, degrees)).toBeCloseTo(expected, 4);
    expect(studentQuantile(1 - p, degrees)).toBeCloseTo(-expected, 4);
  });
});

describe("descriptive statistics", () => {
  it("averages and spreads", () => {
    expect(mean([1, 2, 3, 6])).toBe(3);
    expect(standardDeviation([2, 4, 4, 4, 5, 5, 7, 9])).toBeCloseTo(2.13809, 5);
    expect(standardDeviation([5])).toBe(0);
    expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5);
    expect(quantile([1, 2, 3], 1)).toBe(3);
  });
});

describe("clusteredMean", () => {
  it("is the one-sample t interval when every cluster has one value", () => {
    // 5.1 4.9 5.6 4.7 5.2: mean 5.1, sd 0.33912, se 0.15166, t(4) 2.77645.
    const estimate = clusteredMean(values([5.1, 4.9, 5.6, 4.7, 5.2]));
    expect(estimate.mean).toBeCloseTo(5.1, 10);
    expect(estimate.standardError).toBeCloseTo(0.151658, 5);
    expect(estimate.low).toBeCloseTo(4.678933, 4);
    expect(estimate.high).toBeCloseTo(5.521067, 4);
  });

  it("equals the interval over cluster means for clusters of one size, and ignores fake replication", () => {
    const once = clusteredMean(values([0, 1, 1, 0.5]));
    const four = clusteredMean(
      values(
        [0, 1, 1, 0.5].flatMap((v) => [v, v, v, v]),
        (i) => `t${i >> 2}`,
      ),
    );
    expect(four).toEqual({ ...once, n: 16 });
  });

  it("follows the CR1 formula for unequal clusters", () => {
    // a: 1 1 0, b: 0 1. mean 0.6; residual sums 0.2 and -0.2; se = sqrt(2 * 0.08) / 5.
    const estimate = clusteredMean(values([1, 1, 0, 0, 1], (i) => (i < 3 ? "a" : "b")));
    expect(estimate.standardError).toBeCloseTo(Math.sqrt(0.16) / 5, 12);
    expect(estimate.clusters).toBe(2);
  });

  it("stays inside [0, 1], and is not certain of what it saw twenty times", () => {
    const unit = (numbers: number[]) => clusteredMean(values(numbers), { unit: true });
    expect(unit([1, 1, 1, 0.9])).toMatchObject({ high: 1 });
    // Clopper and Pearson for 20 of 20 and 0 of 20.
    expect(unit(Array(20).fill(1))).toMatchObject({ mean: 1, low: expect.closeTo(0.83157, 5), high: 1 });
    expect(unit(Array(20).fill(0))).toMatchObject({ mean: 0, low: 0, high: expect.closeTo(0.16843, 5) });
    expect(clusteredMean(values(Array(20).fill(1)))).toMatchObject({ low: 1, high: 1 });
  });

  it("gives no interval where there is none", () => {
    expect(clusteredMean([]).mean).toBeNull();
    expect(clusteredMean(values([1, 0], () => "same"))).toMatchObject({ mean: 0.5, low: null, clusters: 1 });
  });

  it("covers the true mean about 95 % of the time when samples of a task agree with each other", () => {
    let state = 7;
    const uniform = () => (state = (state * 16807) % 2147483647) / 2147483647;
    let covered = 0;
    const runs = 2000;
    for (let run = 0; run < runs; run++) {
      const sample = Array.from({ length: 30 }, (_, task) => {
        const ability = uniform();
        return Array.from({ length: 4 }, () => ({ cluster: `${task}`, value: uniform() < ability ? 1 : 0 }));
      }).flat();
      const { low, high } = clusteredMean(sample);
      if (low! <= 0.5 && high! >= 0.5) covered++;
    }
    expect(covered / runs).toBeGreaterThan(0.935);
    expect(covered / runs).toBeLessThan(0.965);
  });
});

describe("pairedDifference", () => {
  it("is the paired t interval on shared clusters", () => {
    const a = values([0.9, 0.8, 0.7, 0.4, 1]);
    const b = values([0.7, 0.7, 0.7, 0.1]);
    // differences 0.2 0.1 0 0.3: mean 0.15, sd 0.1291, t(3) 3.18245.
    const difference = pairedDifference(a, b);
    expect(difference).toMatchObject({ clusters: 4 });
    expect(difference.mean).toBeCloseTo(0.15, 12);
    expect(difference.high).toBeCloseTo(0.15 + (3.182446 * 0.1290994) / 2, 5);
  });

  it("averages repeated samples within a task first", () => {
    const a = [...values([1, 0], () => "x"), ...values([1], () => "y")];
    const b = [...values([0], () => "x"), ...values([0, 0, 1], () => "y")];
    expect(pairedDifference(a, b).mean).toBeCloseTo((0.5 + 2 / 3) / 2, 12);
  });
});

describe("pass@k", () => {
  it("agrees with counting subsets", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.nat(9), fc.integer({ min: 1, max: 9 }), (n, wanted, k) => {
        const c = Math.min(wanted, n);
        fc.pre(k <= n);
        let [any, all, subsets] = [0, 0, 0];
        for (let mask = 0; mask < 1 << n; mask++) {
          const chosen = Array.from({ length: n }, (_, i) => i).filter((i) => (mask >> i) & 1);
          if (chosen.length !== k) continue;
          subsets++;
          if (chosen.some((i) => i < c)) any++;
          if (chosen.every((i) => i < c)) all++;
        }
        expect(passAtK(n, c, k)).toBeCloseTo(any / subsets, 12);
        expect(passPowerK(n, c, k)).toBeCloseTo(all / subsets, 12);
      }),
    );
  });

  it("knows the simple cases", () => {
    expect(passAtK(10, 3, 1)).toBeCloseTo(0.3, 12);
    expect(passAtK(200, 1, 100)).toBeCloseTo(0.5, 12);
    expect(passAtK(4, 0, 4)).toBe(0);
    expect(() => passAtK(4, 5, 1)).toThrow(RangeError);
    expect(() => passAtK(4, 2, 5)).toThrow(RangeError);
  });
});
