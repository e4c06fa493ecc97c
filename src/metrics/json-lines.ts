import { closeSync, existsSync, openSync, readFileSync, truncateSync, writeSync } from "node:fs";
import type { MetricsSink } from "./sink.ts";

/**
 * One JSON object a line, the step first. On opening, a torn last line and what comes after step `after` are cut off.
 * Throws what the file system throws.
 */
export function openJsonLines(
  path: string,
  { after, counter }: { after?: number | undefined; counter: string },
): MetricsSink {
  const kept = keep(path, counter, after ?? Number.POSITIVE_INFINITY);
  const file = openSync(path, "a");
  return {
    last: kept,
    write: (step, values) => void writeSync(file, `${JSON.stringify({ [counter]: step, ...values })}\n`),
    close: () => closeSync(file),
  };
}

/** Cuts the file off behind the last whole line whose step is at most `after`, and returns that step. */
function keep(path: string, counter: string, after: number): number {
  if (!existsSync(path)) return 0;
  const bytes = readFileSync(path);
  let [end, last] = [0, 0];
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, end)) {
    const step = stepOf(bytes.toString("utf8", end, at), counter);
    if (step === null || step > after) break;
    [end, last] = [at + 1, step];
  }
  if (end < bytes.length) truncateSync(path, end);
  return last;
}

/** null for what is no line of metrics. */
function stepOf(line: string, counter: string): number | null {
  try {
    const step: unknown = JSON.parse(line)?.[counter];
    return typeof step === "number" ? step : null;
  } catch {
    return null;
  }
}
