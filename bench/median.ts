import { quantile } from "../src/core/statistics.ts";

/** NaN for an empty list. */
export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5);
