/** A size: a number, or the name of one that is known only when the graph runs. */
export type Dim = number | string;
export type Shape = readonly Dim[];

export function sameShape(a: Shape, b: Shape): boolean {
  return a.length === b.length && a.every((dim, axis) => dim === b[axis]);
}

/** `dim` at a position counted from the end when negative. */
export function dimAt(shape: Shape, axis: number): Dim {
  const dim = shape.at(axis);
  if (dim === undefined) throw new RangeError(`No axis ${axis} in a shape of rank ${shape.length}`);
  return dim;
}

/** Shape of an elementwise operation under NumPy's broadcasting rules. Throws a RangeError when the shapes do not fit. */
export function broadcastShapes(a: Shape, b: Shape): Shape {
  const rank = Math.max(a.length, b.length);
  return Array.from({ length: rank }, (_, axis) => {
    const left = a[axis - rank + a.length] ?? 1;
    const right = b[axis - rank + b.length] ?? 1;
    if (left !== right && left !== 1 && right !== 1) throw new RangeError(`[${a}] and [${b}] do not broadcast`);
    return left === 1 ? right : left;
  });
}

/** Axes of `from` that broadcasting stretched or added to get there from `to`. */
export function broadcastAxes(from: Shape, to: Shape): number[] {
  const extra = from.length - to.length;
  return [...from.keys()].filter((axis) => axis < extra || from[axis] !== to[axis - extra]);
}

/** The product of two sizes; a product of names is itself a name (`"4*S"`). */
export function timesDim(a: Dim, b: Dim): Dim {
  if (a === 1) return b;
  if (b === 1) return a;
  return typeof a === "number" && typeof b === "number" ? a * b : `${a}*${b}`;
}

/** Number of elements. Throws a RangeError when a size is not known yet. */
export function elementCount(shape: Shape): number {
  return shape.reduce<number>((product, dim) => {
    if (typeof dim === "string") throw new RangeError(`Size ${dim} is not known yet`);
    return product * dim;
  }, 1);
}
