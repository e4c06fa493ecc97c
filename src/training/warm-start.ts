/** The supervised phases: the warm start before GRPO, and the control that goes on with it instead of GRPO. */

import type { Engine } from "../engines/engine.ts";
import { type Budget, progressOf, rateAt } from "./budget.ts";
import type { SupervisedRow } from "./metrics.ts";
import { form, type Run } from "./run.ts";
import type { SupervisedCounts } from "./run-state.ts";
import {
  belowLimits,
  type Demonstration,
  limitsOf,
  makeRound,
  type RoundSettings,
  supervisedStep,
} from "./supervised.ts";
import type { TaskStream, TaskStreamState } from "./task-stream.ts";

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

/** Rounds of supervised steps until the budget is spent. The next round is prepared while the engine learns. */
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
    limits: phase.phase === "warm" ? limitsOf(options.warmLimits) : new Map(),
  };
  const progress = () => progressOf(phase.budget, { steps: done.optimizerSteps, seconds: done.seconds });
  const prepare = (index: number) => makeRound(settings, stream, `${options.seed}/${phase.phase}/${index}`);
  let next: Promise<Demonstration[][]> = progress() < 1 ? prepare(done.rounds) : Promise.resolve([]);
  let started = performance.now();
  while (progress() < 1) {
    phase.signal?.throwIfAborted();
    const batches = await belowLimits(engine, await next);
    const streamState = stream.toJSON();
    next = prepare(done.rounds + 1);
    const sums = { loss: 0, entropy: 0, tokens: 0, gradNorm: 0, steps: 0, rate: 0 };
    for (const batch of batches) {
      if (phase.budget.steps !== null && progress() >= 1) break;
      sums.rate = phase.rate * rateAt(progress(), 0.05);
      const stats = await supervisedStep(engine, batch, {
        learningRate: sums.rate,
        maxGradNorm: options.maxGradNorm,
        beta2: 0.99,
      });
      sums.loss += stats.loss;
      sums.entropy += stats.entropy;
      sums.tokens += stats.tokens;
      sums.gradNorm = stats.gradNorm;
      sums.steps++;
      done.optimizerSteps++;
    }
    const seconds = (performance.now() - started) / 1000;
    started = performance.now();
    done.rounds++;
    done.seconds += seconds;
    const row: SupervisedRow = {
      phase: phase.phase,
      row: done.rounds,
      elapsed: done.seconds,
      seconds,
      tokensPerSecond: sums.tokens / seconds,
      learningRate: sums.rate,
      gradNorm: sums.gradNorm,
      entropy: sums.entropy / sums.steps,
      optimizerSteps: done.optimizerSteps,
      loss: sums.loss / sums.steps,
    };
    await phase.onRound(row, progress(), streamState);
  }
  await next.catch(() => {});
}
