/** A copy of everything a program could change, taken once, and put back after each. */
export class Image {
  #module;
  #exports;
  #files;
  #memory;
  #stackPointer;
  #tableLength;
  #streams;
  #streamStates;
  #startLength;

  constructor(module, exports, files) {
    [this.#module, this.#exports, this.#files] = [module, exports, files];
    this.#memory = module.HEAPU8.slice(0, exports.sbrk(0));
    this.#startLength = module.HEAPU8.length;
    this.#stackPointer = exports.__stack_pointer.value;
    this.#tableLength = exports.__indirect_function_table.length;
    this.#streams = files.streams.slice();
    this.#streamStates = this.#streams.map((stream) => stream && [stream.fd, stream.flags, stream.position]);
  }

  /** Whether memory or the table of functions has grown, which nothing undoes: the process is to be replaced. */
  get worn() {
    return (
      this.#module.HEAPU8.length > this.#startLength ||
      this.#exports.__indirect_function_table.length !== this.#tableLength
    );
  }

  restore() {
    const heap = this.#module.HEAPU8;
    heap.set(this.#memory, 0);
    // All of the rest: where the program's memory ended is not a question to ask the program.
    heap.fill(0, this.#memory.length);
    this.#exports.__stack_pointer.value = this.#stackPointer;
    this.#restoreStreams();
  }

  /** Open files live outside WebAssembly's memory. */
  #restoreStreams() {
    const { streams } = this.#files;
    for (let index = 0; index < Math.max(streams.length, this.#streams.length); index++) {
      const [now, before] = [streams[index], this.#streams[index] ?? null];
      if (now && now !== before) {
        try {
          this.#files.close(now);
        } catch {
          // Closed already.
        }
      }
      streams[index] = before;
      if (before) [before.fd, before.flags, before.position] = this.#streamStates[index];
    }
    streams.length = this.#streams.length;
  }
}
