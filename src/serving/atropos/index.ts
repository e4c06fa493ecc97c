/** The Atropos doors: the Rollout API server. */
export { type RolloutServer, type RolloutServerOptions, serveRollouts } from "./server/server.ts";
