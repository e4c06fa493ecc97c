import type { OptimStepSettings } from "../engine.ts";

/** AdamW (Loshchilov & Hutter, 2019) over flat arrays, ascending. State in float32, arithmetic in float64. */
export class AdamW {
  readonly first: Float32Array;
  readonly second: Float32Array;
  step = 0;

  constructor(size: number) {
    this.first = new Float32Array(size);
    this.second = new Float32Array(size);
  }

  /** Moves `weights` up `gradient` in place. Returns the gradient's norm before clipping. */
  ascend(weights: Float32Array, gradient: Float32Array, settings: OptimStepSettings): number {
    const { learningRate, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8, weightDecay = 0, maxGradNorm } = settings;
    const { first, second } = this;
    let square = 0;
    for (let i = 0; i < gradient.length; i++) square += gradient[i]! ** 2;
    const norm = Math.sqrt(square);
    const clip = maxGradNorm !== undefined && norm > maxGradNorm ? maxGradNorm / norm : 1;
    this.step++;
    const rate = learningRate / (1 - beta1 ** this.step);
    const correction = 1 / Math.sqrt(1 - beta2 ** this.step);
    const keep = 1 - learningRate * weightDecay;
    for (let i = 0; i < gradient.length; i++) {
      const g = clip * gradient[i]!;
      const m = beta1 * first[i]! + (1 - beta1) * g;
      const v = beta2 * second[i]! + (1 - beta2) * g * g;
      first[i] = m;
      second[i] = v;
      weights[i] = keep * weights[i]! + (rate * m) / (Math.sqrt(v) * correction + epsilon);
    }
    return norm;
  }
}
