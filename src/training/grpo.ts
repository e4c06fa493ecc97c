/**
 * Group Relative Policy Optimization (Shao et al., DeepSeekMath, 2024), whole and in one file.
 *
 * A group is several episodes on one task. An episode's advantage is its return relative to its group, turn by turn;
 * every token that the policy wrote up to its best turn is pushed by it under PPO's clipped ratio, and optionally held
 * near a reference policy by the k3 estimate of the KL divergence. All of it is, for the engine, one number per token:
 * the gradient of the objective is the sum over tokens of `coefficient x gradient of log-probability`.
 *
 * Kept from later work: one mean over all tokens of a batch instead of one per sequence (DAPO), and separate bounds of
 * the ratio. Left out: value functions, entropy bonuses, reward shaping of any kind.
 */
import { mean, standardDeviation } from "../core/statistics.ts";
import type { Trace } from "../core/trace.ts";
import type { Engine, OptimStepSettings } from "../engines/engine.ts";
import { optimStep } from "./optim-step.ts";

export interface GrpoSettings extends OptimStepSettings {
  /** Divide advantages by the group's standard deviation, or leave them on the reward's scale (Dr. GRPO). */
  normalize: boolean;
  /** The ratio of new to old probability is bounded to [1 - clipLow, 1 + clipHigh]. */
  clipLow: number;
  clipHigh: number;
  /** Weight of the KL divergence to the reference; 0 needs no reference. */
  klWeight: number;
  /** Passes over a batch of episodes, each in `minibatches` optimiser steps. */
  epochs: number;
  minibatches: number;
}

/** One stretch of ids that extend each other, with what is needed to learn from it. Lists are as long as `tokens` - 1. */
export interface Sample {
  tokens: number[];
  /** Advantage of tokens[i + 1]; null where the environment wrote it. */
  advantages: (number | null)[];
  /** Log-probability of tokens[i + 1] when it was sampled; 0 where the environment wrote it. */
  sampled: number[];
}

export interface UpdateStats {
  /** Mean over the tokens learned from, in nats, measured in the first epoch. */
  entropy: number;
  /** Mean k3 estimate of KL(policy || reference) in nats, measured in the first epoch; null without a reference. */
  kl: number | null;
  /** Share of tokens whose gradient the bounds of the ratio cut off, over all epochs. */
  clipShare: number;
  /** Of the last optimiser step, before clipping. */
  gradNorm: number;
  /** Tokens learned from in the first epoch. */
  tokens: number;
  optimizerSteps: number;
}

/**
 * Advantages of a group by episode and credited turn: returns relative to the mean of the episodes that played that turn.
 * In the first turn those are all of them, which is GRPO; later on, an answer that puts things right is measured against
 * episodes that had something to put right, and not against those that never went wrong. null when returns do not
 * differ: such a group teaches nothing.
 */
export function advantagesOf(group: readonly Trace[], normalize: boolean): number[][] | null {
  const returns = group.map((trace) => trace.return ?? 0);
  const spread = standardDeviation(returns);
  if (!(spread > 1e-6)) return null;
  const longest = Math.max(...group.map(({ turns }) => turns.length));
  const baselines = Array.from({ length: longest }, (_, turn) =>
    mean(returns.filter((_, episode) => group[episode]!.turns.length > turn)),
  );
  return group.map((trace, episode) =>
    baselines
      .slice(0, creditedTurns(trace))
      .map((baseline) => (returns[episode]! - baseline) / (normalize ? spread : 1)),
  );
}

/**
 * How many turns of an episode are credited with its return: those up to the first that reached it. What came after the
 * best turn did not make the return. An episode worth nothing has no best turn: all of its turns failed.
 */
export function creditedTurns(trace: Trace): number {
  const best = trace.return ?? 0;
  if (best <= 0) return trace.turns.length;
  const at = trace.turns.findIndex(({ reward }) => reward !== null && reward >= best - 1e-9);
  return at < 0 ? trace.turns.length : at + 1;
}

/**
 * The samples of one episode: one per segment that has a credited turn. `advantages` are those of its credited turns.
 * Throws a RangeError for a turn without ids.
 */
export function samplesOf(trace: Trace, advantages: readonly number[]): Sample[] {
  const samples: Sample[] = [];
  let segment = -1;
  for (const [turn, advantage] of advantages.entries()) {
    const tokens = trace.turns[turn]?.tokens;
    if (!tokens) throw new RangeError(`Episode ${trace.id} has a turn without token ids.`);
    if (tokens.segment !== segment) samples.push({ tokens: [], advantages: [], sampled: [] });
    segment = tokens.segment;
    const sample = samples[samples.length - 1]!;
    const prompt = tokens.prompt.slice(sample.tokens.length);
    append(
      sample,
      prompt,
      prompt.map(() => 0),
      prompt.map(() => null),
    );
    append(
      sample,
      tokens.completion,
      tokens.logprobs,
      tokens.completion.map(() => advantage),
    );
  }
  return samples;
}

function append(
  sample: Sample,
  ids: readonly number[],
  sampled: readonly number[],
  advantages: readonly (number | null)[],
): void {
  // Nothing predicts the first token of a sequence.
  const skip = sample.tokens.length === 0 ? 1 : 0;
  sample.tokens.push(...ids);
  sample.sampled.push(...sampled.slice(skip));
  sample.advantages.push(...advantages.slice(skip));
}

/**
 * Gradient weight of one token. `ratio` is exp(current - sampled); the PPO objective min(ratio A, clip(ratio) A) has the
 * gradient ratio A, or none beyond the bound that A pushes towards. The k3 estimate exp(d) - d - 1 with d = reference -
 * current (Schulman, "Approximating KL Divergence", 2020) has the gradient (1 - exp(d)), and is subtracted.
 */
export function tokenCoefficient(
  token: { current: number; sampled: number; reference: number | null; advantage: number },
  { clipLow, clipHigh, klWeight }: Pick<GrpoSettings, "clipLow" | "clipHigh" | "klWeight">,
): { coefficient: number; clipped: boolean } {
  const { current, sampled, reference, advantage } = token;
  const ratio = Math.exp(current - sampled);
  const clipped = advantage > 0 ? ratio > 1 + clipHigh : ratio < 1 - clipLow;
  const pull = reference === null ? 0 : klWeight * (Math.exp(reference - current) - 1);
  return { coefficient: (clipped ? 0 : ratio * advantage) + pull, clipped };
}

/**
 * Learns from samples of the current policy. The first optimiser step is on-policy: its log-probabilities are those of
 * sampling, so it needs no extra pass. Returns null when there is nothing to learn from. Throws FettleError `bad_option`
 * when learning has diverged.
 */
export async function grpoUpdate(
  engine: Engine,
  samples: readonly Sample[],
  settings: GrpoSettings,
): Promise<UpdateStats | null> {
  if (samples.length === 0) return null;
  const references = settings.klWeight > 0 ? await logprobsOf(engine, samples, "reference") : null;
  const stats = { entropy: 0, kl: 0, clipped: 0, firstPass: 0, tokens: 0, gradNorm: 0, steps: 0 };

  for (let epoch = 0; epoch < settings.epochs; epoch++) {
    for (const indices of minibatches(samples.length, settings.minibatches)) {
      const batch = indices.map((index) => samples[index]!);
      const current = stats.steps === 0 ? null : await logprobsOf(engine, batch, "current");
      const total = batch.reduce((sum, { advantages }) => sum + advantages.filter(isWritten).length, 0);
      const sequences = batch.map(({ tokens, advantages, sampled }, b) => {
        const reference = references?.[indices[b]!];
        const coefficients = advantages.map((advantage, i) => {
          if (!isWritten(advantage)) return 0;
          const token = {
            current: current?.[b]?.[i] ?? sampled[i]!,
            sampled: sampled[i]!,
            reference: reference?.[i] ?? null,
            advantage,
          };
          const { coefficient, clipped } = tokenCoefficient(token, settings);
          if (clipped) stats.clipped++;
          return coefficient / total;
        });
        return { tokens, coefficients };
      });
      const { logprobs, entropy } = await engine.accumulate(sequences);
      stats.gradNorm = await optimStep(engine, settings);
      stats.steps++;
      stats.tokens += total;
      if (epoch > 0) continue;
      for (const [b, { advantages }] of batch.entries()) {
        for (const [i, advantage] of advantages.entries()) {
          // A coefficient of 0 (an advantage of 0, a clipped ratio) may leave its position out.
          if (!isWritten(advantage) || Number.isNaN(entropy[b]![i]!)) continue;
          stats.firstPass++;
          stats.entropy += entropy[b]![i]!;
          const reference = references?.[indices[b]!]?.[i];
          if (reference !== undefined) stats.kl += k3(reference - logprobs[b]![i]!);
        }
      }
    }
  }
  return {
    entropy: stats.entropy / stats.firstPass,
    kl: references ? stats.kl / stats.firstPass : null,
    clipShare: stats.clipped / stats.tokens,
    gradNorm: stats.gradNorm,
    tokens: stats.firstPass,
    optimizerSteps: stats.steps,
  };
}

const isWritten = (advantage: number | null): advantage is number => advantage !== null;

const k3 = (difference: number) => Math.exp(difference) - difference - 1;

/** Log-probabilities of what the policy wrote; what comes before may be missing. */
function logprobsOf(engine: Engine, samples: readonly Sample[], weights: "current" | "reference") {
  const first = samples.map(({ advantages }) => advantages.findIndex(isWritten));
  return engine.logprobs(
    samples.map(({ tokens }) => tokens),
    weights,
    first,
  );
}

/** Indices 0..count-1 dealt round-robin, so that every minibatch holds episodes of every group. */
function minibatches(count: number, parts: number): number[][] {
  const batches = Array.from({ length: Math.min(count, parts) }, (): number[] => []);
  for (let i = 0; i < count; i++) batches[i % batches.length]!.push(i);
  return batches;
}
