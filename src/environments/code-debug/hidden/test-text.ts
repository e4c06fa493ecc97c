import type { Call, Value } from "../values/value.ts";
import { literal, literalArguments } from "../values/write.ts";
import { type Comparison, hole } from "./comparison.ts";

/** An input and what has to come of it. */
export interface Expectation {
  call: Call;
  result: Value;
}

const helper = `def _hidden_same(given, wanted):
    if given == wanted:
        return True
    if isinstance(wanted, float) or isinstance(given, float):
        numbers = isinstance(given, (int, float)) and isinstance(wanted, (int, float))
        return numbers and abs(given - wanted) <= 1e-9 + 1e-9 * abs(wanted)
    if type(given) is not type(wanted) or not isinstance(given, (list, tuple, dict)) or len(given) != len(wanted):
        return False
    if isinstance(given, dict):
        return all(key in given and _hidden_same(given[key], wanted[key]) for key in wanted)
    return all(_hidden_same(one, other) for one, other in zip(given, wanted))


`;

/** One assertion a line, which compares the way `comparison` says. */
export function testText(entry: string, expectations: readonly Expectation[], comparison: Comparison): string {
  const assertions = expectations.map(({ call, result }) => {
    const sides = [`${entry}(${literalArguments(call)})`, literal(result)];
    return `assert _hidden_same(${sides.map((text) => comparison.replaceAll(hole, () => text)).join(", ")})\n`;
  });
  return helper + assertions.join("");
}
