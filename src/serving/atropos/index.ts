/** The Atropos doors: the Rollout API server, and environments as workers of any such server. */
export { serveRollouts } from "./server/server.ts";
export { RolloutClient } from "./worker/client.ts";
export { work } from "./worker/worker.ts";
