/** The OpenEnv door: a server for environments, and a client for any OpenEnv server. */
export {
  type ActionOf,
  type ClientTurn,
  type ConnectOptions,
  connect,
  type ObservationOf,
  type OpenEnvClient,
  type ResetOptions,
} from "./client.ts";
export type { EnvironmentSource } from "./entrances.ts";
export { type EpisodeMetricsOptions, measureEpisodes } from "./episode-metrics.ts";
export { type EpisodeRecord, recordTo } from "./record.ts";
export { type RunningServer, type ServeOptions, serve } from "./server.ts";
