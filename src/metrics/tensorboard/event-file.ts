import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, truncateSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { MetricsSink } from "../sink.ts";
import { scalarsOf } from "../values.ts";
import { type Event, encodeEvent, readEvent } from "./event.ts";
import { decodeRecords, encodeRecord } from "./records.ts";

const namePattern = /^events\.out\.tfevents\.(\d+)\./;

/**
 * Curves for TensorBoard: each session writes a new event file into the folder, which readers put together by name. What
 * earlier sessions wrote beyond step `after`, or half, is cut off; the new file tells readers that have seen it already
 * to forget it. Throws what the file system throws.
 */
export function openEventFile(folder: string, { after }: { after?: number | undefined } = {}): MetricsSink {
  mkdirSync(folder, { recursive: true });
  const earlier = eventFiles(folder);
  const last = Math.max(0, ...earlier.map(({ path }) => keep(path, after ?? Number.POSITIVE_INFINITY)));
  // Readers take the files in the order of their names, whatever the clock did between two sessions.
  const seconds = Math.max(Math.floor(Date.now() / 1000), (earlier.at(-1)?.seconds ?? 0) + 1);
  const file = openSync(join(folder, `events.out.tfevents.${String(seconds).padStart(10, "0")}.fettle`), "ax");
  const record = (step: number, what: Event["what"]) =>
    encodeRecord(encodeEvent({ wallTime: Date.now() / 1000, step, what }));
  const head = [record(0, "version"), ...(earlier.length > 0 ? [record(last + 1, "restart")] : [])];
  writeSync(file, Buffer.concat(head));
  return {
    last,
    write(step, values, group = "") {
      const scalars = scalarsOf(values, group);
      if (scalars.size > 0) writeSync(file, record(step, scalars));
    },
    close: () => closeSync(file),
  };
}

interface EventFile {
  path: string;
  /** Seconds since 1970, from its name. */
  seconds: number;
}

/** Oldest first. */
function eventFiles(folder: string): EventFile[] {
  const files = readdirSync(folder).flatMap((name) => {
    const seconds = namePattern.exec(name)?.[1];
    return seconds === undefined ? [] : [{ path: join(folder, name), seconds: Number(seconds) }];
  });
  return files.sort((a, b) => a.seconds - b.seconds);
}

/** Cuts a file off behind the last whole event of a step up to `after`, and returns the last step it has a point for. */
function keep(path: string, after: number): number {
  const bytes = readFileSync(path);
  let [kept, last] = [0, 0];
  for (const { data, end } of decodeRecords(bytes)) {
    const { step, restart } = readEvent(data);
    if (step > after) break;
    kept = end;
    if (!restart) last = step;
  }
  if (kept < bytes.length) truncateSync(path, kept);
  return last;
}
