import { describe, expect, test } from "vitest";
import type { Trace, TraceTurn } from "../core/trace.ts";
import type { Engine } from "../engines/engine.ts";
import { endId } from "../engines/tokenizer/chat-template.ts";
import { Tokenizer } from "../engines/tokenizer/tokenizer.ts";
import { engineModel } from "../models/engine-model.ts";
import { collectGroups } from "../rollouts/run-groups.ts";
import { sampleIndexes } from "../rollouts/settings.ts";
import {
  advantagesOf,
  creditedTurns,
  type GrpoSettings,
  grpoUpdate,
  type Sample,
  samplesOf,
  tokenCoefficient,
} from "./grpo.ts";
import { letters } from "./testing/letters.ts";
import { TabularEngine } from "./testing/tabular-engine.ts";

const settings: GrpoSettings = {
  learningRate: 0.1,
  normalize: true,
  clipLow: 0.2,
  clipHigh: 0.2,
  klWeight: 0,
  epochs: 1,
  minibatches: 1,
};

/** A turn whose prompt extends the turns before, unless it says another segment. */
function turn(reward: number, tokens: { prompt: number[]; completion: number[]; segment?: number }): TraceTurn {
  const ids = {
    segment: 0,
    logprobs: tokens.completion.map((id) => -id / 10),
    tokenizer: "t",
    template: "t",
    ...tokens,
  };
  return { reward, tokens: ids } as unknown as TraceTurn;
}
const episode = (value: number, turns: TraceTurn[]) => ({ id: "x", return: value, turns }) as unknown as Trace;

describe("advantages", () => {
  const ids = { prompt: [1], completion: [2] };
  const oneTurn = (value: number) => episode(value, [turn(value, ids)]);
  test("are returns relative to the group, in standard deviations", () => {
    expect(advantagesOf([0, 0, 1, 1].map(oneTurn), true)).toEqual(
      [-1, -1, 1, 1].map((sign) => [expect.closeTo(sign * 0.866, 3)]),
    );
    expect(advantagesOf([0.2, 0.6].map(oneTurn), false)).toEqual([[expect.closeTo(-0.2)], [expect.closeTo(0.2)]]);
  });
  test("of later turns are relative to the episodes that played them", () => {
    const late = episode(0.6, [turn(0.2, ids), turn(0.6, ids)]);
    const vain = episode(0.2, [turn(0.2, ids), turn(0.2, ids)]);
    const advantages = advantagesOf([oneTurn(1), oneTurn(1), late, vain], false);
    expect(advantages).toEqual([
      [expect.closeTo(0.3)],
      [expect.closeTo(0.3)],
      [expect.closeTo(-0.1), expect.closeTo(0.2)],
      [expect.closeTo(-0.5)],
    ]);
  });
  test("do not exist for a group without spread", () => {
    expect(advantagesOf([0.6, 0.6, 0.6].map(oneTurn), true)).toBeNull();
    expect(advantagesOf([0.1 + 0.2, 0.3].map(oneTurn), true)).toBeNull();
  });
});

describe("credit", () => {
  const turns = [
    turn(0.5, { prompt: [1, 2], completion: [3] }),
    turn(0.9, { prompt: [1, 2, 3, 4], completion: [5, 6] }),
    turn(0.9, { prompt: [1, 2, 3, 4, 5, 6, 7], completion: [8] }),
  ];
  test("ends with the first turn that reached the return", () => {
    expect(creditedTurns(episode(0.9, turns))).toBe(2);
    expect(creditedTurns(episode(0, turns.slice(0, 2)))).toBe(2);
  });
  test("masks what the environment wrote, and leaves out later turns", () => {
    expect(samplesOf(episode(0.9, turns), [1.5, -1])).toEqual([
      { tokens: [1, 2, 3, 4, 5, 6], advantages: [null, 1.5, null, -1, -1], sampled: [0, -0.3, 0, -0.5, -0.6] },
    ]);
  });
  test("a new segment is a sample of its own", () => {
    const broken = [turns[0]!, turn(0.9, { prompt: [9, 9], completion: [5], segment: 1 })];
    const samples = samplesOf(episode(0.9, broken), [-1, 2]);
    expect(samples.map(({ tokens, advantages }) => [tokens, advantages])).toEqual([
      [
        [1, 2, 3],
        [null, -1],
      ],
      [
        [9, 9, 5],
        [null, 2],
      ],
    ]);
  });
});

describe("token coefficients", () => {
  const at = (ratio: number, advantage: number) =>
    tokenCoefficient({ current: Math.log(ratio), sampled: 0, reference: null, advantage }, settings);
  test("are ratio times advantage within the bounds, and nothing beyond the bound that is pushed towards", () => {
    expect(at(1.1, 2)).toEqual({ coefficient: expect.closeTo(2.2), clipped: false });
    expect(at(1.3, 2)).toEqual({ coefficient: 0, clipped: true });
    expect(at(1.3, -2)).toEqual({ coefficient: expect.closeTo(-2.6), clipped: false });
    expect(at(0.7, -2)).toEqual({ coefficient: expect.toSatisfy((c) => c === 0), clipped: true });
    expect(at(0.7, 2)).toEqual({ coefficient: expect.closeTo(1.4), clipped: false });
  });
  test("equal the slope of the clipped objective with the k3 term, by finite differences", () => {
    const weights = { clipLow: 0.2, clipHigh: 0.28, klWeight: 0.3 };
    for (const current of [-0.5, -0.1, 0.1, 0.2, 0.6])
      for (const advantage of [-1.3, 0.8]) {
        const objective = (x: number) => {
          const ratio = Math.exp(x);
          const bounded = Math.min(1 + weights.clipHigh, Math.max(1 - weights.clipLow, ratio));
          const d = -0.4 - x;
          return Math.min(ratio * advantage, bounded * advantage) - weights.klWeight * (Math.exp(d) - d - 1);
        };
        const slope = (objective(current + 1e-6) - objective(current - 1e-6)) / 2e-6;
        const token = { current, sampled: 0, reference: -0.4, advantage };
        expect(tokenCoefficient(token, weights).coefficient).toBeCloseTo(slope, 4);
      }
  });
});

describe("an update", () => {
  const sample = (advantage: number, token: number): Sample => ({
    tokens: [1, 2, token],
    advantages: [null, advantage],
    sampled: [0, -Math.log(10)],
  });
  const logprobOf = async (engine: Engine, token: number) =>
    (await engine.logprobs([[1, 2, token]], "current"))[0]![1]!;

  test("raises what did well and lowers what did badly, and reports it", async () => {
    const engine = new TabularEngine({ vocabulary: 10 });
    const stats = await grpoUpdate(engine, [sample(1, 5), sample(-1, 6)], settings);
    expect(await logprobOf(engine, 5)).toBeGreaterThan(-Math.log(10));
    expect(await logprobOf(engine, 6)).toBeLessThan(-Math.log(10));
    expect(stats).toMatchObject({ entropy: expect.closeTo(Math.log(10), 4), kl: null, clipShare: 0, tokens: 2 });
  });

  test("with a reference, the divergence is reported and pulls back", async () => {
    const drift = async (klWeight: number) => {
      const engine = new TabularEngine({ vocabulary: 10 });
      await engine.setReference();
      let kl: number | null = 0;
      for (let step = 0; step < 60; step++) {
        const sampled = [0, await logprobOf(engine, 5)];
        kl = (await grpoUpdate(engine, [{ ...sample(1, 5), sampled }], { ...settings, klWeight }))?.kl ?? null;
      }
      return { kl, logprob: await logprobOf(engine, 5) };
    };
    const [free, held] = [await drift(1e-9), await drift(2)];
    expect(free.logprob).toBeGreaterThan(-0.1);
    expect(held.logprob).toBeLessThan(-0.5);
    expect(held.kl).toBeGreaterThan(0.01);
    expect(held.kl).toBeLessThan(free.kl ?? 0);
  });

  test("several epochs run into the bounds of the ratio", async () => {
    const engine = new TabularEngine({ vocabulary: 10 });
    const stats = await grpoUpdate(engine, [sample(1, 5), sample(-1, 6)], { ...settings, epochs: 8, minibatches: 2 });
    expect(stats?.optimizerSteps).toBe(16);
    expect(stats?.clipShare).toBeGreaterThan(0.2);
  });

  test("without samples there is none", async () => {
    expect(await grpoUpdate(new TabularEngine({ vocabulary: 4 }), [], settings)).toBeNull();
  });
});

test("a policy learns an environment from its returns alone", async () => {
  const tokenizer = new Tokenizer([]);
  const engine = new TabularEngine({ vocabulary: tokenizer.size });
  const model = await engineModel(engine, tokenizer, { id: "tabular" });
  await learnTheFormat(engine, tokenizer);
  const means: number[] = [];
  for (let step = 0; step < 40; step++) {
    const plans = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => ({
      level: "after",
      seed: step * 8 + i,
      split: "train" as const,
      options: {},
      samples: sampleIndexes(16),
    }));
    const run = { environment: letters, model, sampling: { maxTokens: 2, seed: step }, concurrency: 1000 };
    const groups = await collectGroups(run, plans);
    const samples = groups.flatMap(({ episodes }) => {
      const advantages = advantagesOf(
        episodes.map(({ trace }) => trace),
        true,
      );
      return advantages ? episodes.flatMap(({ trace }, i) => samplesOf(trace, advantages[i]!)) : [];
    });
    await grpoUpdate(engine, samples, { ...settings, learningRate: 0.6 });
    const returns = groups.flatMap(({ episodes }) => episodes.map(({ trace }) => trace.return ?? 0));
    means.push(returns.reduce((sum, value) => sum + value, 0) / returns.length);
  }
  expect(means[0]).toBeLessThan(0.5);
  expect(Math.min(...means.slice(-5))).toBeGreaterThan(0.9);
});

/** Any letter after any prompt, right or wrong: exploring 261 bytes for the right two would take long. */
async function learnTheFormat(engine: Engine, tokenizer: Tokenizer): Promise<void> {
  const sequences = ["after", "noafter"].flatMap((before) =>
    [..."abcdef"].flatMap((letter) =>
      [..."abcdef"].map((answer) => {
        const prompt = tokenizer.prompt([{ role: "user", content: before + letter }]);
        const tokens = [...prompt, ...tokenizer.encode(answer), endId];
        return { tokens, coefficients: tokens.slice(1).map((_, i) => (i >= prompt.length - 1 ? 0.01 : 0)) };
      }),
    ),
  );
  for (let step = 0; step < 20; step++) {
    await engine.accumulate(sequences);
    await engine.optimStep({ learningRate: 0.3 });
  }
}
