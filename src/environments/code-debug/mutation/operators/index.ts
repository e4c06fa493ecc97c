import { excessOperators } from "./excess.ts";
import { functionOperators } from "./functions.ts";
import { missingOperators } from "./missing.ts";
import type { Operator } from "./operator.ts";
import { anyNegation, symbolOperators } from "./symbols.ts";
import { valueOperators } from "./values.ts";
import { variableOperators } from "./variables.ts";

/** Every operator. The order fixes the order of mutants at one place. */
export const operators: readonly Operator[] = [
  ...valueOperators,
  ...symbolOperators,
  ...variableOperators,
  ...functionOperators,
  ...missingOperators,
  ...excessOperators,
];

/** Operators that look for repairs. */
export const repairOperators: readonly Operator[] = [...operators, anyNegation];
