import type { Writable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { printable, printableJson } from "../core/printable.ts";

type ErrorStream = Writable & { isTTY?: boolean; columns?: number };

/**
 * Where a command writes: results on stdout, everything else on stderr. Models, endpoints and documents wrote some of it:
 * nothing gets through that a terminal would obey.
 */
export class Terminal {
  readonly json: boolean;
  /** Aborts on Ctrl-C or SIGTERM. */
  readonly signal: AbortSignal;
  readonly #out: Writable;
  readonly #err: ErrorStream;
  #live = false;
  #lastLine = 0;
  readonly #deferred: (() => Promise<void>)[] = [];

  constructor(options: { json: boolean; signal: AbortSignal; out?: Writable; err?: ErrorStream }) {
    this.json = options.json;
    this.signal = options.signal;
    this.#out = options.out ?? process.stdout;
    this.#err = options.err ?? process.stderr;
  }

  /** True when progress can be redrawn in place. */
  get interactive(): boolean {
    return this.#err.isTTY === true;
  }

  /** The command's result: `data` with `--json`, else `text`. May be called more than once: one JSON value a line. */
  result(data: unknown, text: string): void {
    this.clear();
    this.#out.write(`${this.json ? printableJson(data) : printable(text)}\n`);
  }

  /** Does something when the command has ended, however it did. */
  defer(task: () => Promise<void>): void {
    this.#deferred.push(task);
  }

  /** Does what was deferred, the latest first. */
  async end(): Promise<void> {
    for (let task = this.#deferred.pop(); task; task = this.#deferred.pop()) await task();
  }

  /** A line for people that stays. */
  note(line: string): void {
    this.clear();
    this.#err.write(`${printable(line)}\n`);
  }

  /** A line that replaces the one before it on a terminal; elsewhere one is written every ten seconds. */
  progress(text: string): void {
    const line = printable(text);
    if (this.interactive) {
      this.#live = true;
      this.#err.write(`\r\u001b[2K${fitted(line, (this.#err.columns ?? 100) - 1)}`);
      return;
    }
    const now = performance.now();
    if (this.#lastLine !== 0 && now - this.#lastLine < 10_000) return;
    this.#lastLine = now;
    this.#err.write(`${line}\n`);
  }

  /** Removes the progress line. */
  clear(): void {
    if (this.#live) this.#err.write("\r\u001b[2K");
    this.#live = false;
  }
}

/** At most `width` columns; a line that is cut loses its colours, which must not outlive it. */
function fitted(line: string, width: number): string {
  const bare = stripVTControlCharacters(line);
  return bare.length <= width ? line : bare.slice(0, width);
}
