import type { InferenceSession, Tensor, TensorConstructor } from "onnxruntime-web";
import { FettleError, messageOf } from "../../core/errors.ts";

export type BackendName = "node" | "web";

/** The part of the onnxruntime packages that we use; both offer it. */
export interface Runtime {
  InferenceSession: { create(model: Uint8Array, options?: InferenceSession.SessionOptions): Promise<InferenceSession> };
  Tensor: TensorConstructor;
}

export interface Backend {
  /** Name of the package that runs the graphs. */
  name: "onnxruntime-node" | "onnxruntime-web";
  runtime: Runtime;
  threads: number;
  /** Why the native package is not in use, when it was wanted. */
  fallback?: string;
}

/**
 * Loads the native runtime, or its WebAssembly build when the native one is not installed or cannot be loaded here.
 * `FETTLE_ENGINE_BACKEND=node|web` forces one. Throws FettleError `engine_unavailable` or `bad_option`.
 */
export async function loadBackend(threads: number, forced = process.env.FETTLE_ENGINE_BACKEND): Promise<Backend> {
  if (forced && forced !== "node" && forced !== "web")
    throw new FettleError("bad_option", `FETTLE_ENGINE_BACKEND is "${forced}".`, { hint: 'Use "node" or "web".' });
  let fallback: string | undefined;
  if (forced !== "web") {
    try {
      const runtime = exportsOf<Runtime>(await import("onnxruntime-node"));
      return { name: "onnxruntime-node", runtime, threads };
    } catch (error) {
      fallback = messageOf(error).split("\n")[0] ?? "";
      if (forced === "node")
        throw new FettleError("engine_unavailable", `onnxruntime-node cannot be loaded: ${fallback}`, {
          hint: "Install it (npm install onnxruntime-node@1.30.0), or unset FETTLE_ENGINE_BACKEND.",
          cause: error,
        });
    }
  }
  try {
    const runtime = exportsOf<typeof import("onnxruntime-web")>(await import("onnxruntime-web"));
    runtime.env.wasm.numThreads = threads;
    runtime.env.logLevel = "error";
    return { name: "onnxruntime-web", runtime, threads, ...(fallback ? { fallback } : {}) };
  } catch (error) {
    throw new FettleError("engine_unavailable", "Neither onnxruntime-node nor onnxruntime-web can be loaded.", {
      hint: "Run npm install again in the project.",
      cause: error,
    });
  }
}

/** The exports of a module that loaders present differently: directly, or as the default export. */
function exportsOf<T extends object>(module: Partial<T> & { default?: T }): T {
  return "InferenceSession" in module || !module.default ? (module as T) : module.default;
}

export type { InferenceSession, Tensor };
