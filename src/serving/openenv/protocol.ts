/** The words of the OpenEnv wire: error codes, envelopes and validation details. Every reply is built here. */
import type { z } from "zod";
import { FettleError } from "../../core/errors.ts";
import type { Json } from "../../core/json.ts";

export type WireErrorCode =
  | "INVALID_JSON"
  | "UNKNOWN_TYPE"
  | "VALIDATION_ERROR"
  | "EXECUTION_ERROR"
  | "CAPACITY_REACHED"
  | "FACTORY_ERROR"
  | "SESSION_ERROR";

/** One thing wrong with a request, in the form OpenEnv's own server uses. */
export interface ErrorDetail {
  /** `missing`, `extra_forbidden`, or the kind of rule that was broken. */
  type: string;
  /** Where: object keys and array indices. */
  loc: (string | number)[];
  msg: string;
}

/** A request that cannot be carried out as it stands. It never harms the session. */
export class InvalidRequest extends Error {
  readonly errors: ErrorDetail[];

  constructor(message: string, errors: ErrorDetail[]) {
    super(message);
    this.errors = errors;
  }

  /** One fault in one place. */
  static at(loc: (string | number)[], msg: string, type = "value_error"): InvalidRequest {
    return new InvalidRequest(msg, [{ type, loc, msg }]);
  }
}

/** Problems reported per request; a hostile value could break thousands of rules. */
const maxDetails = 20;

/** Zod's issues as OpenEnv details. `value` is what was validated. */
export function detailsOf(error: z.ZodError, value: unknown): ErrorDetail[] {
  const details = error.issues.flatMap((issue): ErrorDetail[] => {
    const loc = issue.path.map((part) => (typeof part === "symbol" ? String(part) : part));
    if (issue.code === "unrecognized_keys")
      return issue.keys.map((key) => ({ type: "extra_forbidden", loc: [...loc, key], msg: "Unknown field" }));
    const missing = issue.code === "invalid_type" && valueAt(value, loc) === undefined;
    return [missing ? { type: "missing", loc, msg: "Field required" } : { type: issue.code, loc, msg: issue.message }];
  });
  return details.slice(0, maxDetails);
}

function valueAt(value: unknown, loc: readonly (string | number)[]): unknown {
  let current = value;
  for (const part of loc) {
    if (typeof current !== "object" || current === null) return undefined;
    current = Object.getOwnPropertyDescriptor(current, part)?.value;
  }
  return current;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What `reset` and `step` answer. */
export interface Turn {
  observation: Record<string, unknown>;
  /** In [0, 1]; null only for a reset. */
  reward: number | null;
  done: boolean;
  metadata: Record<string, unknown>;
}

/** The `{observation, reward, done, metadata}` envelope: metadata stands inside the observation and beside it. */
export function envelope({ observation, reward, done, metadata }: Turn): Turn {
  return { observation: { ...observation, metadata }, reward, done, metadata };
}

export function frame(type: "observation" | "state" | "mcp", data: unknown): string {
  return JSON.stringify({ type, data });
}

export function errorFrame(code: WireErrorCode, message: string, extra: Record<string, Json> = {}): string {
  return JSON.stringify({ type: "error", data: { message, code, ...extra } });
}

/**
 * What a failure is called on the wire, with the text a client may see. Unexpected errors, and those of an environment's
 * own functions, keep their details (paths, values) to whoever serves.
 */
export function describeFailure(error: unknown): { code: WireErrorCode; message: string; errors?: ErrorDetail[] } {
  if (error instanceof InvalidRequest)
    return { code: "VALIDATION_ERROR", message: error.message, errors: error.errors };
  if (!FettleError.isInstance(error) || error.code === "environment_failed")
    return { code: "EXECUTION_ERROR", message: "The environment failed." };
  const message = error.hint ? `${error.message} ${error.hint}` : error.message;
  const refused = error.code === "bad_action" || error.code === "bad_option" || error.code === "unknown_level";
  if (!refused) return { code: "EXECUTION_ERROR", message };
  return { code: "VALIDATION_ERROR", message, errors: [{ type: error.code, loc: [], msg: message }] };
}
