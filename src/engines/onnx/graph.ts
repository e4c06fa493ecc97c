import { type Dim, elementCount, type Shape, sameShape } from "./shape.ts";

export type ElementType = "float32" | "int64";
export type Attribute = number | string | readonly number[] | { float: number };

/** How to carry a gradient back through an operation (reverse mode). */
export interface Rule {
  inputs: readonly Value[];
  /** Given d objective / d output, gives d objective / d input for each input; undefined where there is none. */
  pull(gradient: Value): readonly (Value | undefined)[];
}

/** A tensor in a graph: symbolic, typed, of known rank. */
export interface Value {
  readonly graph: Graph;
  readonly name: string;
  readonly shape: Shape;
  readonly type: ElementType;
  rule?: Rule;
}

export interface GraphNode {
  op: string;
  domain: string;
  inputs: readonly Value[];
  outputs: readonly (Value | null)[];
  attributes: Readonly<Record<string, Attribute>>;
}

export interface Constant {
  value: Value;
  data: Float32Array | BigInt64Array;
}

interface NodeOptions {
  attributes?: Readonly<Record<string, Attribute>>;
  /** Operator set; "" is ONNX's own. */
  domain?: string;
  type?: ElementType;
}

/** Name of the graph input that carries the size called `symbol`. */
export const dimensionInput = (symbol: string) => `dimension:${symbol}`;

/**
 * A graph of ONNX operations under construction. Equal operations on equal inputs are made once; what no output needs is
 * left out when the graph is written. Sizes may be names: they come in as inputs of their own when an operation needs them.
 */
export class Graph {
  readonly inputs: Value[] = [];
  readonly constants: Constant[] = [];
  readonly nodes: GraphNode[] = [];
  readonly #known = new Map<string, readonly Value[]>();

  input(name: string, shape: Shape, type: ElementType = "float32"): Value {
    const value: Value = { graph: this, name, shape, type };
    this.inputs.push(value);
    return value;
  }

  constant(data: Float32Array | BigInt64Array, shape: Shape = [data.length]): Value {
    if (elementCount(shape) !== data.length) throw new RangeError(`${data.length} elements do not fill [${shape}]`);
    const type = data instanceof Float32Array ? "float32" : "int64";
    const value: Value = { graph: this, name: `constant${this.constants.length}`, shape, type };
    this.constants.push({ value, data });
    return value;
  }

  scalar(value: number): Value {
    return this.#once(`scalar ${value}`, () => [this.constant(Float32Array.of(value), [])]);
  }

  /** A one-dimensional list of whole numbers. */
  integers(values: readonly number[]): Value {
    return this.#once(`integers ${values}`, () => [this.constant(BigInt64Array.from(values, BigInt))]);
  }

  /** A run-time size as an int64 tensor of shape [1]. */
  dimension(dim: Dim): Value {
    if (typeof dim === "number") return this.integers([dim]);
    const [first = dim, ...others] = dim.split("*");
    if (others.length > 0) {
      const factors = [this.dimension(sizeOf(first)), this.dimension(sizeOf(others.join("*")))];
      return this.apply("Mul", factors, [1], { type: "int64" });
    }
    return this.#once(`dimension ${dim}`, () => [this.input(dimensionInput(dim), [1], "int64")]);
  }

  /** A shape as an int64 tensor. */
  shapeTensor(shape: Shape): Value {
    const pieces: Value[] = [];
    for (let axis = 0; axis < shape.length; axis++) {
      const dim = shape[axis]!;
      if (typeof dim === "string") {
        pieces.push(this.dimension(dim));
        continue;
      }
      const numbers = [dim];
      for (let next = shape[axis + 1]; typeof next === "number"; next = shape[axis + 1]) {
        numbers.push(next);
        axis++;
      }
      pieces.push(this.integers(numbers));
    }
    const [only] = pieces;
    if (only && pieces.length === 1) return only;
    return this.apply("Concat", pieces, [shape.length], { attributes: { axis: 0 }, type: "int64" });
  }

  /** An operation with one output. */
  apply(op: string, inputs: readonly Value[], shape: Shape, options: NodeOptions = {}): Value {
    return this.applyMany(op, inputs, [shape], options)[0]!;
  }

  /** An operation with several outputs; null is an output that is not wanted. */
  applyMany(
    op: string,
    inputs: readonly Value[],
    shapes: readonly (Shape | null)[],
    options: NodeOptions = {},
  ): Value[] {
    const { attributes = {}, domain = "", type = "float32" } = options;
    const key = JSON.stringify([op, domain, inputs.map((input) => input.name), shapes, attributes]);
    return this.#onceMany(key, () => {
      const name = `${op}${this.nodes.length}`;
      const outputs = shapes.map((shape, index): Value | null =>
        shape ? { graph: this, name: index === 0 ? name : `${name}.${index}`, shape, type } : null,
      );
      this.nodes.push({ op, domain, inputs, outputs, attributes });
      return outputs.filter((output) => output !== null);
    });
  }

  #once(key: string, make: () => readonly [Value]): Value {
    return this.#onceMany(key, make)[0]!;
  }

  #onceMany(key: string, make: () => readonly Value[]): Value[] {
    let values = this.#known.get(key);
    if (!values) {
      values = make();
      this.#known.set(key, values);
    }
    return [...values];
  }
}

/** A factor of a product of sizes, which may be a number. */
function sizeOf(factor: string): Dim {
  return /^\d+$/.test(factor) ? Number(factor) : factor;
}

/** Attaches the rule by which gradients flow back through `value`, and returns it. */
export function withRule(value: Value, inputs: readonly Value[], pull: Rule["pull"]): Value {
  value.rule = {
    inputs,
    pull(gradient) {
      const pulled = pull(gradient);
      for (const [index, input] of inputs.entries()) {
        const shape = pulled[index]?.shape;
        if (shape && !sameShape(shape, input.shape))
          throw new RangeError(`Gradient [${shape}] of ${value.name} does not fit its input [${input.shape}]`);
      }
      return pulled;
    },
  };
  return value;
}
