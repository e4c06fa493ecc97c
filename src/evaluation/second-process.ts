/** Fingerprints made by another process: what a same-seed promise has to hold across. */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { FettleError } from "../core/errors.ts";
import type { FingerprintRequest } from "./fingerprint.ts";

/** Where another process finds the environment: an async or plain function of a module, and its JSON arguments. */
export interface EnvironmentSource {
  /** URL of the module (file:// or a package name). */
  module: string;
  /** Name of an exported function that returns the environment, or of an exported environment. */
  export: string;
  arguments?: unknown[];
  /** Where that process gets services: a function of the environment that resolves to `{ services, close }`. */
  lender?: { module: string; export: string };
}

export interface FingerprintJob {
  source: EnvironmentSource;
  requests: FingerprintRequest[];
}

export type FingerprintReply = { fingerprints: string[] } | { error: string };

/** Fingerprints in the order of the requests. Throws FettleError `check_failed` when the process fails. */
export function fingerprintElsewhere(job: FingerprintJob, signal?: AbortSignal): Promise<string[]> {
  const child = fork(fileURLToPath(new URL(`./fingerprint-process${extension}`, import.meta.url)), {
    execArgv: extension === ".ts" ? ["--import", import.meta.resolve("tsx")] : [],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    serialization: "advanced",
  });
  return new Promise<string[]>((resolve, reject) => {
    let [errors, reply]: [string, FingerprintReply | null] = ["", null];
    const stop = () => child.kill();
    signal?.addEventListener("abort", stop, { once: true });
    child.stderr?.on("data", (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-2000)));
    child.once("message", (message) => (reply = message as FingerprintReply));
    child.once("error", reject);
    child.once("exit", () => {
      signal?.removeEventListener("abort", stop);
      if (signal?.aborted) return reject(signal.reason);
      if (reply && "fingerprints" in reply) return resolve(reply.fingerprints);
      reject(new FettleError("check_failed", `The second process failed: ${reply?.error ?? errors}`));
    });
    child.send(job);
  });
}

/** Running from source or from the build. */
const extension = import.meta.url.endsWith(".ts") ? ".ts" : ".js";
