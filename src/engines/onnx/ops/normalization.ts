import { type Value, withRule } from "../graph.ts";
import { dimAt } from "../shape.ts";
import { multiply, scale, subtract, sum, sumTo } from "./arithmetic.ts";

/**
 * Root-mean-square normalisation over the last axis: y = x r w, r = 1 / sqrt(mean(x²) + epsilon), for w of shape [width].
 * With x̂ = x r and e = d w: dx = r (e - x̂ mean(e x̂)), dw = the sum of d x̂ over all but the last axis.
 */
export function rmsNorm(x: Value, w: Value, epsilon: number): Value {
  const width = dimAt(x.shape, -1);
  if (typeof width === "string") throw new RangeError("rmsNorm needs a last axis of fixed size");
  const [y, r] = x.graph.applyMany("SimplifiedLayerNormalization", [x, w], [x.shape, [...x.shape.slice(0, -1), 1]], {
    attributes: { axis: -1, epsilon: { float: epsilon }, stash_type: 1 },
  }) as [Value, Value];
  return withRule(y, [x, w], (d) => {
    const normal = multiply(x, r);
    const e = multiply(d, w);
    const mean = scale(sum(multiply(e, normal), [-1]), 1 / width);
    return [multiply(subtract(e, multiply(normal, mean)), r), sumTo(multiply(d, normal), w)];
  });
}
