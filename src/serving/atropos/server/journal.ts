import { closeSync, fdatasync, fsyncSync, openSync, read, readSync, renameSync, writeSync } from "node:fs";
import { mkdir, rm, truncate } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { FettleError } from "../../../core/errors.ts";
import { diskFailure, isMissing, readLines, syncFolder } from "../../../rollouts/files.ts";
import { lockFolder } from "../../../rollouts/lock.ts";

const syncData = promisify(fdatasync);
const readAt = promisify(read);

/** Where a text stands in the file, in bytes. */
export interface Place {
  offset: number;
  length: number;
}

export const journalFile = "journal.jsonl";
const newFile = `${journalFile}.new`;

/**
 * An append-only file of lines, one change each, in which the texts of groups stand as well: memory holds their places
 * only. What `append` wrote outlives this process at once; what `sync` resolved for outlives a power cut.
 */
export class Journal {
  readonly #folder: string;
  readonly #release: () => Promise<void>;
  #file: number;
  #end: number;
  #round: Promise<void> = Promise.resolve();
  #nextRound: Promise<void> | null = null;
  readonly #reads = new Set<Promise<unknown>>();
  #failure: FettleError | null = null;

  private constructor(folder: string, end: number, release: () => Promise<void>) {
    this.#folder = folder;
    this.#file = openSync(join(folder, journalFile), "a+", 0o600);
    this.#end = end;
    this.#release = release;
  }

  /**
   * Opens or creates the journal of a folder. `onLine` gets every whole line with the offset of its first byte; a line
   * that a crash left half written is cut off. Throws FettleError `bad_run_folder` when another process holds the folder
   * or the disk fails, and whatever `onLine` throws.
   */
  static async open(folder: string, onLine: (text: string, offset: number) => void): Promise<Journal> {
    let release = async () => {};
    try {
      await mkdir(folder, { recursive: true });
      release = await lockFolder(folder);
      await rm(join(folder, newFile), { force: true });
      let end = 0;
      for await (const line of readLines(join(folder, journalFile))) {
        onLine(line.text, end);
        end = line.end;
      }
      await truncate(join(folder, journalFile), end).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
      const journal = new Journal(folder, end, release);
      await syncFolder(folder);
      return journal;
    } catch (error) {
      await release();
      throw diskFailure(folder, error);
    }
  }

  /** Bytes in the file. */
  get size(): number {
    return this.#end;
  }

  /**
   * Writes one line, made of parts, and returns the place of each part. Throws FettleError `bad_run_folder` when the disk
   * fails, now or before.
   */
  append(...parts: readonly string[]): Place[] {
    if (this.#failure) throw this.#failure;
    try {
      const places = writeLine(this.#file, this.#end, parts);
      this.#end = endOf(places);
      return places;
    } catch (error) {
      throw this.#fail(error);
    }
  }

  /** Resolves when all that was appended is on the disk. Calls made meanwhile share one round. */
  sync(): Promise<void> {
    if (this.#failure) return Promise.reject(this.#failure);
    this.#nextRound ??= this.#round.then(() => {
      this.#nextRound = null;
      this.#round = syncData(this.#file).catch((error: unknown) => {
        throw this.#fail(error);
      });
      return this.#round;
    });
    return this.#nextRound;
  }

  /** The bytes at a place. */
  async read({ offset, length }: Place): Promise<Buffer> {
    const buffer = Buffer.allocUnsafe(length);
    const reading = readAt(this.#file, buffer, 0, length, offset);
    this.#reads.add(reading);
    try {
      const { bytesRead } = await reading;
      if (bytesRead === length) return buffer;
      throw new FettleError("bad_run_folder", `${join(this.#folder, journalFile)} is shorter than it was.`);
    } finally {
      this.#reads.delete(reading);
    }
  }

  /**
   * Replaces the file by one that holds only the texts of `kept` and one line about them. Appending goes on meanwhile.
   * `finish` is called once, at the end, in one go with the replacement: it returns that line, and learns where a text
   * stands in the new file from `moved` (one that has come since is copied then).
   */
  async rewrite(kept: readonly Place[], finish: (moved: (place: Place) => Place) => string): Promise<void> {
    const path = join(this.#folder, newFile);
    try {
      const file = openSync(path, "a+", 0o600);
      const found = new Map<number, Place>();
      let end = 0;
      const copy = ({ offset }: Place, text: Buffer): Place => {
        const [, place = { offset: 0, length: 0 }, last] = writeLine(file, end, [keptHead, text, "}"]);
        end = endOf([last ?? place]);
        found.set(offset, place);
        return place;
      };
      for (const place of kept) copy(place, await this.read(place));
      await syncData(file);
      const line = finish((place) => found.get(place.offset) ?? copy(place, readNow(this.#file, place)));
      end = endOf(writeLine(file, end, [line]));
      fsyncSync(file);
      renameSync(path, join(this.#folder, journalFile));
      syncFolderNow(this.#folder);
      const [old, pending] = [this.#file, [...this.#reads, this.#round]];
      this.#file = file;
      this.#end = end;
      await Promise.allSettled(pending);
      closeSync(old);
    } catch (error) {
      throw this.#fail(error);
    }
  }

  async close(): Promise<void> {
    try {
      if (!this.#failure) await this.sync();
      await Promise.allSettled(this.#reads);
      closeSync(this.#file);
    } finally {
      await this.#release();
    }
  }

  #fail(error: unknown): FettleError {
    this.#failure ??= diskFailure(this.#folder, error);
    return this.#failure;
  }
}

/** A line that only keeps a text; the line after all of them says what it is. */
const keptHead = '{"op":"kept","data":';

export function isKept(line: string): boolean {
  return line.startsWith(keptHead);
}

/** Writes parts and a newline at the end of a file, which is at `end`. The last place includes the newline's byte not. */
function writeLine(file: number, end: number, parts: readonly (string | Buffer)[]): Place[] {
  const buffers = parts.map((part) => (typeof part === "string" ? Buffer.from(part, "utf8") : part));
  let offset = end;
  const places = buffers.map(({ length }) => {
    const place = { offset, length };
    offset += length;
    return place;
  });
  const bytes = Buffer.concat([...buffers, newline]);
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
  return places;
}

const newline = Buffer.from("\n");

/** Where the line after these places begins. */
function endOf(places: readonly Place[]): number {
  const last = places.at(-1);
  return last ? last.offset + last.length + 1 : 0;
}

function readNow(file: number, { offset, length }: Place): Buffer {
  const buffer = Buffer.allocUnsafe(length);
  for (let done = 0; done < length; ) {
    const count = readSync(file, buffer, done, length - done, offset + done);
    if (count === 0) throw new Error("the journal is shorter than it was");
    done += count;
  }
  return buffer;
}

function syncFolderNow(path: string): void {
  if (process.platform === "win32") return;
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
