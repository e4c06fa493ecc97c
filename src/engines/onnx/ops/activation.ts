import { type Value, withRule } from "../graph.ts";
import { add, multiply, subtract } from "./arithmetic.ts";

/**
 * SwiGLU: y = silu(gate) up with silu(a) = a sigmoid(a).
 * With s = sigmoid(gate) and z = gate s: dup = d z, dgate = d up (s + z - z s).
 */
export function swiglu(gate: Value, up: Value): Value {
  const { graph } = gate;
  const s = graph.apply("Sigmoid", [gate], gate.shape);
  const z = multiply(gate, s);
  return withRule(multiply(z, up), [gate, up], (d) => [
    multiply(multiply(d, up), add(s, subtract(z, multiply(z, s)))),
    multiply(d, z),
  ]);
}
