import { type FileHandle, open, truncate } from "node:fs/promises";
import { join } from "node:path";
import { FettleError } from "../core/errors.ts";
import { type PrivateRecord, privateRecordSchema, type Trace, traceSchema } from "../core/trace.ts";
import { diskFailure, isMissing, readLines, syncFolder } from "./files.ts";
import type { Rollout } from "./settings.ts";

export const tracesFile = "traces.jsonl";
const privateFile = "private.jsonl";

/** Where the trace line of an episode stands in `traces.jsonl`: bytes, the newline included. */
export interface Span {
  start: number;
  end: number;
}

/**
 * The two append-only files of a run. Line i of one belongs to line i of the other; the private line is on disk before the
 * trace line, so an episode counts as finished exactly when its trace line is whole.
 */
export class Journal {
  readonly #folder: string;
  readonly #traces: FileHandle;
  readonly #truths: FileHandle;
  #waiting: { trace: string; truth: string }[] = [];
  #writing: Promise<void> = Promise.resolve();
  #failure: FettleError | null = null;
  #busy = false;
  /** Bytes of `traces.jsonl` once everything appended so far is written. */
  #end: number;

  private constructor(folder: string, traces: FileHandle, truths: FileHandle, end: number) {
    this.#folder = folder;
    this.#traces = traces;
    this.#truths = truths;
    this.#end = end;
  }

  /** Opens or creates both files in an existing folder. Call `recoverRollouts` first where there may be some. */
  static async open(folder: string): Promise<Journal> {
    const traces = await open(join(folder, tracesFile), "a");
    const truths = await open(join(folder, privateFile), "a", 0o600);
    await syncFolder(folder);
    return new Journal(folder, traces, truths, (await traces.stat()).size);
  }

  /**
   * Queues one episode. Writing starts at once; what arrives while the disk is busy goes out together with one sync, so
   * thousands of episodes per second cost a few syncs. Returns where the trace will stand: there to be read after `flush`.
   * Throws FettleError `bad_run_folder` once the disk has failed.
   */
  append({ trace, truth }: Rollout): Span {
    if (this.#failure) throw this.#failure;
    const line = `${JSON.stringify(trace)}\n`;
    this.#waiting.push({ trace: line, truth: `${JSON.stringify(truth)}\n` });
    if (!this.#busy) this.#writing = this.#writeAll();
    const start = this.#end;
    this.#end += Buffer.byteLength(line);
    return { start, end: this.#end };
  }

  /** Resolves when everything appended so far is on disk. Rejects with `bad_run_folder` when the disk has failed. */
  async flush(): Promise<void> {
    await this.#writing;
    if (this.#failure) throw this.#failure;
  }

  /** Episodes queued and not yet on disk. */
  get backlog(): number {
    return this.#waiting.length;
  }

  async close(): Promise<void> {
    try {
      await this.flush();
    } finally {
      await this.#traces.close();
      await this.#truths.close();
    }
  }

  async #writeAll(): Promise<void> {
    this.#busy = true;
    try {
      while (this.#waiting.length > 0) {
        const batch = this.#waiting.splice(0, 256);
        await this.#truths.appendFile(batch.map(({ truth }) => truth).join(""));
        await this.#truths.datasync();
        await this.#traces.appendFile(batch.map(({ trace }) => trace).join(""));
        await this.#traces.datasync();
      }
    } catch (error) {
      this.#failure = diskFailure(this.#folder, error);
    } finally {
      this.#busy = false;
    }
  }
}

/**
 * Every finished episode of a run, in the order written. A later record replaces an earlier one of the same id (an episode
 * tried again on resume). Throws FettleError `bad_run_folder` for a damaged file; a torn last line is no damage.
 */
export async function* readRollouts(folder: string): AsyncGenerator<Rollout, void, undefined> {
  for await (const { trace, truth } of readPairs(folder)) yield { trace, truth };
}

/** As `readRollouts`, and cuts off what a crash left half written, so that `Journal.open` continues on whole lines. */
export async function recoverRollouts(
  folder: string,
  onRollout: (rollout: Rollout, span: Span) => void,
): Promise<void> {
  const end = { traces: 0, truths: 0 };
  for await (const { trace, truth, ends } of readPairs(folder)) {
    onRollout({ trace, truth }, { start: end.traces, end: ends.traces });
    Object.assign(end, ends);
  }
  for (const [name, length] of [
    [tracesFile, end.traces],
    [privateFile, end.truths],
  ] as const)
    await truncate(join(folder, name), length).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
}

interface Pair extends Rollout {
  ends: { traces: number; truths: number };
}

async function* readPairs(folder: string): AsyncGenerator<Pair, void, undefined> {
  const traces = readLines(join(folder, tracesFile));
  const truths = readLines(join(folder, privateFile));
  let torn: string | null = null;
  for (let number = 1; ; number++) {
    const [first, second] = [await traces.next(), await truths.next()];
    if (first.done || second.done) return;
    // An unreadable line is a torn write only when nothing follows it.
    if (torn) throw damaged(folder, torn);
    const trace = parseLine<Trace>(first.value.text, traceSchema);
    const truth = parseLine<PrivateRecord>(second.value.text, privateRecordSchema);
    if (!trace || !truth) torn = `line ${number} of ${trace ? privateFile : tracesFile} is not a record`;
    else if (trace.id !== truth.id) throw damaged(folder, `line ${number} of its files belong to different episodes`);
    else yield { trace, truth, ends: { traces: first.value.end, truths: second.value.end } };
  }
}

function parseLine<T>(text: string, schema: { safeParse(value: unknown): { success: boolean; data?: T } }): T | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function damaged(folder: string, what: string): FettleError {
  return new FettleError("bad_run_folder", `${folder} is damaged: ${what}.`, {
    hint: "Nothing was changed. Restore the file, or start a new run in another folder.",
  });
}
