import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { FettleError } from "../../core/errors.ts";
import { printable } from "../../core/printable.ts";
import type { Engine } from "../engine.ts";
import { readCheckpointConfig } from "./checkpoint.ts";
import { type EmbeddedConfig, resolveConfig } from "./config.ts";
import { type EngineCall, type EngineMethod, type EngineReply, engineMethods } from "./messages.ts";

/** An engine that can also show what it has accumulated. */
export interface EmbeddedEngine extends Engine {
  /** The accumulated gradient of the objective by checkpoint name, flat in row-major order. */
  gradients(): Promise<Record<string, Float32Array>>;
}

export interface EngineOptions {
  /** Receives one line when the native runtime cannot be used; written to stderr by default. */
  log?: (line: string) => void;
}

/**
 * Starts an embedded engine with fresh weights in a thread of its own. Close it when done: its thread keeps the process
 * alive. Throws FettleError `bad_option` or `engine_unavailable`.
 */
export async function createEmbeddedEngine(
  config: EmbeddedConfig,
  options: EngineOptions = {},
): Promise<EmbeddedEngine> {
  const client = new EngineClient(resolveConfig(config));
  const fallback = await client.ready();
  const log = options.log ?? ((line) => process.stderr.write(`${printable(line)}\n`));
  if (typeof fallback === "string")
    log(`The native runtime cannot be loaded (${fallback}); using onnxruntime-web, which is about three times slower.`);
  const methods = engineMethods.map((method) => [
    method,
    (...parameters: unknown[]) => (method === "close" ? client.close() : client.call(method, parameters)),
  ]);
  return Object.fromEntries(methods) as EmbeddedEngine;
}

/** Starts an embedded engine from a checkpoint folder. Throws FettleError `bad_input_file` too. */
export async function openEmbeddedEngine(
  folder: string,
  options: EngineOptions & { threads?: number } = {},
): Promise<EmbeddedEngine> {
  const config = await readCheckpointConfig(folder);
  const engine = await createEmbeddedEngine({ ...config, threads: options.threads }, options);
  try {
    await engine.load(folder);
  } catch (error) {
    await engine.close();
    throw error;
  }
  return engine;
}

interface Pending {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** The calling side of `worker.ts`. */
class EngineClient {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  #nextId = 1;
  #failure: Error | null = null;
  #closing: Promise<void> | null = null;

  constructor(workerData: unknown) {
    const entry = import.meta.url.endsWith(".ts") ? "./worker-from-source.mjs" : "./worker.js";
    this.#worker = new Worker(new URL(entry, import.meta.url), { workerData });
    this.#worker.on("message", (reply: EngineReply) => this.#settle(reply));
    this.#worker.on("error", (error) => this.#fail(error));
    this.#worker.on("exit", () => this.#fail(new Error("The engine is closed.")));
  }

  ready(): Promise<unknown> {
    return new Promise((resolve, reject) => this.#pending.set(0, { resolve, reject }));
  }

  call(method: EngineMethod, parameters: readonly unknown[]): Promise<unknown> {
    if (this.#failure) return Promise.reject(this.#failure);
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#worker.postMessage({ id, method, parameters } satisfies EngineCall);
    });
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    if (this.#failure) return;
    await this.call("close", []);
    const exit = once(this.#worker, "exit");
    await this.#worker.terminate();
    await exit;
  }

  #settle(reply: EngineReply): void {
    const pending = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    if ("value" in reply) pending?.resolve(reply.value);
    else pending?.reject(restoreError(reply.error));
    if (reply.id === 0 && "error" in reply) void this.#worker.terminate();
  }

  #fail(error: unknown): void {
    this.#failure ??= error instanceof Error ? error : new Error(String(error));
    for (const pending of this.#pending.values()) pending.reject(this.#failure);
    this.#pending.clear();
  }
}

function restoreError({ message, code, hint, stack }: Extract<EngineReply, { error: unknown }>["error"]): Error {
  if (code) return new FettleError(code, message, hint ? { hint } : {});
  return Object.assign(new Error(message), stack ? { stack } : {});
}
