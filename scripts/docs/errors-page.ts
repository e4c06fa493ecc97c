import { errorTable } from "../../src/core/errors.ts";
import { markdownTable } from "./markdown.ts";

/** docs/errors.md, from the table of errors. */
export function errorsPage(): string {
  const rows = Object.entries(errorTable).map(([code, { title, exit, status }]) => [
    `\`${code}\``,
    `${title}.`,
    String(exit),
    String(status),
  ]);
  return [
    "# Errors",
    "",
    "Made from the table in `src/core/errors.ts` by `npm run docs`. Every error carries a message that says what was wrong",
    "and where, and mostly a hint that says what to do. The command line prints both and ends with the exit code; the",
    "server's own routes answer with the HTTP status and problem details (RFC 9457), except where a protocol fixes its own",
    "form; the library throws a `FettleError` with `code`, `message` and `hint` (`FettleError.isInstance(error)`).",
    "",
    markdownTable(["code", "meaning", "exit code", "HTTP status"], rows),
    "",
    "Exit code 70 is a defect of ours: `--debug` shows the stack.",
    "",
  ].join("\n");
}
