/** What the command line needs of the OpenEnv door; the library has the client as well. */
export { measureEpisodes } from "./episode-metrics.ts";
export { recordTo } from "./record.ts";
export { serve } from "./server.ts";
