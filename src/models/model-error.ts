import { FettleError } from "../core/errors.ts";

/**
 * Why an endpoint did not answer. `refused`: nothing will work until the user changes something (key, model name, URL).
 * `rejected`: this one request is not acceptable. The others may pass when tried again.
 */
export type FailureKind = "refused" | "rejected" | "rate_limit" | "server" | "timeout" | "network" | "unreadable";

/** A failed completion, code `model_failed`. Messages never hold the API key. */
export class ModelError extends FettleError {
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super("model_failed", message, options);
    this.kind = kind;
  }

  /** Whether another attempt at the same request may succeed. */
  get retryable(): boolean {
    return this.kind !== "refused" && this.kind !== "rejected";
  }

  static override isInstance(error: unknown): error is ModelError {
    return FettleError.isInstance(error) && "kind" in error;
  }
}
