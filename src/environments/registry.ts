/** The built-in environments by name. Each is loaded when it is opened. */
import type { AnyEnvironment } from "../core/environment.ts";
import type { Library } from "./code-debug/library.ts";

/** What an environment may be opened over. */
export interface EnvironmentSettings {
  /** OpenAPI files or folders, for api-debug. */
  documents?: readonly string[];
  /** Certified functions with bugs, for code-debug. */
  library?: Library;
}

export const environments: Readonly<Record<string, (settings?: EnvironmentSettings) => Promise<AnyEnvironment>>> = {
  "api-debug": async (settings) => (await import("./api-debug/index.ts")).openApiDebug(settings),
  "code-debug": async (settings) => (await import("./code-debug/index.ts")).openCodeDebug(settings),
};
