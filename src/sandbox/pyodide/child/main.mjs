/**
 * A gated Pyodide process: `node main.mjs SETTINGS` with JSON settings {role, memoryMb, pyodide, python, snapshot, make}.
 * Speaks the sandbox's lines on standard input and output. With `make` it only writes the snapshot to standard output.
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Clock, Deadline, Denied, Gate } from "./gate.mjs";
import { Image } from "./image.mjs";
import { readLine, writeLine } from "./lines.mjs";
import { scrub } from "./scrub.mjs";

const settings = JSON.parse(process.argv[2]);
const totalBytes = 16_000_000;
/** What each line counts for beside its own length. */
const lineBytes = 64;
const frameBytes = 4_200_000;

// The only binding Pyodide's file system asks for; the permission model refuses the real one.
const constants = { fs: fs.constants, os: os.constants };
process.binding = (name) => {
  if (name === "constants") return constants;
  throw new Error("not available");
};

const gate = new Gate();
gate.install(settings.memoryMb);
const { loadPyodide } = await import(pathToFileURL(path.join(settings.pyodide, "pyodide.mjs")).href);
const pyodide = await loadPyodide({
  indexURL: settings.pyodide,
  jsglobals: Object.create(null),
  env: { PYTHONHASHSEED: "0", HOME: "/" },
  stdin: () => null,
  stdout: () => {},
  stderr: () => {},
  ...(settings.make ? { _makeSnapshot: true } : {}),
  ...(settings.snapshot ? { _loadSnapshot: fs.readFileSync(settings.snapshot) } : {}),
});
// Raw writers: the usual ones gather lines in JavaScript's memory.
pyodide.setStdout({ write: (bytes) => bytes.length });
pyodide.setStderr({ write: (bytes) => bytes.length });
const module = pyodide._module;
const files = module.FS;

/** What Python writes and reads through /dev/fettle; `onLine` takes lines, `reply` gives the next bytes. */
const channel = { onLine: (_line) => {}, reply: () => null, partial: "", amount: 0 };
const number = files.makedev(64, 0);
files.registerDevice(number, {
  open() {},
  close() {},
  llseek: () => 0,
  write(_stream, heap, offset, length) {
    channel.amount += length;
    if (channel.amount > totalBytes) throw new Denied("too much output");
    const text = Buffer.from(heap.buffer, heap.byteOffset + offset, length).toString("latin1");
    const lines = (channel.partial + text).split("\n");
    channel.partial = lines.pop();
    channel.amount += lineBytes * lines.length;
    if (channel.amount > totalBytes || channel.partial.length > frameBytes) throw new Denied("too much output");
    for (const line of lines) channel.onLine(line);
    return length;
  },
  read(_stream, heap, offset, length) {
    const bytes = Buffer.from(channel.reply(length) ?? "", "latin1");
    heap.set(bytes, offset);
    return bytes.length;
  },
});
files.mkdev("/dev/fettle", number);
files.writeFile("/job", "");
for (const name of fs.readdirSync(path.join(settings.python, "_fettle"))) {
  // The tests' side is absent where untrusted code runs, and so is what belongs to Linux.
  const judging = ["instrument.py", "judge.py", "service.py"].includes(name) && settings.role !== "judge";
  if (judging || !name.endsWith(".py") || /linux|seccomp|zygote|supervisor|judge_process/.test(name)) continue;
  files.mkdirTree("/lib/fettle/_fettle");
  files.writeFile(`/lib/fettle/_fettle/${name}`, fs.readFileSync(path.join(settings.python, "_fettle", name)));
}
pyodide.runPython(`
import sys, gc
sys.path.insert(0, "/lib/fettle")
from _fettle import gated as _gated
_gated.setup("${settings.role}")
gc.collect()
gc.freeze()
`);
if (settings.make) {
  fs.writeSync(1, pyodide.makeMemorySnapshot());
  process.exit(0);
}

const { exports } = gate;
gate.device = "/dev/fettle";
gate.readText = (pointer) => module.UTF8ToString(pointer, 64);
const command = module.stringToNewUTF8("_gated.go()");
module.HEAP8[module._Py_EMSCRIPTEN_SIGNAL_HANDLING] = 1;
// Functions of JavaScript that a wild function pointer could reach.
const table = exports.__indirect_function_table;
for (let index = 0; index < table.length; index++) if (table.get(index)?.name === "0") table.set(index, null);
scrub();
const image = new Image(module, exports, files);
const standard = [files.streams[1], files.streams[2]];
gate.mayWrite = (descriptor) => {
  const stream = files.streams[descriptor];
  return stream !== undefined && (stream?.node?.rdev === number || standard.includes(stream));
};

/** Runs Python with the gate closed. Returns how it ended. */
function enter(job, clock) {
  files.writeFile("/job", job);
  [channel.partial, channel.amount] = ["", 0];
  gate.outOfTime = () => clock.outOfTime();
  gate.closed = true;
  try {
    return exports.PyRun_SimpleString(command) === 0 ? "done" : "died";
  } catch (error) {
    if (error instanceof Deadline) return "timeout";
    return error instanceof Denied && error.message === "too much output" ? "overflow" : "died";
  } finally {
    gate.closed = false;
  }
}

function runJob(header, job, say = writeLine) {
  const clock = new Clock(header);
  let [passed, finished, replies] = [0, false, ""];
  channel.onLine = (line) => {
    if (/[^\x20-\x7e]/.test(line)) throw new Denied("too much output");
    if (finished || (header.frames !== null && passed >= header.frames)) return;
    passed++;
    if (header.frames === null && line.startsWith('["c",')) {
      const asked = performance.now();
      say(`C${line}`);
      replies += `${readLine() ?? process.exit(0)}\n`;
      clock.pause(performance.now() - asked);
      return;
    }
    finished = header.frames === null ? line.startsWith('["e",') : passed === 1 && line.startsWith('["l"');
    say(`F${line}`);
    clock.nextStep();
  };
  channel.reply = (length) => {
    const part = replies.slice(0, length);
    replies = replies.slice(part.length);
    return part;
  };
  const end = enter(job, clock);
  const complete = finished || passed === header.frames;
  const { worn } = image;
  say(`E${JSON.stringify({ end: complete ? "done" : end === "done" ? "died" : end, cpuMs: clock.used(), worn })}`);
  image.restore();
}

/** `request` is the line `header` was read from: ASCII, which `header` as JSON again need not be. */
function judge(request, header, lines) {
  const clock = new Clock({ loadMs: header.cpuMs, stepMs: header.cpuMs, totalMs: header.cpuMs });
  let reply = null;
  channel.onLine = (line) => {
    reply = line;
  };
  const end = enter([request, ...lines].join("\n"), clock);
  // After anything but an orderly return Python's state is unknown; the other side replaces this process.
  writeLine(
    end === "done" && reply !== null ? reply : JSON.stringify(end === "timeout" ? { late: true } : { crashed: true }),
  );
}

// Functions are compiled when they are first used: the first programs should not pay for it out of their time.
if (settings.role !== "judge") {
  const source = `
import re, collections
def f(x):
    try:
        words = sorted(re.findall("[a-z]+", "b a %d c" % x), key=lambda w: (len(w), w))
        counts = collections.Counter(words)
        return {w: [n * x for n in range(counts[w])] for w in words}, "".join(words).upper(), sum(i % 3 for i in range(100)) / 7
    finally:
        int("x") if x == 2 else None
`;
  const calls = [0, 1, 2, 3].map((x) => `[[${x}],[]]`);
  const job = JSON.stringify({ mode: "calls", source, entry: "f", calls, seed: 0 });
  const header = { loadMs: 60_000, stepMs: 60_000, totalMs: 60_000, frames: calls.length + 1 };
  for (let round = 0; round < 3; round++) runJob(header, job, () => {});
}
writeLine(JSON.stringify({ ready: {} }));
for (;;) {
  const text = readLine();
  if (text === null) break;
  const header = JSON.parse(text);
  if (settings.role === "judge")
    judge(
      text,
      header,
      Array.from({ length: header.lines }, () => readLine()),
    );
  else runJob(header, readLine());
}
process.exit(0);
