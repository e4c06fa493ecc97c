import { FettleError } from "../core/errors.ts";
import type { Engine, OptimStepSettings } from "../engines/engine.ts";

/**
 * One optimiser step. Returns the norm of the gradient before clipping. Throws FettleError `bad_option` once that is no
 * finite number, as it is after steps that were far too large: the weights are spoilt, and only checkpoints from before
 * are worth anything.
 */
export async function optimStep(engine: Engine, settings: OptimStepSettings): Promise<number> {
  const { gradNorm } = await engine.optimStep(settings);
  if (Number.isFinite(gradNorm)) return gradNorm;
  throw new FettleError("bad_option", `Learning has diverged: the norm of the gradient is ${gradNorm}.`, {
    hint: "Begin a new run with smaller steps: --learning-rate, and --warm-rate for the warm start and the control.",
  });
}
