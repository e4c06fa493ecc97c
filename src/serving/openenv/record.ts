import { appendFileSync, closeSync, openSync } from "node:fs";
import { FettleError } from "../../core/errors.ts";
import type { EpisodeRecord } from "./session.ts";

/**
 * Appends one JSON line per episode to a file: `serve({ onEpisode: record.write })`. Throws FettleError
 * `bad_input_file` when the file cannot be opened.
 */
export function recordTo(file: string): { write(record: EpisodeRecord): void; close(): void } {
  let handle: number;
  try {
    handle = openSync(file, "a");
  } catch (cause) {
    throw new FettleError("bad_input_file", `Cannot write the record to ${file}.`, { cause });
  }
  return {
    write: (record) => appendFileSync(handle, `${JSON.stringify(record)}\n`),
    close: () => closeSync(handle),
  };
}
