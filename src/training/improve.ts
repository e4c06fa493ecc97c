/** The GRPO phase: play, learn, record, promote. */
import { Curriculum } from "../core/curriculum.ts";
import { mean } from "../core/statistics.ts";
import { ErrorStreak } from "../rollouts/error-streak.ts";
import { progressOf, rateAt } from "./budget.ts";
import { rowEvent } from "./events.ts";
import { grpoUpdate } from "./grpo.ts";
import { play } from "./held-out.ts";
import { type GrpoRow, lengthsOf, spreadOf } from "./metrics.ts";
import { type PlayedStep, playStep, recordMeans } from "./play.ts";
import type { Run } from "./run.ts";

/** Steps after a declined promotion in which no means are recorded, so that confirming does not eat the time of training. */
const pauseAfterDecline = 20;

/**
 * Steps of GRPO until the budget is spent. Throws FettleError `model_failed` or `environment_failed` when episodes do
 * nothing but fail.
 */
export async function improve(run: Run): Promise<void> {
  const { options, state, engine, signal, emit } = run.parts;
  const budget = { steps: options.steps ?? null, seconds: options.minutes * 60 };
  const progress = () => progressOf(budget, state.grpo);
  const streak = new ErrorStreak(options.groups * options.groupSize);

  let started = performance.now();
  while (progress() < 1) {
    signal?.throwIfAborted();
    const { level } = run.curriculum;
    const stream = run.streams.grpo;
    const where = { stream, curriculum: run.curriculum, step: state.grpo.steps, streak };
    const played = await playStep(run.parts, where);
    // A step that was cut short is none: it is played again on resume.
    signal?.throwIfAborted();
    const playedAt = performance.now();
    const learningRate = options.learningRate * rateAt(progress(), options.finalRate);
    const stats = await grpoUpdate(engine, played.samples, { ...options, learningRate, beta2: 0.99 });
    const learnedAt = performance.now();
    const promotion = await promote(run, played);

    const seconds = (performance.now() - started) / 1000;
    const [playSeconds, learnSeconds] = [(playedAt - started) / 1000, (learnedAt - playedAt) / 1000];
    started = performance.now();
    state.grpo.steps++;
    state.grpo.seconds += seconds;
    state.grpo.optimizerSteps += stats?.optimizerSteps ?? 0;
    const row: GrpoRow = {
      phase: "grpo",
      row: state.rows + 1,
      step: state.grpo.steps,
      elapsed: state.grpo.seconds,
      seconds,
      playSeconds,
      learnSeconds,
      level,
      ...rewardsOf(played),
      tokensPerSecond: tokensOf(played) / seconds,
      learningRate,
      gradNorm: stats?.gradNorm ?? null,
      entropy: stats?.entropy ?? null,
      kl: stats?.kl ?? null,
      clipShare: stats?.clipShare ?? null,
      learnedTokens: stats?.tokens ?? 0,
      optimizerSteps: state.grpo.optimizerSteps,
      window: run.curriculum.mean,
      promotion,
    };
    const due = state.grpo.steps % options.checkpointEvery === 0 || progress() >= 1;
    state.streams.grpo = stream.toJSON();
    await run.record(row, due);
    emit(rowEvent(row, progress()));
    if (promotion) emit({ type: "promotion", ...promotion });
  }
}

/**
 * Records the step's means. A promotion that the window asks for stands only if unseen tasks of the level confirm it:
 * ten group means scatter by about a tenth, and the highest of many windows would pass any threshold in the end.
 */
async function promote(run: Run, { groups }: PlayedStep): Promise<GrpoRow["promotion"]> {
  const { options, state, levels, model, emit } = run.parts;
  if (state.grpo.steps < state.grpo.heldUntil) return null;
  const before = run.curriculum.toJSON();
  const promotion = recordMeans(run.curriculum, groups);
  if (!promotion) return null;
  const { from, to } = promotion;
  const step = state.grpo.steps + 1;
  if (options.confirm === 0) {
    state.confirmations.push({ from, to, mean: null, step });
    return { from, to, confirmed: null };
  }
  const results = await play(run.heldOutSettings, model, await run.heldOut.confirmation(from));
  const confirmed = results.length === 0 ? null : mean(results.map((result) => result.return));
  const threshold = levels.find(({ name }) => name === from)?.promoteAt ?? 0;
  if (confirmed !== null && confirmed >= threshold) {
    state.confirmations.push({ from, to, mean: confirmed, step });
    return { from, to, confirmed };
  }
  run.curriculum = new Curriculum(levels, { window: options.window, state: { ...before, recent: [] } });
  state.grpo.heldUntil = step + pauseAfterDecline;
  emit({ type: "declined", level: from, confirmed });
  return null;
}

function rewardsOf({ groups, dropped }: PlayedStep) {
  const levels: GrpoRow["levels"] = {};
  for (const level of new Set(groups.map(({ task }) => task.level))) {
    const own = groups.filter(({ task }) => task.level === level);
    const traces = own.flatMap((group) => group.traces);
    levels[level] = {
      groups: own.length,
      reward: mean(own.flatMap(({ returns }) => returns)),
      solved: traces.filter(({ solved }) => solved).length / traces.length,
    };
  }
  const silent = groups.filter(({ advantages }) => advantages === null).length;
  return {
    levels,
    reward: spreadOf(groups.flatMap(({ returns }) => returns)),
    groups: groups.length,
    zeroSignal: groups.length === 0 ? 0 : silent / groups.length,
    dropped,
    length: lengthsOf(groups.flatMap(({ traces }) => traces)),
  };
}

/** Tokens that the engine read and wrote for the episodes of a step. */
function tokensOf({ groups }: PlayedStep): number {
  const turns = groups.flatMap(({ traces }) => traces.flatMap((trace) => trace.turns));
  return turns.reduce((sum, { usage }) => sum + (usage?.prompt ?? 0) + (usage?.completion ?? 0), 0);
}
