import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { FettleError, messageOf } from "../core/errors.ts";

/** Writes a whole file so that a crash leaves either the old one or the new one. */
export async function writeAtomically(path: string, content: string | Uint8Array): Promise<void> {
  const temporary = join(dirname(path), `.${randomUUID()}.tmp`);
  try {
    const file = await open(temporary, "wx");
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Makes the names in a folder durable. Windows cannot open folders and does not need it. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

export interface Line {
  text: string;
  /** Offset in bytes just after the line's newline. */
  end: number;
}

/** Lines that end in a newline; what follows the last newline (a torn write) is left out. A missing file has no lines. */
export async function* readLines(path: string): AsyncGenerator<Line, void, undefined> {
  let [pending, offset]: [Buffer[], number] = [[], 0];
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>) {
      let from = 0;
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
        const line = Buffer.concat([...pending, chunk.subarray(from, at)]);
        pending = [];
        from = at + 1;
        offset += line.length + 1;
        yield { text: line.toString("utf8"), end: offset };
      }
      if (from < chunk.length) pending.push(chunk.subarray(from));
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** Whether an error says that a file is not there. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/** A failed disk operation as a FettleError `bad_run_folder`; one that is a FettleError already stays as it is. */
export function diskFailure(folder: string, error: unknown): FettleError {
  if (FettleError.isInstance(error)) return error;
  return new FettleError("bad_run_folder", `Cannot write to ${folder}: ${messageOf(error)}`, {
    hint: "Is the disk full, or the folder not yours? Once that is mended, --resume goes on from what was written.",
    cause: error,
  });
}

/** As `diskFailure`, for a file made from what a run folder keeps: FettleError `bad_input_file`. */
export function fileFailure(path: string, error: unknown): FettleError {
  if (FettleError.isInstance(error)) return error;
  return new FettleError("bad_input_file", `${path} cannot be written: ${messageOf(error)}`, {
    hint: "Is the disk full, or the folder not yours? The episodes are kept: repeat the command with --resume.",
    cause: error,
  });
}
