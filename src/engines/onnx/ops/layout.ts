/** Operations that move elements without computing. d is the gradient of the output y. */
import { type Value, withRule } from "../graph.ts";
import { type Dim, dimAt, type Shape, sameShape } from "../shape.ts";

/** The same elements in another shape; da = d in the shape of a. */
export function reshape(a: Value, shape: Shape): Value {
  if (sameShape(a.shape, shape)) return a;
  const y = a.graph.apply("Reshape", [a, reshapeTarget(a, shape)], shape);
  return withRule(y, [a], (d) => [reshape(d, a.shape)]);
}

/** The target as constants where ONNX allows it: 0 keeps the size at that position, -1 is inferred (once). */
function reshapeTarget(a: Value, shape: Shape): Value {
  const target = shape.map((dim, axis) => (typeof dim === "number" ? dim : dim === a.shape[axis] ? 0 : -1));
  const unknown = target.filter((dim) => dim === -1).length;
  return unknown <= 1 ? a.graph.integers(target) : a.graph.shapeTensor(shape);
}

/** y[i0, i1, ...] = a[axes permuted]; da = d permuted back. */
export function transpose(a: Value, permutation: readonly number[]): Value {
  const shape = permutation.map((axis) => dimAt(a.shape, axis));
  const y = a.graph.apply("Transpose", [a], shape, { attributes: { perm: permutation } });
  const inverse = permutation.map((_, axis) => permutation.indexOf(axis));
  return withRule(y, [a], (d) => [transpose(d, inverse)]);
}

/** a and b joined along an axis, whose joint size is `joint`; da and db are the two parts of d. */
export function concatenate(a: Value, b: Value, axis: number, joint: Dim): Value {
  const shape = a.shape.map((dim, index) => (index === axis ? joint : dim));
  const y = a.graph.apply("Concat", [a, b], shape, { attributes: { axis } });
  return withRule(y, [a, b], (d) => split(d, axis, [dimAt(a.shape, axis), dimAt(b.shape, axis)]));
}

/** Parts of the given sizes along an axis. Carries no gradient back: only gradients are split here. */
export function split(a: Value, axis: number, sizes: readonly Dim[]): Value[] {
  const { graph } = a;
  const shapes = sizes.map((size) => a.shape.map((dim, index) => (index === axis ? size : dim)));
  return graph.applyMany("Split", [a, graph.shapeTensor(sizes)], shapes, { attributes: { axis } });
}
