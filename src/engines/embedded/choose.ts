import type { Random } from "../../core/random.ts";

/**
 * A token from log-probabilities at temperature 1. Temperature 0 takes the most likely one (the first of equals);
 * otherwise one draw from softmax(logprobs / temperature), kept to the smallest set of most likely tokens whose
 * probability reaches `topP`. Exactly one random number is drawn when the temperature is above 0.
 */
export function chooseToken(logprobs: Float32Array, temperature: number, topP: number, random: Random): number {
  if (temperature === 0) return mostLikely(logprobs);
  const top = logprobs[mostLikely(logprobs)]!;
  const weights = new Float64Array(logprobs.length);
  let total = 0;
  for (let i = 0; i < logprobs.length; i++) total += weights[i] = Math.exp((logprobs[i]! - top) / temperature);
  const draw = random.float();
  if (topP < 1) return drawNucleus(weights, total, topP, draw);
  let rest = draw * total;
  let last = 0;
  for (let i = 0; i < weights.length; i++) {
    const weight = weights[i]!;
    if (weight === 0) continue;
    last = i;
    if ((rest -= weight) < 0) return i;
  }
  return last;
}

function mostLikely(logprobs: Float32Array): number {
  let best = 0;
  for (let i = 1; i < logprobs.length; i++) if (logprobs[i]! > logprobs[best]!) best = i;
  return best;
}

function drawNucleus(weights: Float64Array, total: number, topP: number, draw: number): number {
  const order = Array.from(weights.keys()).sort((a, b) => weights[b]! - weights[a]!);
  let kept = 0;
  let mass = 0;
  while (kept < order.length && (kept === 0 || mass < topP * total)) mass += weights[order[kept++]!]!;
  let rest = draw * mass;
  for (let i = 0; i < kept; i++) if ((rest -= weights[order[i]!]!) < 0) return order[i]!;
  return order[kept - 1]!;
}
