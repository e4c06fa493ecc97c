import { describe, expect, it } from "vitest";
import { AdamW } from "./optimizer.ts";

/** Weights after steps up the given gradients, of one weight that begins at 1. */
function climb(gradients: number[], settings: Parameters<AdamW["ascend"]>[2]): number[] {
  const [optimizer, weights] = [new AdamW(1), Float32Array.of(1)];
  return gradients.map((gradient) => {
    optimizer.ascend(weights, Float32Array.of(gradient), settings);
    return weights[0]!;
  });
}

describe("AdamW", () => {
  it("takes a first step of the learning rate, whatever the gradient's size", () => {
    for (const gradient of [1e-3, 1, 1e3]) expect(climb([gradient], { learningRate: 0.1 })[0]).toBeCloseTo(1.1, 5);
    expect(climb([-2], { learningRate: 0.1 })[0]).toBeCloseTo(0.9, 5);
  });

  it("corrects both moments for their start at 0", () => {
    // m = 0.9 x 0.1 + 0.1 x 3 = 0.39, over 1 - 0.81; v = 0.99 x 0.01 + 0.01 x 9 = 0.0999, over 1 - 0.9801.
    const second = (0.1 * (0.39 / 0.19)) / Math.sqrt(0.0999 / 0.0199);
    const [, weight] = climb([1, 3], { learningRate: 0.1, beta2: 0.99 });
    expect(weight).toBeCloseTo(1.1 + second, 5);
  });

  it("decays weights beside the gradient, not through it", () => {
    expect(climb([0], { learningRate: 0.1, weightDecay: 0.5 })[0]).toBeCloseTo(0.95, 6);
    expect(climb([1], { learningRate: 0.1, weightDecay: 0.5 })[0]).toBeCloseTo(1.05, 5);
  });

  it("scales gradients down to the largest norm, and returns the norm before", () => {
    const clipped = new AdamW(2);
    const settings = { learningRate: 0.1, maxGradNorm: 1 };
    expect(clipped.ascend(new Float32Array(2), Float32Array.of(30, 40), settings)).toBe(50);
    expect([...clipped.first].map((value) => value * 10)).toEqual([expect.closeTo(0.6), expect.closeTo(0.8)]);
    expect(clipped.step).toBe(1);
    const small = new AdamW(1);
    small.ascend(new Float32Array(1), Float32Array.of(0.5), settings);
    expect(small.first[0]).toBeCloseTo(0.05);
  });
});
