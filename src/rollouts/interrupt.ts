/**
 * Runs `work` with a signal that fires on the first Ctrl-C (or SIGTERM), so that it can stop cleanly. A second Ctrl-C ends
 * the process at once, with exit code 130.
 */
export async function withInterrupt<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stop = () => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort(new DOMException("Interrupted", "AbortError"));
  };
  process.on("SIGINT", stop).on("SIGTERM", stop);
  try {
    return await work(controller.signal);
  } finally {
    process.off("SIGINT", stop).off("SIGTERM", stop);
  }
}
