/** Every error Fettle raises on purpose, in one table: used by the CLI (exit codes), the servers (HTTP status) and the docs. */
export const errorTable = {
  bad_option: { status: 400, exit: 2, title: "An option or argument is not usable" },
  unknown_environment: { status: 404, exit: 2, title: "No environment has that name" },
  unknown_level: { status: 400, exit: 2, title: "The environment has no level of that name" },
  bad_input_file: { status: 400, exit: 2, title: "A file given by the user cannot be used" },
  bad_run_folder: { status: 400, exit: 2, title: "A run folder is missing, damaged or of another configuration" },
  bad_action: { status: 422, exit: 2, title: "An action does not fit the environment's schema" },
  environment_failed: { status: 500, exit: 2, title: "An environment threw an error or gave a value that it may not" },
  no_task: { status: 422, exit: 2, title: "No certified task can be made with these settings" },
  episode_over: { status: 409, exit: 2, title: "The episode has ended" },
  capacity: { status: 503, exit: 3, title: "The server holds as many sessions as it may" },
  unscored: { status: 502, exit: 3, title: "A step could not be scored" },
  model_failed: { status: 502, exit: 3, title: "The model's endpoint failed" },
  connection_failed: { status: 502, exit: 3, title: "The server cannot be reached or broke the connection" },
  engine_unavailable: { status: 501, exit: 3, title: "No engine can run on this machine" },
  sandbox_unavailable: { status: 501, exit: 3, title: "No sandbox can run untrusted programs on this machine" },
  check_failed: { status: 500, exit: 1, title: "A check did not hold" },
  interrupted: { status: 499, exit: 130, title: "Stopped by the user" },
} as const;

export type ErrorCode = keyof typeof errorTable;

const marker = Symbol.for("fettle.error");

/** An expected failure: `message` says what was wrong and where, `hint` what to do about it. */
export class FettleError extends Error {
  readonly [marker] = true;
  readonly code: ErrorCode;
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "FettleError";
    this.code = code;
    this.hint = options.hint;
  }

  /** HTTP status of this error. */
  get status(): number {
    return errorTable[this.code].status;
  }

  /** Exit code of a command that ends with this error. */
  get exit(): number {
    return errorTable[this.code].exit;
  }

  /** True for a `FettleError` of any copy of this package. */
  static isInstance(error: unknown): error is FettleError {
    return typeof error === "object" && error !== null && marker in error;
  }
}

/** The message of whatever was thrown: not all of it is an Error. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** An error in one line, without a stack: as `messageOf`, with the name of an error that nobody expected. */
export function describeError(error: unknown): string {
  return error instanceof Error && !FettleError.isInstance(error)
    ? `${error.name}: ${error.message}`
    : messageOf(error);
}
