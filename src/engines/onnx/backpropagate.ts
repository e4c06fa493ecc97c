import type { Value } from "./graph.ts";
import { add } from "./ops/arithmetic.ts";

/**
 * Reverse-mode differentiation of sum(seed x output) with respect to `targets`. `seed` has the shape of `output`.
 * Returns one gradient per target, of its shape. Throws when the output does not depend on a target.
 */
export function backpropagate(output: Value, seed: Value, targets: readonly Value[]): Value[] {
  const wanted = new Set(targets);
  const order: Value[] = [];
  const depends = new Map<Value, boolean>();
  const visit = (value: Value): boolean => {
    const known = depends.get(value);
    if (known !== undefined) return known;
    let result = wanted.has(value);
    for (const input of value.rule?.inputs ?? []) if (visit(input)) result = true;
    depends.set(value, result);
    order.push(value);
    return result;
  };
  visit(output);

  const gradients = new Map<Value, Value>([[output, seed]]);
  for (const value of order.reverse()) {
    const gradient = gradients.get(value);
    if (!gradient || !value.rule || !depends.get(value)) continue;
    const pulled = value.rule.pull(gradient);
    for (const [index, input] of value.rule.inputs.entries()) {
      const contribution = pulled[index];
      if (!contribution || !depends.get(input)) continue;
      const sum = gradients.get(input);
      gradients.set(input, sum ? add(sum, contribution) : contribution);
    }
  }
  return targets.map((target) => {
    const gradient = gradients.get(target);
    if (!gradient) throw new Error(`${output.name} does not depend on ${target.name}`);
    return gradient;
  });
}
