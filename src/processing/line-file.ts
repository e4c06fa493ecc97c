import { type FileHandle, mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import { FettleError } from "../core/errors.ts";

/** Text that is gathered before it is written, in UTF-16 units. */
const gathered = 1 << 20;

/** A file that grows at its end. Lines reach it in few large writes; `flush` makes them visible, `close` durable. */
export class LineFile {
  readonly path: string;
  readonly #file: FileHandle;
  #waiting: string[] = [];
  #length = 0;

  private constructor(path: string, file: FileHandle) {
    this.path = path;
    this.#file = file;
  }

  /** Begins the file anew; its folder is created when missing. Throws FettleError `bad_input_file`, as all methods do. */
  static async create(path: string): Promise<LineFile> {
    return guarded(path, async () => {
      await mkdir(dirname(path), { recursive: true });
      return new LineFile(path, await open(path, "w"));
    });
  }

  async write(text: string): Promise<void> {
    this.#waiting.push(text);
    this.#length += text.length;
    if (this.#length > gathered) await this.flush();
  }

  async flush(): Promise<void> {
    const text = this.#waiting.join("");
    this.#waiting = [];
    this.#length = 0;
    if (text !== "") await guarded(this.path, () => this.#file.appendFile(text));
  }

  async close(): Promise<void> {
    try {
      await this.flush();
      await guarded(this.path, () => this.#file.sync());
    } finally {
      await this.#file.close();
    }
  }
}

async function guarded<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new FettleError("bad_input_file", `${path} cannot be written: ${reason}`, {
      hint: "Is the disk full, or the folder not yours? The episodes are kept: repeat the command with --resume.",
      cause,
    });
  }
}
