import { type FileHandle, mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import type { FettleError } from "../core/errors.ts";
import { fileFailure } from "./files.ts";

/**
 * A file made from what a run keeps elsewhere, that grows at its end. What is written while the disk is busy goes out
 * together. All methods throw FettleError `bad_input_file` when the file cannot be written.
 */
export class LineFile {
  readonly path: string;
  readonly #file: FileHandle;
  #waiting: string[] = [];
  #backlog = 0;
  #writing: Promise<void> = Promise.resolve();
  #busy = false;
  #failure: FettleError | null = null;
  #begun = false;

  private constructor(path: string, file: FileHandle) {
    this.path = path;
    this.#file = file;
  }

  /** The first write, even of nothing, begins the file anew: until then a file that is there stays. */
  static async create(path: string): Promise<LineFile> {
    try {
      await mkdir(dirname(path), { recursive: true });
      return new LineFile(path, await open(path, "a"));
    } catch (cause) {
      throw fileFailure(path, cause);
    }
  }

  write(text: string): void {
    if (this.#failure) throw this.#failure;
    this.#waiting.push(text);
    this.#backlog += text.length;
    if (!this.#busy) this.#writing = this.#writeAll();
  }

  /** UTF-16 units that wait for the disk. */
  get backlog(): number {
    return this.#backlog;
  }

  /** Resolves when everything written so far can be read. */
  async flush(): Promise<void> {
    await this.#writing;
    if (this.#failure) throw this.#failure;
  }

  /** Makes everything durable. */
  async close(): Promise<void> {
    try {
      await this.flush();
      await this.#file.sync();
    } catch (cause) {
      throw fileFailure(this.path, cause);
    } finally {
      await this.#file.close();
    }
  }

  async #writeAll(): Promise<void> {
    this.#busy = true;
    try {
      if (!this.#begun) await this.#file.truncate(0);
      this.#begun = true;
      while (this.#waiting.length > 0) {
        const text = this.#waiting.splice(0).join("");
        await this.#file.appendFile(text);
        this.#backlog -= text.length;
      }
    } catch (cause) {
      this.#failure = fileFailure(this.path, cause);
    } finally {
      this.#busy = false;
    }
  }
}
