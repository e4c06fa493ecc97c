import { type ChildProcess, spawn } from "node:child_process";

/** Processes to be ended when this one ends in an orderly way; where it is killed, they notice by themselves. */
const living = new Set<ChildProcess>();

function endAll(): void {
  for (const child of living) child.kill("SIGKILL");
}

/** A process of ours that died or fell silent: what it was doing has no outcome. */
export class SlotLost extends Error {
  /** True when it still ran but said nothing in time; it has not been killed yet. */
  readonly silent: boolean;

  constructor(message: string, silent: boolean) {
    super(message);
    this.name = "SlotLost";
    this.silent = silent;
  }
}

export interface LineProcessOptions {
  command: string;
  arguments: readonly string[];
  environment: Readonly<Record<string, string>>;
  /** Longest line accepted, in bytes. */
  longest?: number;
}

/**
 * A child process that speaks in lines of ASCII. Lines stay text: nothing is parsed here. Its standard error is kept
 * (the last 2,000 characters) to say why it died.
 */
export class LineProcess {
  readonly #child: ChildProcess;
  readonly #lines: string[] = [];
  readonly #longest: number;
  readonly #exited: Promise<void>;
  #partial: Buffer[] = [];
  #partialBytes = 0;
  #complaint = "";
  #ended: string | null = null;
  #waiting: { resolve(line: string): void; reject(error: Error): void; timer: NodeJS.Timeout } | null = null;

  constructor(options: LineProcessOptions) {
    this.#longest = options.longest ?? 64_000_000;
    const child = spawn(options.command, options.arguments, {
      stdio: ["pipe", "pipe", "pipe"],
      env: { ...options.environment },
      cwd: "/",
      windowsHide: true,
    });
    this.#child = child;
    if (living.size === 0) process.once("exit", endAll);
    living.add(child);
    child.stdin.on("error", () => {});
    child.stdout.on("data", (chunk: Buffer) => this.#receive(chunk));
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#complaint = (this.#complaint + text).slice(-2000);
    });
    this.#exited = new Promise((resolve) => {
      child.on("error", (error) => {
        this.#end(error.message);
        resolve();
      });
      child.on("close", (code, signal) => {
        this.#end(signal ? `it was ended by ${signal}` : `it exited with code ${code}`);
        resolve();
      });
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get alive(): boolean {
    return this.#ended === null;
  }

  write(text: string): void {
    this.#child.stdin?.write(text, "latin1");
  }

  /** The next line. Rejects with `SlotLost` when the process is dead, or says nothing for so long. */
  read(milliseconds: number): Promise<string> {
    const line = this.#lines.shift();
    if (line !== undefined) return Promise.resolve(line);
    if (this.#ended !== null) return Promise.reject(this.#lost());
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting = null;
        reject(new SlotLost(`it said nothing for ${milliseconds} ms`, true));
      }, milliseconds);
      this.#waiting = { resolve, reject, timer };
    });
  }

  /** Ends it at once; resolves when it is gone. */
  kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    return this.#exited;
  }

  /** Lets it end by itself, at most for a second; resolves when it is gone. */
  async close(): Promise<void> {
    this.#child.stdin?.end();
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), 1000);
    await this.#exited;
    clearTimeout(timer);
  }

  #receive(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      this.#partial.push(chunk.subarray(from, at));
      this.#deliver(Buffer.concat(this.#partial).toString("latin1"));
      this.#partial = [];
      this.#partialBytes = 0;
      from = at + 1;
    }
    if (from === chunk.length) return;
    this.#partial.push(chunk.subarray(from));
    this.#partialBytes += chunk.length - from;
    if (this.#partialBytes > this.#longest) void this.kill();
  }

  #deliver(line: string): void {
    const waiting = this.#waiting;
    if (!waiting) {
      this.#lines.push(line);
      return;
    }
    this.#waiting = null;
    clearTimeout(waiting.timer);
    waiting.resolve(line);
  }

  #end(why: string): void {
    living.delete(this.#child);
    if (living.size === 0) process.off("exit", endAll);
    this.#ended ??= why;
    const waiting = this.#waiting;
    if (!waiting) return;
    this.#waiting = null;
    clearTimeout(waiting.timer);
    waiting.reject(this.#lost());
  }

  #lost(): SlotLost {
    const complaint = this.#complaint.trim().split("\n").at(-1);
    return new SlotLost(complaint ? `${this.#ended} (${complaint})` : `${this.#ended}`, false);
  }
}
