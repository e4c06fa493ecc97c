import { describe, expect, it } from "vitest";
import { Random } from "../../core/random.ts";
import { chooseToken } from "./choose.ts";

const logprobs = Float32Array.from([0.1, 0.4, 0.3, 0.2], Math.log);

function frequencies(temperature: number, topP: number): number[] {
  const random = new Random("choose");
  const counts = [0, 0, 0, 0];
  for (let i = 0; i < 20_000; i++) counts[chooseToken(logprobs, temperature, topP, random)]!++;
  return counts.map((count) => count / 20_000);
}

describe("chooseToken", () => {
  it("takes the most likely token at temperature 0 without drawing", () => {
    const random = new Random("greedy");
    expect(chooseToken(logprobs, 0, 1, random)).toBe(1);
    expect(random.float()).toBe(new Random("greedy").float());
  });

  it("draws from the distribution at temperature 1", () => {
    for (const [token, frequency] of frequencies(1, 1).entries())
      expect(Math.abs(frequency - Math.exp(logprobs[token]!))).toBeLessThan(0.015);
  });

  it("sharpens the distribution below temperature 1", () => {
    const weights = [0.1, 0.4, 0.3, 0.2].map((p) => p ** 2);
    const total = weights.reduce((a, b) => a + b);
    for (const [token, frequency] of frequencies(0.5, 1).entries())
      expect(Math.abs(frequency - weights[token]! / total)).toBeLessThan(0.015);
  });

  it("survives a temperature so low that every weight but one underflows", () => {
    expect(chooseToken(logprobs, 1e-6, 1, new Random(1))).toBe(1);
  });

  it("keeps to the nucleus", () => {
    const [least, most, second, third] = frequencies(1, 0.6);
    expect(least).toBe(0);
    expect(third).toBe(0);
    expect(most! + second!).toBe(1);
    expect(Math.abs(most! - 4 / 7)).toBeLessThan(0.015);
  });
});
