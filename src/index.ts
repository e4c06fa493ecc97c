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
  type StartContext,
  type StepResult,
  type Task,
  type TaskRequest,
} from "./core/environment.ts";
export { type ErrorCode, errorTable, FettleError } from "./core/errors.ts";
export { canonicalJson, contentHash, type Json } from "./core/json.ts";
export { Random } from "./core/random.ts";
export { type PublicScore, publicScores, type Score, scoreSchema } from "./core/score.ts";
export { type Split, splits } from "./core/splits.ts";
export { type PrivateRecord, privateRecordSchema, type StopReason, type Trace, traceSchema } from "./core/trace.ts";
export type { EnvironmentSettings } from "./environments/registry.ts";
export type { Comparison, ComparisonRow } from "./evaluation/compare.ts";
export type { EvaluateOptions } from "./evaluation/plan.ts";
export type { Summary } from "./evaluation/summary.ts";
export type { ValidateOptions } from "./evaluation/validate.ts";
export type { Validation } from "./evaluation/validation-report.ts";
export * from "./library.ts";
export { endpointModel } from "./models/endpoint/endpoint-model.ts";
export type { EndpointOptions } from "./models/endpoint/options.ts";
export { judgeFrom, modelJudge } from "./models/judge.ts";
export type { Completion, CompletionRequest, Model } from "./models/model.ts";
export { type Player, scriptedModel } from "./models/scripted.ts";
export type { ProcessOptions } from "./processing/plan.ts";
export type { ProcessSummary } from "./processing/summary.ts";
export type { RunEvent, RunListener } from "./rollouts/progress.ts";
export type { RolloutServer, RolloutServerOptions } from "./serving/atropos/server/server.ts";
export type { EvalMetrics } from "./serving/atropos/worker/evaluate.ts";
export type { TrainMetrics } from "./serving/atropos/worker/meter.ts";
export type { WorkerOptions } from "./serving/atropos/worker/options.ts";
export type { WorkSettings, WorkSummary } from "./serving/atropos/worker/worker.ts";
export type { ClientTurn, ConnectOptions, OpenEnvClient, ResetOptions } from "./serving/openenv/client.ts";
export type { RunningServer, ServeOptions } from "./serving/openenv/server.ts";
export type { TrainEvent } from "./training/events.ts";
export type { TrainReport } from "./training/report.ts";
export type { TrainSettings } from "./training/train.ts";
