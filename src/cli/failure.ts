import { CommanderError } from "commander";
import { z } from "zod";
import { FettleError, messageOf } from "../core/errors.ts";
import { firstIssue } from "../core/issues.ts";
import type { Terminal } from "./terminal.ts";

/** Reports why a command ended early, on stderr (and as JSON on stdout with `--json`). Returns the exit code. */
export function reportFailure(
  error: unknown,
  terminal: Terminal,
  options: { command: string; debug: boolean },
): number {
  const { exit, code, message, hint } = describe(error, terminal.signal.aborted);
  terminal.note(`${options.command}: ${message}`);
  if (hint) terminal.note(`  ${hint}`);
  if (options.debug && error instanceof Error) terminal.note(stackOf(error));
  else if (code === "unexpected") terminal.note("  This looks like a defect of ours. --debug shows the stack.");
  if (terminal.json) terminal.result({ error: { code, message, hint: hint ?? null } }, "");
  return exit;
}

/** Of an environment's own error, the stack that leads to its place. */
function stackOf(error: Error): string {
  const theirs = FettleError.isInstance(error) && error.code === "environment_failed" ? error.cause : null;
  return (theirs instanceof Error ? theirs : error).stack ?? "";
}

interface Description {
  exit: number;
  code: string;
  message: string;
  hint?: string | undefined;
}

function describe(error: unknown, interrupted: boolean): Description {
  // Whatever an interrupted command breaks off with is an interruption; long commands say how to go on.
  if (interrupted && !(FettleError.isInstance(error) && error.code === "interrupted"))
    return { exit: 130, code: "interrupted", message: "stopped." };
  if (FettleError.isInstance(error))
    return { exit: error.exit, code: error.code, message: error.message, hint: error.hint };
  if (error instanceof CommanderError) {
    const [message = "", ...rest] = error.message.replace(/^error: /, "").split("\n");
    return { exit: 2, code: "bad_option", message, hint: rest.join(" ").trim() || "--help lists what there is." };
  }
  if (error instanceof z.ZodError) return { exit: 2, code: "bad_option", message: firstIssue(error) };
  return { exit: 70, code: "unexpected", message: messageOf(error) };
}
