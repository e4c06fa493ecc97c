/** The Atropos doors: the Rollout API server, and environments as workers of any such server. */
export { type RolloutServer, type RolloutServerOptions, serveRollouts } from "./server/server.ts";
export { RolloutClient, type RolloutClientOptions } from "./worker/client.ts";
export type { EvalMetrics } from "./worker/evaluate.ts";
export type { TrainMetrics } from "./worker/meter.ts";
export { type WorkerOptions, workerOptions } from "./worker/options.ts";
export { type WorkSettings, type WorkSummary, work } from "./worker/worker.ts";
