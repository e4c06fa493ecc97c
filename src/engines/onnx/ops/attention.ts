import { type Value, withRule } from "../graph.ts";
import { type Dim, dimAt, timesDim } from "../shape.ts";
import { add, multiply, subtract, sum } from "./arithmetic.ts";
import { reshape } from "./layout.ts";
import { product } from "./matmul.ts";

export function softmax(a: Value): Value {
  return a.graph.apply("Softmax", [a], a.shape, { attributes: { axis: -1 } });
}

/**
 * Scaled dot-product attention: A = softmax(Q Kᵀ / sqrt(headSize) + mask), y = A V.
 *
 * q [batch, kvHeads, repeats, queries, headSize]; k, v [batch, kvHeads, keys, headSize] (`repeats` query heads share one
 * key head); mask broadcasts to [batch, kvHeads, repeats, queries, keys]. y has the shape of q.
 *
 * dV = Aᵀ d; with row = the sum of d y over the head (which equals the row sum of dA A) and dS = A (d Vᵀ - row):
 * dQ = dS K / sqrt(headSize), dK = dSᵀ Q / sqrt(headSize).
 */
export function attention(q: Value, k: Value, v: Value, mask: Value): Value {
  const [batch, kvHeads, repeats, queries, headSize] = q.shape as [Dim, Dim, Dim, Dim, Dim];
  const rows = timesDim(repeats, queries);
  const keys = dimAt(k.shape, 2);
  const alpha = 1 / Math.sqrt(Number(headSize));
  const merged = (value: Value) => reshape(value, [batch, kvHeads, rows, dimAt(value.shape, -1)]);
  const flatQ = merged(q);
  const scores = reshape(product(flatQ, k, { transposeB: true, alpha }), [batch, kvHeads, repeats, queries, keys]);
  const weights = merged(softmax(add(scores, mask)));
  const output = product(weights, v);
  return withRule(reshape(output, q.shape), [q, k, v], (d) => {
    const flatD = merged(d);
    const row = sum(multiply(flatD, output), [-1]);
    const dScores = multiply(weights, subtract(product(flatD, v, { transposeB: true }), row));
    return [
      reshape(product(dScores, k, { alpha }), q.shape),
      product(dScores, flatQ, { transposeA: true, alpha }),
      product(weights, flatD, { transposeA: true }),
    ];
  });
}
