/**
 * The wall around WebAssembly: code inside it reaches the outside only through the functions it imports. While the gate is
 * closed, imports that are not on the list end the program.
 */
import { performance } from "node:perf_hooks";

const pageBytes = 65_536;

/** Imports that only compute, tell the time, or work on the file system in memory. */
const harmless = new Set(
  `_PyEM_TrampolineCall_JS _Py_emscripten_runtime __syscall_ioctl _tzset_js __syscall_faccessat emscripten_date_now
  __syscall_fstat64 __syscall_stat64 __syscall_newfstatat __syscall_lstat64 __syscall_getcwd __syscall_getdents64
  emscripten_get_now _timegm_js _mktime_js _localtime_js _gmtime_js __syscall_readlinkat emscripten_get_heap_max
  emscripten_resize_heap environ_sizes_get environ_get fd_close fd_read clock_res_get clock_time_get random_get
  fd_fdstat_get fd_seek fd_pread _emscripten_get_progname __syscall_getuid32_js`.split(/\s+/),
);

/** Access mode, O_CREAT, O_TRUNC, O_APPEND. */
const writeFlags = 3 | 64 | 512 | 1024;
/** F_GETFD, F_SETFD, F_GETFL. */
const descriptorCommands = [1, 2, 3];
/** Results of refused calls: errno values of WASI. */
const readOnly = -69;
const notPermitted = -63;
const badDescriptor = 8;
/** The interpreter asks for signals often; the clock is read at every 16th time. */
const askEvery = 15;

const lookEveryMs = 250;
const service = process.ppid;

/** Ends a program that used an import it may not use. */
export class Denied extends Error {}
/** Ends a program that is out of time. */
export class Deadline extends Error {}

export class Gate {
  /** True while untrusted code, or a test, runs. */
  closed = false;
  /** The one path that may be opened for writing. */
  device = "";
  /** Whether a descriptor may be written to; set once the file system is known. */
  mayWrite = (_descriptor) => false;
  /** Whether the program is out of time; asked often. */
  outOfTime = () => false;
  /** Exports of the main module. */
  exports = null;
  readText = (_pointer) => "";
  #asked = 0;

  /** Caps every WebAssembly memory, and puts the gate between modules and their imports. Before Pyodide is loaded. */
  install(memoryMb) {
    const most = (memoryMb * 1_048_576) / pageBytes;
    const grow = WebAssembly.Memory.prototype.grow;
    WebAssembly.Memory.prototype.grow = function (pages) {
      if (this.buffer.byteLength / pageBytes + pages > most) throw new RangeError("memory is used up");
      return grow.call(this, pages);
    };
    const instantiate = WebAssembly.instantiate;
    WebAssembly.instantiate = async (source, imports) => {
      if (!imports?.env) return instantiate.call(WebAssembly, source, imports);
      const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
      // The other modules of imports are tables of addresses, made on demand: they hold no functions of JavaScript.
      const gated = { ...imports, env: { ...imports.env } };
      gated.wasi_snapshot_preview1 = { ...imports.wasi_snapshot_preview1 };
      for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
        if (from !== "env" && from !== "wasi_snapshot_preview1") continue;
        if (kind === "function") gated[from][name] = this.#guard(name, imports[from][name]);
      }
      const instance = await instantiate.call(WebAssembly, module, gated);
      this.exports = instance.exports;
      return { module, instance };
    };
    WebAssembly.instantiateStreaming = undefined;
    // Functions that suspend WebAssembly would pass the gate as objects it cannot wrap.
    delete WebAssembly.Suspending;
    delete WebAssembly.promising;
  }

  #guard(name, original) {
    if (typeof original !== "function") throw new Error(`the import ${name} cannot be guarded`);
    switch (name) {
      case "_Py_CheckEmscriptenSignals_Helper":
        return () => {
          if (!this.closed) return original();
          if ((++this.#asked & askEvery) === 0 && this.outOfTime()) throw new Deadline();
          return 0;
        };
      case "__syscall_openat":
        return (folder, path, flags, rest) =>
          this.closed && flags & writeFlags && this.readText(path) !== this.device
            ? readOnly
            : original(folder, path, flags, rest);
      case "__syscall_fcntl64":
        return (descriptor, command, rest) =>
          this.closed && !descriptorCommands.includes(command) ? notPermitted : original(descriptor, command, rest);
      case "fd_write":
        return (descriptor, vectors, count, written) =>
          this.closed && !this.mayWrite(descriptor) ? badDescriptor : original(descriptor, vectors, count, written);
      case "can_run_sync_js":
        return () => (this.closed ? 0 : original());
      default:
        if (harmless.has(name)) return original;
        return (...values) => {
          if (this.closed) throw new Denied(name);
          return original(...values);
        };
    }
  }
}

/** Limits on processor time per step and in total, with clocks five times as long behind them. Milliseconds. */
export class Clock {
  static patience = 5;

  /** `loadMs` is for the first step, `stepMs` for each after it. */
  constructor({ loadMs, stepMs, totalMs }) {
    [this.stepMs, this.nextStepMs, this.totalMs] = [loadMs, stepMs, totalMs];
    this.start = this.step = this.now();
    this.look = this.step.wall + Math.min(loadMs, totalMs, lookEveryMs);
  }

  now() {
    const { user, system } = process.cpuUsage();
    return { wall: performance.now(), cpu: (user + system) / 1000 };
  }

  nextStep() {
    this.stepMs = this.nextStepMs;
    this.step = this.now();
    this.look = this.step.wall + Math.min(this.stepMs, lookEveryMs);
  }

  /** Time that was not the program's: it is given back. */
  pause(milliseconds) {
    this.start = { ...this.start, wall: this.start.wall + milliseconds };
    this.nextStep();
  }

  outOfTime() {
    if (performance.now() < this.look) return false;
    // Nobody waits for the answer any more when the service is gone.
    if (process.ppid !== service) process.exit(1);
    const now = this.now();
    const left = (since, limit) => {
      const wall = now.wall - since.wall;
      // More processor time than time there was is the compiler's, in other threads.
      return Math.min(limit - Math.min(now.cpu - since.cpu, wall), Clock.patience * limit - wall);
    };
    const soonest = Math.min(left(this.step, this.stepMs), left(this.start, this.totalMs));
    this.look = now.wall + Math.min(Math.max(soonest, 1), lookEveryMs);
    return soonest <= 0;
  }

  used() {
    return this.now().cpu - this.start.cpu;
  }
}
