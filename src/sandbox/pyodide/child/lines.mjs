/** Lines of ASCII over standard input and output, synchronously: while Python runs, nothing else can. */
import { readSync, writeSync } from "node:fs";

const chunk = Buffer.alloc(1 << 18);
let pending = "";

/** Waits for the next line; null at the end of input. */
export function readLine() {
  for (;;) {
    const end = pending.indexOf("\n");
    if (end >= 0) {
      const line = pending.slice(0, end);
      pending = pending.slice(end + 1);
      return line;
    }
    const count = retry(() => readSync(0, chunk, 0, chunk.length, null));
    if (count === 0) return null;
    pending += chunk.toString("latin1", 0, count);
  }
}

export function writeLine(text) {
  const bytes = Buffer.from(`${text}\n`, "latin1");
  for (let from = 0; from < bytes.length; ) from += retry(() => writeSync(1, bytes, from));
}

const nap = new Int32Array(new SharedArrayBuffer(4));

/** Where the pipe does not block, a full or empty one has to be asked again. */
function retry(call) {
  for (;;) {
    try {
      return call();
    } catch (error) {
      if (error.code === "EOF") return 0;
      if (error.code !== "EAGAIN") throw error;
      Atomics.wait(nap, 0, 0, 1);
    }
  }
}
