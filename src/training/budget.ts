/** When a phase ends: after so many optimiser steps or, when `steps` is null, after so many seconds of training. */
export interface Budget {
  steps: number | null;
  seconds: number;
}

/** Share of a budget that is spent, in [0, 1]. */
export function progressOf({ steps, seconds }: Budget, done: { steps: number; seconds: number }): number {
  const [spent, whole] = steps === null ? [done.seconds, seconds] : [done.steps, steps];
  return whole <= 0 ? 1 : Math.min(1, spent / whole);
}

/** Share of the peak learning rate at a point of a run: up over the first 2 %, level, then down to `final` from half-way. */
export function rateAt(progress: number, final: number): number {
  const up = Math.min(1, (progress + 0.002) / 0.02);
  const down = progress < 0.5 ? 1 : 1 - (1 - final) * Math.min(1, (progress - 0.5) / 0.5);
  return up * down;
}
