/** The thread in which an embedded engine computes. Calls run one after the other, in the order they arrive. */
import { parentPort, workerData } from "node:worker_threads";
import { FettleError } from "../../core/errors.ts";
import { LocalEngine } from "./local-engine.ts";
import type { EngineCall, EngineReply } from "./messages.ts";

const port = parentPort;
if (!port) throw new Error("This module runs in a worker thread.");

function reply(id: number, work: Promise<unknown>): Promise<void> {
  return work.then(
    (value) => port?.postMessage({ id, value } satisfies EngineReply, arrayBuffers(value)),
    (error: unknown) => port?.postMessage({ id, error: describe(error) } satisfies EngineReply),
  );
}

/** Buffers that can change hands instead of being copied. */
function arrayBuffers(value: unknown): ArrayBuffer[] {
  if (value instanceof Float32Array) return value.buffer instanceof ArrayBuffer ? [value.buffer] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(arrayBuffers);
}

function describe(error: unknown) {
  if (FettleError.isInstance(error))
    return { message: error.message, code: error.code, ...(error.hint ? { hint: error.hint } : {}) };
  return error instanceof Error ? { message: error.message, stack: error.stack ?? "" } : { message: String(error) };
}

const creation = LocalEngine.create(workerData);
let queue = reply(
  0,
  creation.then((engine) => engine.fallback),
);
port.on("message", ({ id, method, parameters }: EngineCall) => {
  queue = queue.then(() =>
    reply(
      id,
      creation.then((engine) => {
        const call = engine[method] as (...parameters: readonly unknown[]) => unknown;
        return call.apply(engine, [...parameters]);
      }),
    ),
  );
});
