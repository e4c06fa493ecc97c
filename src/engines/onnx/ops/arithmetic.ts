/** Elementwise operations, with broadcasting. d is the gradient of the output y. */
import { type Value, withRule } from "../graph.ts";
import { broadcastAxes, broadcastShapes, type Shape, sameShape } from "../shape.ts";
import { reshape } from "./layout.ts";

/** y = a + b; da = d, db = d, each summed over the axes that broadcasting stretched. */
export function add(a: Value, b: Value): Value {
  const y = a.graph.apply("Add", [a, b], broadcastShapes(a.shape, b.shape));
  return withRule(y, [a, b], (d) => [sumTo(d, a), sumTo(d, b)]);
}

/** y = a - b; da = d, db = -d. */
export function subtract(a: Value, b: Value): Value {
  const y = a.graph.apply("Sub", [a, b], broadcastShapes(a.shape, b.shape));
  return withRule(y, [a, b], (d) => [sumTo(d, a), sumTo(negate(d), b)]);
}

/** y = a b; da = d b, db = d a. */
export function multiply(a: Value, b: Value): Value {
  const y = a.graph.apply("Mul", [a, b], broadcastShapes(a.shape, b.shape));
  return withRule(y, [a, b], (d) => [sumTo(multiply(d, b), a), sumTo(multiply(d, a), b)]);
}

/** y = s a for a number s; da = s d. */
export function scale(a: Value, factor: number): Value {
  return multiply(a, a.graph.scalar(factor));
}

/** y = -a; da = -d. */
export function negate(a: Value): Value {
  return withRule(a.graph.apply("Neg", [a], a.shape), [a], (d) => [negate(d)]);
}

/** y = exp(a); da = d y. */
export function exp(a: Value): Value {
  const y = a.graph.apply("Exp", [a], a.shape);
  return withRule(y, [a], (d) => [multiply(d, y)]);
}

/** y = sum of a over `axes`, which stay as size 1; da = d, stretched to the shape of a. */
export function sum(a: Value, axes: readonly number[]): Value {
  const { graph } = a;
  const positive = axes.map((axis) => (axis < 0 ? axis + a.shape.length : axis));
  const shape = a.shape.map((dim, axis) => (positive.includes(axis) ? 1 : dim));
  const y = graph.apply("ReduceSum", [a, graph.integers(positive)], shape, { attributes: { keepdims: 1 } });
  return withRule(y, [a], (d) => [graph.apply("Expand", [d, graph.shapeTensor(a.shape)], a.shape)]);
}

/** Repeats a along its axes of size 1 (and new leading axes); da = d summed over them. */
export function expand(a: Value, shape: Shape): Value {
  broadcastShapes(a.shape, shape);
  const y = a.graph.apply("Expand", [a, a.graph.shapeTensor(shape)], shape);
  return withRule(y, [a], (d) => [sumTo(d, a)]);
}

/** Undoes broadcasting: sums `value` over the axes stretched from the shape of `target`. */
export function sumTo(value: Value, target: Value): Value {
  if (sameShape(value.shape, target.shape)) return value;
  return reshape(sum(value, broadcastAxes(value.shape, target.shape)), target.shape);
}
