import { availableParallelism } from "node:os";
import { FettleError } from "../core/errors.ts";
import type { Sandbox } from "../core/sandbox.ts";
import { type Backend, BackendUnavailable } from "./backend.ts";
import { type ForkServerOptions, forkServer } from "./fork-server/backend.ts";
import { pooledSandbox } from "./pooled-sandbox.ts";
import { gatedPyodide } from "./pyodide/backend.ts";
import { proveItself } from "./self-test.ts";

export const backendNames = ["fork-server", "pyodide"] as const;
export type BackendName = (typeof backendNames)[number];

export interface SandboxOptions {
  /** Jobs at a time; the number of cores when absent. */
  slots?: number;
  /** Take this backend or none. The first one that works, fork server first, when absent. */
  backend?: BackendName;
  /** Told which backend is in use, and why others are not. */
  log?: (message: string) => void;
  forkServer?: ForkServerOptions;
}

/**
 * Opens the best sandbox this machine allows. A backend is accepted only after it has graded right and wrong answers
 * correctly and held off a set of attacks. There is no unprotected fallback: throws FettleError `sandbox_unavailable`.
 */
export async function openSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { slots = availableParallelism(), log = () => {} } = options;
  const problems: string[] = [];
  for (const name of options.backend ? [options.backend] : backendNames) {
    let sandbox: Sandbox | undefined;
    try {
      const backend: Backend = await (name === "fork-server" ? forkServer(options.forkServer) : gatedPyodide());
      sandbox = pooledSandbox(backend, slots);
      await proveItself(sandbox);
      log(`sandbox: ${sandbox.description}`);
      return sandbox;
    } catch (error) {
      await sandbox?.close();
      if (!(error instanceof BackendUnavailable)) throw error;
      problems.push(`${name}: ${error.message.replace(/\.$/, "")}`);
      log(`sandbox: not ${name}: ${error.message}`);
    }
  }
  throw new FettleError(
    "sandbox_unavailable",
    `Untrusted programs cannot be run safely here. ${problems.join(". ")}.`,
    {
      hint: "On Linux install Python 3.10 or later; elsewhere reinstall the package, so that pyodide is there.",
    },
  );
}
