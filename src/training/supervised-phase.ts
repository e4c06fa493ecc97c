/** The supervised phases: the warm start before GRPO, and the control that goes on with it instead of GRPO. */

import type { Engine } from "../engines/engine.ts";
import { type Budget, progressOf, rateAt } from "./budget.ts";
import type { SupervisedRow } from "./metrics.ts";
import { form, type Run } from "./run.ts";
import type { SupervisedCounts } from "./run-state.ts";
import { belowLimits, type Demonstration, makeRound, type RoundSettings, supervisedStep } from "./supervised.ts";
import type { TaskStream, TaskStreamState } from "./task-stream.ts";
import { limitsOf } from "./warm-limits.ts";

export interface SupervisedPhase {
  phase: "warm" | "control";
  engine: Engine;
  stream: TaskStream;
  /** Peak learning rate. */
  rate: number;
  budget: Budget;
  /** Aborts after the round in flight. */
  signal: AbortSignal | undefined;
  /** Counters so far; updated. */
  done: SupervisedCounts;
  /** Called after each round with its row and the state of the stream that follows it. */
  onRound(row: SupervisedRow, progress: number, stream: TaskStreamState): Promise<void>;
}

/**
 * Rounds of supervised steps until the budget is spent, or until all that a round would teach is known up to its limit. The
 * next round is prepared while the engine learns.
 */
export async function supervise(run: Run, phase: SupervisedPhase): Promise<void> {
  const { options, environment, services, tokenizer } = run.parts;
  const { engine, stream, done } = phase;
  const settings: RoundSettings = {
    environment,
    form,
    services,
    tokenizer,
    contextLength: options.context,
    levels: run.warmLevels,
    batch: options.warmBatch,
    recovery: options.recovery,
    promptWeight: options.promptWeight,
    share: phase.phase === "warm" ? options.warmShare : 1,
    limits: phase.phase === "warm" ? limitsOf(options.warmLimits) : new Map(),
    signal: phase.signal,
  };
  const prepare = (index: number) => {
    const round = makeRound(settings, stream, `${options.seed}/${phase.phase}/${index}`);
    // It may fail while the engine learns, long before anyone waits for it.
    round.catch(() => {});
    return round;
  };
  let next: Promise<Demonstration[][]> = progressIn(phase) < 1 ? prepare(done.rounds) : Promise.resolve([]);
  let started = performance.now();
  try {
    while (progressIn(phase) < 1) {
      phase.signal?.throwIfAborted();
      const batches = await belowLimits(engine, await next);
      if (batches.length === 0) break;
      const streamState = stream.toJSON();
      next = prepare(done.rounds + 1);
      const { tokens, ...learned } = await learnRound(phase, batches, options.maxGradNorm);
      const seconds = (performance.now() - started) / 1000;
      started = performance.now();
      done.rounds++;
      done.seconds += seconds;
      const row: SupervisedRow = {
        phase: phase.phase,
        row: done.rounds,
        elapsed: done.seconds,
        seconds,
        tokensPerSecond: tokens / seconds,
        optimizerSteps: done.optimizerSteps,
        ...learned,
      };
      await phase.onRound(row, progressIn(phase), streamState);
    }
  } finally {
    // The last one is prepared in vain; whoever stops us may close what it needs.
    await next.catch(() => {});
  }
}

/** Share of the phase that is done, in [0, 1]. */
const progressIn = ({ budget, done }: SupervisedPhase) =>
  progressOf(budget, { steps: done.optimizerSteps, seconds: done.seconds });

/** Learns from the batches of a round, no more of them than a budget of steps allows. Means are over its answer tokens. */
async function learnRound(phase: SupervisedPhase, batches: readonly Demonstration[][], maxGradNorm: number) {
  const sums = { answers: 0, loss: 0, entropy: 0, tokens: 0 };
  let [gradNorm, learningRate] = [0, 0];
  for (const batch of batches) {
    if (phase.budget.steps !== null && progressIn(phase) >= 1) break;
    learningRate = phase.rate * rateAt(progressIn(phase), 0.05);
    const stats = await supervisedStep(phase.engine, batch, { learningRate, maxGradNorm, beta2: 0.99 });
    sums.answers += stats.answers;
    sums.loss += stats.loss;
    sums.entropy += stats.entropy;
    sums.tokens += stats.tokens;
    gradNorm = stats.gradNorm;
    phase.done.optimizerSteps++;
  }
  const answers = Math.max(1, sums.answers);
  return { learningRate, gradNorm, entropy: sums.entropy / answers, loss: sums.loss / answers, tokens: sums.tokens };
}
