/** The library's functions, each of which loads what it needs when it is first called. */
import type { AnyEnvironment } from "./core/environment.ts";
import type { ActionOf, ConnectOptions, ObservationOf, OpenEnvClient } from "./serving/openenv/client.ts";
import type { RunningServer, ServeOptions } from "./serving/openenv/server.ts";

/** Serves environments over the OpenEnv protocol. Resolves once the port is open. */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  return (await import("./serving/openenv/server.ts")).serve(options);
}

/** Connects to an OpenEnv server, ours or any other. With `environment`, actions and observations have its types. */
export async function connect<E extends AnyEnvironment = AnyEnvironment>(
  url: string,
  options: ConnectOptions<E> = {},
): Promise<OpenEnvClient<ActionOf<E>, ObservationOf<E>>> {
  return (await import("./serving/openenv/client.ts")).connect(url, options);
}
