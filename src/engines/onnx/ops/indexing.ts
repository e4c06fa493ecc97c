/** Lookups by index. d is the gradient of the output y. */
import { type Value, withRule } from "../graph.ts";
import { type Dim, dimAt, type Shape } from "../shape.ts";
import { reshape } from "./layout.ts";

export function zeros(like: Value, shape: Shape): Value {
  return like.graph.apply("ConstantOfShape", [like.graph.shapeTensor(shape)], shape);
}

/** y[i, ...] = table[ids[i, ...]] for a table of shape [rows, width]; dtable sums the rows of d that share an id. */
export function gatherRows(table: Value, ids: Value): Value {
  const width = dimAt(table.shape, 1);
  const y = table.graph.apply("Gather", [table, ids], [...ids.shape, width], { attributes: { axis: 0 } });
  const count: Dim = ids.shape.length === 1 ? dimAt(ids.shape, 0) : ids.shape.join("*");
  return withRule(y, [table, ids], (d) => [
    table.graph.apply(
      "ScatterND",
      [zeros(table, table.shape), int64Reshape(ids, [count, 1]), reshape(d, [count, width])],
      table.shape,
      { attributes: { reduction: "add" } },
    ),
    undefined,
  ]);
}

function int64Reshape(ids: Value, shape: Shape): Value {
  const target = ids.graph.integers([-1, ...shape.slice(1).map(Number)]);
  return ids.graph.apply("Reshape", [ids, target], shape, { type: "int64" });
}
