/** Supervised learning: maximum likelihood of oracle answers. */
import type { AnyEnvironment, PromptForm, Services } from "../core/environment.ts";
import { FettleError } from "../core/errors.ts";
import { Random } from "../core/random.ts";
import { mean } from "../core/statistics.ts";
import type { Engine, OptimStepSettings } from "../engines/engine.ts";
import type { Tokenizer } from "../engines/tokenizer/tokenizer.ts";
import { demonstrate, encodeDemonstration, type WeightedTokens } from "./demonstrations.ts";
import { optimStep } from "./optim-step.ts";
import { placeOf, type TaskStream } from "./task-stream.ts";

/** Batches made at once, so that demonstrations of like length share a batch. */
const batchesPerRound = 8;

export interface RoundSettings {
  environment: AnyEnvironment;
  form: PromptForm;
  services: Services;
  tokenizer: Tokenizer;
  /** Longer demonstrations are left out. */
  contextLength: number;
  /** Demonstrations come from these levels in equal parts. */
  levels: readonly string[];
  batch: number;
  recovery: number;
  promptWeight: number;
  /** Of tasks beyond this share no answer is learned. */
  share: number;
  /** Probabilities up to which demonstrations of a label are learned from, by label. */
  limits: ReadonlyMap<string, number>;
  signal?: AbortSignal | undefined;
}

/** A demonstration to learn from. */
export interface Demonstration extends WeightedTokens {
  /** Not learned from once the model gives answers of this label this probability; null: always. */
  limited: { label: string; probability: number } | null;
}

/**
 * The demonstrations of one round in batches. `name` fixes everything that is drawn. A limited label is demonstrated at the
 * first of the levels and alone: elsewhere an answer says too much else for its probability to tell how well it is known.
 * Tasks beyond the share are there for their prompts, where prompts weigh anything.
 * Throws FettleError `no_task` when there is none to learn from, and the signal's reason once it fires.
 */
export async function makeRound(settings: RoundSettings, stream: TaskStream, name: string): Promise<Demonstration[][]> {
  const { environment, form, services, tokenizer, contextLength, levels, batch, promptWeight, limits, share } =
    settings;
  const demonstrations: Demonstration[] = [];
  const wanted = batch * batchesPerRound;
  for (let i = 0; demonstrations.length < wanted && i < (4 * wanted) / share; i++) {
    settings.signal?.throwIfAborted();
    const random = new Random(`${name}/${i}`);
    const task = await stream.next(levels[i % levels.length]!);
    // By other digits than those that tasks of small levels are held out by.
    const shown = placeOf(task.hash, 8) < share;
    if (!shown && promptWeight === 0) continue;
    const label = task.labels.find((label) => limits.has(label));
    if (label !== undefined && (task.level !== levels[0] || task.labels.length > 1)) continue;
    const turns = await demonstrate({ environment, form, services }, task, {
      recover: random.chance(settings.recovery),
      random,
    });
    if (!turns) continue;
    const learned = shown ? turns : turns.map((turn) => ({ ...turn, learn: false }));
    const encoded = encodeDemonstration(learned, tokenizer, promptWeight);
    const limited = shown && label !== undefined ? { label, probability: limits.get(label)! } : null;
    if (encoded.tokens.length <= contextLength) demonstrations.push({ ...encoded, limited });
  }
  if (demonstrations.length === 0)
    throw new FettleError("no_task", `No oracle answer of ${levels.join(", ")} fits into ${contextLength} tokens.`, {
      hint: "Raise --context, choose other --warm-levels, or check the oracle with `fettle validate`.",
    });
  if (!demonstrations.some(({ weights }) => weights.some((weight) => weight > 0)))
    throw new FettleError("no_task", `The oracle has no turn after a wrong first answer on ${levels.join(", ")}.`, {
      hint: "Lower --recovery, or choose other --warm-levels.",
    });
  demonstrations.sort((a, b) => a.tokens.length - b.tokens.length);
  const batches: Demonstration[][] = [];
  for (let at = 0; at < demonstrations.length; at += batch) batches.push(demonstrations.slice(at, at + batch));
  return new Random(`${name}/order`).shuffle(batches);
}

export interface SupervisedStats {
  /** Answer tokens that were learned from. */
  answers: number;
  /** Sum of their negative log-probabilities, in nats. */
  loss: number;
  /** Sum of the policy's entropies at them, in nats. */
  entropy: number;
  /** Tokens processed, prompts included. */
  tokens: number;
  gradNorm: number;
}

/** One optimiser step on a batch of demonstrations. Throws FettleError `bad_option` when learning has diverged. */
export async function supervisedStep(
  engine: Engine,
  batch: readonly WeightedTokens[],
  settings: OptimStepSettings,
): Promise<SupervisedStats> {
  const total = batch.reduce((sum, { weights }) => sum + weights.reduce((a, b) => a + b, 0), 0);
  const { logprobs, entropy } = await engine.accumulate(
    // A batch may hold nothing but wrong first answers, after which there was no turn for the oracle.
    batch.map(({ tokens, weights }) => ({ tokens, coefficients: weights.map((weight) => weight / (total || 1)) })),
  );
  const gradNorm = await optimStep(engine, settings);
  const stats: SupervisedStats = { answers: 0, loss: 0, entropy: 0, tokens: 0, gradNorm };
  for (const [b, { tokens, answered }] of batch.entries()) {
    stats.tokens += tokens.length;
    for (const [i, isAnswer] of answered.entries()) {
      if (!isAnswer) continue;
      stats.answers++;
      stats.loss -= logprobs[b]![i]!;
      stats.entropy += entropy[b]![i]!;
    }
  }
  return stats;
}

/**
 * The demonstrations without those whose label is known well enough: of which the answers have, on average over the round,
 * their limit in probability. One by one would not do, as the hardest of a label go on teaching it for all the others.
 */
export async function belowLimits(engine: Engine, round: readonly Demonstration[][]): Promise<Demonstration[][]> {
  const limited = round.flat().flatMap((demonstration) => {
    const { limited: limit, ...encoded } = demonstration;
    return limit ? [{ ...limit, ...encoded }] : [];
  });
  if (limited.length === 0) return [...round];
  const logprobs = await engine.logprobs(
    limited.map(({ tokens }) => tokens),
    "current",
  );
  const probabilities = new Map<string, number[]>();
  for (const [b, { label, answered }] of limited.entries()) {
    const sum = answered.reduce((total, isAnswer, i) => total + (isAnswer ? logprobs[b]![i]! : 0), 0);
    probabilities.set(label, [...(probabilities.get(label) ?? []), Math.exp(sum)]);
  }
  const known = new Set(
    limited
      .filter(({ label, probability }) => mean(probabilities.get(label)!) >= probability)
      .map(({ label }) => label),
  );
  return round
    .map((batch) => batch.filter((demonstration) => !known.has(demonstration.limited?.label ?? "")))
    .filter((batch) => batch.length > 0);
}
