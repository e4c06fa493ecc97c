import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { FettleError } from "../core/errors.ts";
import type { Trace } from "../core/trace.ts";
import { type Span, tracesFile } from "./journal.ts";

/** Reads single traces of a run back, by where they stand: what was written and checked before is not checked again. */
export class TraceReader {
  readonly #file: FileHandle;
  readonly #folder: string;

  private constructor(file: FileHandle, folder: string) {
    this.#file = file;
    this.#folder = folder;
  }

  static async open(folder: string): Promise<TraceReader> {
    return new TraceReader(await open(join(folder, tracesFile), "r"), folder);
  }

  /** Throws FettleError `bad_run_folder` when no trace stands there: somebody else changed the file. */
  async read({ start, end }: Span): Promise<Trace> {
    const bytes = Buffer.alloc(end - start);
    const { bytesRead } = await this.#file.read(bytes, 0, bytes.length, start);
    try {
      const trace: Trace = JSON.parse(bytes.toString("utf8", 0, bytesRead));
      return trace;
    } catch (cause) {
      throw new FettleError("bad_run_folder", `${this.#folder} was changed by another program while it was in use.`, {
        cause,
      });
    }
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}
