import { appendFileSync, closeSync, openSync } from "node:fs";
import { FettleError } from "../../core/errors.ts";
import type { Split } from "../../core/splits.ts";

/** What the server remembers of an episode that ended. For the operator: it names the seed. */
export interface ServedEpisode {
  episode_id: string;
  environment: string;
  version: string;
  task: string;
  split: Split;
  seed: number;
  curriculum: string | null;
  /** Reward of each step, in order, each in [0, 1]. */
  rewards: number[];
  /** null when a step could not be scored. */
  return: number | null;
  solved: boolean;
  /** `done`: played to its end. `abandoned`: the client reset or left before. `error`: a step could not be scored. */
  end: "done" | "abandoned" | "error";
}

/**
 * Appends one JSON line per episode to a file: `serve({ onEpisode: record.write })`. Throws FettleError
 * `bad_input_file` when the file cannot be opened.
 */
export function recordTo(file: string): { write(episode: ServedEpisode): void; close(): void } {
  let handle: number;
  try {
    handle = openSync(file, "a");
  } catch (cause) {
    throw new FettleError("bad_input_file", `Cannot write the record to ${file}.`, { cause });
  }
  return {
    write: (episode) => appendFileSync(handle, `${JSON.stringify(episode)}\n`),
    close: () => closeSync(handle),
  };
}
