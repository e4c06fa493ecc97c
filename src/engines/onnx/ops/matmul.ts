/** Matrix products over the last two axes. d is the gradient of the output y. */
import { type Value, withRule } from "../graph.ts";
import { broadcastShapes, type Dim, dimAt } from "../shape.ts";
import { sumTo } from "./arithmetic.ts";
import { reshape } from "./layout.ts";

interface ProductOptions {
  transposeA?: boolean;
  transposeB?: boolean;
  /** The product is scaled by this number; 1 by default. */
  alpha?: number;
}

/** alpha op(a) op(b), where op transposes the last two axes or does nothing; leading axes broadcast. Not differentiable. */
export function product(a: Value, b: Value, options: ProductOptions = {}): Value {
  const { transposeA = false, transposeB = false, alpha = 1 } = options;
  const rows = dimAt(a.shape, transposeA ? -1 : -2);
  const columns = dimAt(b.shape, transposeB ? -2 : -1);
  const shape = [...broadcastShapes(a.shape.slice(0, -2), b.shape.slice(0, -2)), rows, columns];
  if (!transposeA && !transposeB && alpha === 1) return a.graph.apply("MatMul", [a, b], shape);
  const attributes = { transA: Number(transposeA), transB: Number(transposeB), alpha: { float: alpha } };
  return shape.length === 2
    ? a.graph.apply("Gemm", [a, b], shape, { attributes })
    : a.graph.apply("FusedMatMul", [a, b], shape, { attributes, domain: "com.microsoft" });
}

/** y = a b; da = d bᵀ, db = aᵀ d. */
export function matmul(a: Value, b: Value): Value {
  return withRule(product(a, b), [a, b], (d) => [
    sumTo(product(d, b, { transposeB: true }), a),
    sumTo(product(a, d, { transposeA: true }), b),
  ]);
}

/**
 * y = x wᵀ for x of shape [..., in] and w of shape [out, in] (the layout of a checkpoint): dx = d w, dw = dᵀ x, where
 * the leading axes of x and d count as one.
 */
export function linear(x: Value, w: Value): Value {
  const rows: Dim = x.shape.length === 2 ? dimAt(x.shape, 0) : x.shape.slice(0, -1).join("*");
  const flat = (value: Value) => reshape(value, [rows, dimAt(value.shape, -1)]);
  return withRule(product(x, w, { transposeB: true }), [x, w], (d) => [
    product(d, w),
    product(flat(d), flat(x), { transposeA: true }),
  ]);
}
