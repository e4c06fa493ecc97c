import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { MetricsSink } from "../sink.ts";
import { scalarsOf } from "../values.ts";
import { type Event, encodeEvent, readEvent } from "./event.ts";
import { decodeRecords, encodeRecord } from "./records.ts";

const namePattern = /^events\.out\.tfevents\.(\d+)\./;

/**
 * Curves for TensorBoard: each session writes a new event file into the folder, which readers put together by name. One
 * that goes on after a step says so in its file, and readers forget what earlier files hold beyond it. A kill leaves at
 * most a torn record at the end of a file that nothing is appended to any more. Throws what the file system throws.
 */
export function openEventFile(folder: string, { after }: { after?: number | undefined } = {}): MetricsSink {
  mkdirSync(folder, { recursive: true });
  const earlier = eventFiles(folder);
  const written = lastStep(earlier);
  const last = Math.min(written, after ?? written);
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

/** The last step that a reader of the files sees. */
function lastStep(files: readonly EventFile[]): number {
  let last = 0;
  for (const { path } of files)
    for (const data of decodeRecords(readFileSync(path))) {
      const { step, restart } = readEvent(data);
      last = restart ? Math.min(last, step - 1) : Math.max(last, step);
    }
  return last;
}
