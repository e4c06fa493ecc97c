/** Checks of what a caller gives. */
import type { AnyEnvironment } from "./environment.ts";
import { FettleError } from "./errors.ts";
import { firstIssue } from "./issues.ts";

/** Throws FettleError `bad_option` unless `value` is a whole number of at least `least`. */
export function requireWhole(name: string, value: number, least: number): void {
  if (!Number.isSafeInteger(value) || value < least)
    throw new FettleError("bad_option", `"${name}" must be a whole number of at least ${least}, not ${value}.`);
}

/** Options of the environment with their defaults. Throws FettleError `bad_option` for those its schema refuses. */
export function environmentOptions(environment: AnyEnvironment, given: unknown = {}): unknown {
  const options = environment.options.safeParse(given);
  if (options.success) return options.data;
  const problem = firstIssue(options.error);
  throw new FettleError("bad_option", `Options of "${environment.name}" are not usable: ${problem}.`);
}
