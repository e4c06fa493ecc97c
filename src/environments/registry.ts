/** The built-in environments by name. Each is loaded when it is opened. */
import type { AnyEnvironment } from "../core/environment.ts";

/** What an environment may be opened over. */
export interface EnvironmentSettings {
  /** OpenAPI files or folders, for api-debug. */
  documents?: readonly string[];
}

export const environments: Readonly<Record<string, (settings?: EnvironmentSettings) => Promise<AnyEnvironment>>> = {
  "api-debug": async (settings) => (await import("./api-debug/index.ts")).openApiDebug(settings),
};
