/** The supervised warm start: maximum likelihood of oracle answers. */
import type { AnyEnvironment, PromptForm, Services } from "../core/environment.ts";
import { Random } from "../core/random.ts";
import type { Engine, OptimStepSettings } from "../engines/engine.ts";
import type { Tokenizer } from "../engines/tokenizer/tokenizer.ts";
import { demonstrate, encodeDemonstration, type WeightedTokens } from "./demonstrations.ts";
import type { TaskStream } from "./task-stream.ts";

/** Batches made at once, so that demonstrations of like length share a batch. */
export const batchesPerRound = 8;

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
}

/** The demonstrations of one round in batches. `name` fixes everything that is drawn. */
export async function makeRound(
  settings: RoundSettings,
  stream: TaskStream,
  name: string,
): Promise<WeightedTokens[][]> {
  const { environment, form, services, tokenizer, contextLength, levels, batch, recovery, promptWeight } = settings;
  const demonstrations: WeightedTokens[] = [];
  const wanted = batch * batchesPerRound;
  for (let i = 0; demonstrations.length < wanted && i < 4 * wanted; i++) {
    const random = new Random(`${name}/${i}`);
    const task = await stream.next(levels[i % levels.length]!);
    const turns = await demonstrate({ environment, form, services }, task, {
      recover: random.chance(recovery),
      random,
    });
    if (!turns) continue;
    const encoded = encodeDemonstration(turns, tokenizer, promptWeight);
    if (encoded.tokens.length <= contextLength) demonstrations.push(encoded);
  }
  demonstrations.sort((a, b) => a.tokens.length - b.tokens.length);
  const batches: WeightedTokens[][] = [];
  for (let at = 0; at < demonstrations.length; at += batch) batches.push(demonstrations.slice(at, at + batch));
  return new Random(`${name}/order`).shuffle(batches);
}

export interface SupervisedStats {
  /** Mean negative log-probability of answer tokens, in nats. */
  loss: number;
  /** Entropy of the policy at answer tokens, in nats. */
  entropy: number;
  /** Tokens processed, prompts included. */
  tokens: number;
  gradNorm: number;
}

/** One optimiser step on a batch of demonstrations. */
export async function supervisedStep(
  engine: Engine,
  batch: readonly WeightedTokens[],
  settings: OptimStepSettings,
): Promise<SupervisedStats> {
  const total = batch.reduce((sum, { weights }) => sum + weights.reduce((a, b) => a + b, 0), 0);
  const { logprobs, entropy } = await engine.accumulate(
    batch.map(({ tokens, weights }) => ({ tokens, coefficients: weights.map((weight) => weight / total) })),
  );
  const { gradNorm } = await engine.optimStep(settings);
  const stats = { loss: 0, entropy: 0, answers: 0, tokens: 0 };
  for (const [b, { tokens, weights }] of batch.entries()) {
    stats.tokens += tokens.length;
    for (const [i, weight] of weights.entries()) {
      if (weight !== 1) continue;
      stats.answers++;
      stats.loss -= logprobs[b]![i]!;
      stats.entropy += entropy[b]![i]!;
    }
  }
  const { loss, answers, tokens } = stats;
  return { loss: loss / answers, entropy: stats.entropy / answers, tokens, gradNorm };
}
