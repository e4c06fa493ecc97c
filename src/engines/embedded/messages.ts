import type { ErrorCode } from "../../core/errors.ts";
import type { LocalEngine } from "./local-engine.ts";

/** Methods that can be called across the thread boundary. */
export const engineMethods = [
  "info",
  "sample",
  "logprobs",
  "accumulate",
  "optimStep",
  "setReference",
  "weightsVersion",
  "save",
  "load",
  "close",
  "gradients",
] as const satisfies readonly (keyof LocalEngine)[];
export type EngineMethod = (typeof engineMethods)[number];

/** Main thread to worker. */
export interface EngineCall {
  id: number;
  method: EngineMethod;
  parameters: readonly unknown[];
}

/** Worker to main thread; id 0 reports that the engine is ready, or why it cannot be. */
export type EngineReply =
  | { id: number; value: unknown }
  | { id: number; error: { message: string; code?: ErrorCode; hint?: string; stack?: string } };
