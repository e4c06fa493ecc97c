import { beforeAll, describe, expect, it } from "vitest";
import { type Backend, loadBackend } from "./backend.ts";
import { backpropagate } from "./backpropagate.ts";
import { Graph, withRule } from "./graph.ts";
import { add, exp, expand, multiply, sum } from "./ops/arithmetic.ts";
import { gatherRows } from "./ops/indexing.ts";
import { reshape } from "./ops/layout.ts";
import { compile } from "./program.ts";
import { serialize } from "./serialize.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await loadBackend(1);
});

const tensor = (data: number[], shape: number[]) =>
  new backend.runtime.Tensor("float32", Float32Array.from(data), shape);

describe("Graph", () => {
  it("makes equal operations once", () => {
    const graph = new Graph();
    const a = graph.input("a", [2]);
    expect(exp(a)).toBe(exp(a));
    expect(add(a, graph.scalar(1))).toBe(add(a, graph.scalar(1)));
    expect(add(a, graph.scalar(1))).not.toBe(add(a, graph.scalar(2)));
    expect(graph.nodes).toHaveLength(3);
  });

  it("leaves out what no output needs, inputs included", () => {
    const graph = new Graph();
    const a = graph.input("a", [2]);
    multiply(a, graph.input("unused", [2]));
    const { inputs, bytes } = serialize(graph, [exp(a)]);
    expect(inputs.map(({ name }) => name)).toEqual(["a"]);
    expect(Buffer.from(bytes).includes("unused")).toBe(false);
  });

  it("runs with sizes that are only known then", async () => {
    const graph = new Graph();
    const a = graph.input("a", ["A*B", 2]);
    const split = reshape(a, ["A", "B", 2]);
    const y = multiply(expand(sum(split, [2]), ["A", "B", 3]), graph.scalar(2));
    const program = await compile(backend, { graph, outputs: { y, back: reshape(y, ["A*B", 3]) } });
    for (const [A, B] of [
      [1, 2],
      [3, 1],
    ] as const) {
      const rows = Array.from({ length: 2 * A * B }, (_, i) => i);
      const { y, back } = await program.run({ a: tensor(rows, [A * B, 2]) }, { A, B });
      expect([...y]).toEqual(Array.from({ length: A * B }, (_, i) => Array(3).fill(8 * i + 2)).flat());
      expect(back).toEqual(y);
    }
    await program.release();
  });

  it("refuses shapes that do not broadcast", () => {
    const graph = new Graph();
    expect(() => add(graph.input("a", ["A"]), graph.input("b", [3]))).toThrow("broadcast");
  });
});

describe("backpropagate", () => {
  it("adds up what comes back along several paths", async () => {
    const graph = new Graph();
    const a = graph.input("a", [2]);
    const y = add(multiply(a, a), add(a, multiply(exp(a), a)));
    const [da] = backpropagate(y, graph.constant(Float32Array.of(1, 10)), [a]);
    const program = await compile(backend, { graph, outputs: { da: da! } });
    const outputs = await program.run({ a: tensor([0.5, -1], [2]) }, {});
    const derivative = (x: number) => 2 * x + 1 + Math.exp(x) * (1 + x);
    expect(outputs.da[0]).toBeCloseTo(derivative(0.5), 5);
    expect(outputs.da[1]).toBeCloseTo(10 * derivative(-1), 5);
    await program.release();
  });

  it("refuses a target that the output does not depend on", () => {
    const graph = new Graph();
    const a = graph.input("a", [2]);
    const other = graph.input("other", [2]);
    expect(() => backpropagate(exp(a), a, [other])).toThrow("does not depend");
    const table = graph.input("table", [4, 2]);
    const ids = graph.input("ids", [3], "int64");
    const rows = gatherRows(table, ids);
    expect(() => backpropagate(rows, rows, [ids])).toThrow("does not depend");
  });

  it("refuses a rule whose gradient has another shape than its input", () => {
    const graph = new Graph();
    const a = graph.input("a", [2]);
    const y = withRule(graph.apply("Exp", [a], [2]), [a], (d) => [sum(d, [0])]);
    expect(() => backpropagate(y, y, [a])).toThrow("does not fit");
  });
});
