import { beforeAll, describe, expect, it } from "vitest";
import { Random } from "../../../core/random.ts";
import { type Backend, loadBackend, type Tensor } from "../backend.ts";
import { backpropagate } from "../backpropagate.ts";
import { Graph, type Value } from "../graph.ts";
import { compile } from "../program.ts";
import { elementCount } from "../shape.ts";
import { swiglu } from "./activation.ts";
import { add, exp, expand, multiply, negate, scale, subtract, sum } from "./arithmetic.ts";
import { attention } from "./attention.ts";
import { gatherRows } from "./indexing.ts";
import { concatenate, reshape, transpose } from "./layout.ts";
import { tokenLogprob } from "./likelihood.ts";
import { linear, matmul } from "./matmul.ts";
import { rmsNorm } from "./normalization.ts";
import { rotary, rotaryTables } from "./rotary.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await loadBackend(1);
});

const ids = (graph: Graph, values: number[], shape = [values.length]) =>
  graph.constant(BigInt64Array.from(values, BigInt), shape);

/** Shapes of the inputs to differentiate, and the operation on them. */
const operations: Record<string, { inputs: number[][]; build(inputs: Value[], graph: Graph): Value }> = {
  add: { inputs: [[2, 3], [3]], build: ([a, b]) => add(a!, b!) },
  subtract: {
    inputs: [
      [2, 1],
      [2, 3],
    ],
    build: ([a, b]) => subtract(a!, b!),
  },
  multiply: {
    inputs: [
      [2, 3],
      [1, 3],
    ],
    build: ([a, b]) => multiply(a!, b!),
  },
  "multiply by itself": { inputs: [[2, 3]], build: ([a]) => multiply(a!, a!) },
  scale: { inputs: [[4]], build: ([a]) => scale(a!, -2.5) },
  negate: { inputs: [[4]], build: ([a]) => negate(a!) },
  exp: { inputs: [[4]], build: ([a]) => exp(a!) },
  sum: { inputs: [[2, 3, 2]], build: ([a]) => sum(a!, [0, -1]) },
  reshape: { inputs: [[2, 6]], build: ([a]) => reshape(a!, [3, 4]) },
  transpose: { inputs: [[2, 3, 4]], build: ([a]) => transpose(a!, [2, 0, 1]) },
  expand: { inputs: [[2, 1, 3]], build: ([a]) => expand(a!, [2, 4, 3]) },
  concatenate: {
    inputs: [
      [2, 3],
      [2, 2],
    ],
    build: ([a, b]) => concatenate(a!, b!, 1, 5),
  },
  matmul: {
    inputs: [
      [2, 3, 4],
      [2, 4, 5],
    ],
    build: ([a, b]) => matmul(a!, b!),
  },
  "matmul, broadcast": {
    inputs: [
      [2, 3, 4],
      [4, 5],
    ],
    build: ([a, b]) => matmul(a!, b!),
  },
  linear: {
    inputs: [
      [2, 3, 4],
      [5, 4],
    ],
    build: ([x, w]) => linear(x!, w!),
  },
  "linear of a matrix": {
    inputs: [
      [3, 4],
      [5, 4],
    ],
    build: ([x, w]) => linear(x!, w!),
  },
  gatherRows: { inputs: [[4, 3]], build: ([table], graph) => gatherRows(table!, ids(graph, [2, 0, 2, 3], [2, 2])) },
  rmsNorm: { inputs: [[2, 3, 4], [4]], build: ([x, w]) => rmsNorm(x!, w!, 1e-5) },
  swiglu: {
    inputs: [
      [2, 3],
      [2, 3],
    ],
    build: ([gate, up]) => swiglu(gate!, up!),
  },
  rotary: {
    inputs: [[2, 3, 8]],
    build: ([x], graph) => rotary(x!, ids(graph, [0, 1, 2, 4, 5, 6], [2, 3]), rotaryTables(graph, 8, 4, 10_000)),
  },
  attention: {
    inputs: [
      [2, 2, 2, 3, 4],
      [2, 2, 5, 4],
      [2, 2, 5, 4],
    ],
    build: ([q, k, v], graph) => {
      const mask = Float32Array.from({ length: 15 }, (_, i) => (i % 5 > Math.floor(i / 5) + 2 ? -1e9 : 0));
      return attention(q!, k!, v!, graph.constant(mask, [1, 1, 1, 3, 5]));
    },
  },
  tokenLogprob: { inputs: [[3, 5]], build: ([logits], graph) => tokenLogprob(logits!, ids(graph, [4, 0, 2], [3, 1])) },
};

describe("gradients agree with central finite differences", () => {
  it.each(Object.keys(operations))("%s", async (name) => {
    const { inputs: shapes, build } = operations[name]!;
    const random = new Random(name);
    const normal = (length: number) =>
      Float32Array.from(
        { length },
        () => Math.sqrt(-2 * Math.log(1 - random.float())) * Math.cos(6.2832 * random.float()),
      );
    const graph = new Graph();
    const inputs = shapes.map((shape, index) => graph.input(`input${index}`, shape));
    const output = build(inputs, graph);
    const weights = normal(elementCount(output.shape));
    const gradients = backpropagate(output, graph.constant(weights, output.shape), inputs);
    const named: Record<string, Value> = Object.fromEntries(
      gradients.map((gradient, index) => [`gradient${index}`, gradient]),
    );
    const program = await compile<string>(backend, { graph, outputs: { ...named, output } });
    const data = shapes.map((shape) => normal(elementCount(shape)));
    const feeds: Record<string, Tensor> = {};
    for (const [index, shape] of shapes.entries())
      feeds[`input${index}`] = new backend.runtime.Tensor("float32", data[index]!, shape);
    const objective = async () => {
      const { output } = await program.run(feeds, {});
      return output!.reduce((total, value, index) => total + value * weights[index]!, 0);
    };
    const exact = await program.run(feeds, {});
    const step = 1e-2;
    for (const [index, values] of data.entries()) {
      const gradient = exact[`gradient${index}`]!;
      const size = Math.hypot(...gradient) / Math.sqrt(gradient.length);
      expect(size).toBeGreaterThan(1e-3);
      for (const [element, value] of values.entries()) {
        values[element] = value + step;
        const above = await objective();
        values[element] = value - step;
        const below = await objective();
        values[element] = value;
        const expected = (above - below) / (2 * step);
        expect(Math.abs(gradient[element]! - expected)).toBeLessThan(1e-2 * Math.max(Math.abs(expected), size));
      }
    }
    await program.release();
  });
});
