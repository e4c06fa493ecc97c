/**
 * Fettle as a library. Importing it is cheap: what is heavy (engines, servers, plots) is loaded by the function that
 * needs it.
 */
export { z } from "zod";
export { type AttemptsOptions, attempts, createTask, type Grade } from "./core/authoring.ts";
export {
  type Answer,
  type AnyEnvironment,
  type ChatMessage,
  defineEnvironment,
  type Environment,
  type EnvironmentDefinition,
  type Episode,
  type Judge,
  type JudgeRequest,
  type Level,
  type ParseContext,
  type Policy,
  type PolicyContext,
  type PromptForm,
  type RenderContext,
  type Role,
  type Services,
  type SettleInput,
  type Split,
  type StartContext,
  type StepResult,
  splits,
  type Task,
  type TaskRequest,
} from "./core/environment.ts";
export { type ErrorCode, errorTable, FettleError } from "./core/errors.ts";
export { canonicalJson, contentHash, type Json } from "./core/json.ts";
export { Random } from "./core/random.ts";
export { type PublicScore, publicScores, type Score, scoreSchema } from "./core/score.ts";
export { type PrivateRecord, privateRecordSchema, type StopReason, type Trace, traceSchema } from "./core/trace.ts";
export { connect, serve } from "./library.ts";
export type { ClientTurn, ConnectOptions, OpenEnvClient, ResetOptions } from "./serving/openenv/client.ts";
export type { RunningServer, ServeOptions } from "./serving/openenv/server.ts";
