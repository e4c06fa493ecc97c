#!/usr/bin/env node
import { parseCommandLine, runInvocation } from "./program.ts";
import { Terminal } from "./terminal.ts";

/** Runs one command line. Resolves to the exit code; prints whatever there is to say. */
async function main(argv: readonly string[]): Promise<number> {
  const interrupt = new AbortController();
  const terminal = new Terminal({ json: argv.includes("--json"), signal: interrupt.signal });
  const stop = () => {
    if (interrupt.signal.aborted) process.exit(130);
    interrupt.abort();
    terminal.note("Stopping; press Ctrl-C again to stop at once.");
  };
  process.on("SIGINT", stop).on("SIGTERM", stop);
  let command = "fettle";
  try {
    const invocation = await parseCommandLine(argv, (text) => process.stdout.write(text));
    if (!invocation) return 0;
    command = `fettle ${invocation.entry.name}`;
    return await runInvocation(invocation, terminal);
  } catch (error) {
    const { reportFailure } = await import("./failure.ts");
    return reportFailure(error, terminal, { command, debug: argv.includes("--debug") });
  } finally {
    await terminal.end();
  }
}

// A reader that closes early (`fettle show RUN | head`) is no error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

const code = await main(process.argv.slice(2));
// Exit by setting the code where possible: output to a pipe is flushed; a stray timer may not hold the process, though.
process.exitCode = code;
setTimeout(() => process.exit(code), 2_000).unref();
