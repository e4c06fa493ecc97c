import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { listen, urlOf } from "../listen.ts";
import { type Entrance, type EntranceOptions, type Entrances, entranceOf, openEntrances } from "./entrances.ts";
import { errorFrame } from "./protocol.ts";
import { SessionTable } from "./session-table.ts";
import { openSockets, type Sockets } from "./sockets.ts";

/**
 * `environment` is served at the root: `/ws`, `/reset`, ... `environments` are served under `/envs/NAME`; a single one
 * is at the root as well. Either may be a function, which is called on first use. `services` is what the environments
 * may use (the judge, for one). `onEpisode` is called once for every episode that ends, with what the server knows of
 * it, the seed included; `onFailure` with failures of ours, of which a client sees a short message only.
 */
export interface ServeOptions extends EntranceOptions {
  /** 0 picks a free port. Default 8000. */
  port?: number;
  /** Address to listen on. Default 127.0.0.1; use 0.0.0.0 in a container. */
  host?: string;
  /** Sessions at a time, over all environments. Default 4096. */
  maxSessions?: number;
  /** Seconds that a session without a socket may stay unused; 0 keeps it for ever. Default 1800. */
  idleTimeout?: number;
  /** Seconds between pings to a socket. Default 20. */
  pingInterval?: number;
  /** Seconds of silence after a ping that drop a socket and free its session. Default 60. */
  pingTimeout?: number;
  /** Largest message or body, in bytes; a larger one ends its connection. Default 16 MiB. */
  maxMessageBytes?: number;
  /** Stop gracefully on SIGTERM and SIGINT. Default false. */
  stopOnSignals?: boolean;
}

export interface RunningServer {
  /** http://HOST:PORT, with a host that a client can connect to. */
  readonly url: string;
  readonly port: number;
  /** Sessions open now. */
  readonly activeSessions: number;
  /** Resolves once the server has stopped, for whatever reason. */
  readonly closed: Promise<void>;
  /** Stops accepting, lets steps in progress finish (10 s at most), closes the sockets with 1001. */
  close(): Promise<void>;
}

/** How long steps in progress may take when the server stops. */
const graceMs = 10_000;
const signals = ["SIGTERM", "SIGINT"] as const;

/**
 * Serves environments over the OpenEnv protocol: HTTP, WebSocket and MCP. Resolves once the port is open; an
 * environment given as a function is loaded meanwhile. Throws FettleError `bad_option` when there is nothing to serve
 * or the port cannot be opened.
 */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { port: wanted = 8000, host = "127.0.0.1", maxMessageBytes = 16 * 1024 * 1024 } = options;
  const sessions = new SessionTable({
    max: options.maxSessions ?? 4096,
    idleMs: (options.idleTimeout ?? 1800) * 1000,
  });
  const sockets = openSockets({
    maxMessageBytes,
    pingMs: (options.pingInterval ?? 20) * 1000,
    patienceMs: (options.pingTimeout ?? 60) * 1000,
  });
  const entrances = openEntrances(options, sessions, maxMessageBytes);
  const { fetch } = router(entrances, options.onFailure);
  const server = createAdaptorServer({ fetch, hostname: host }) as Server;
  server.on("upgrade", upgrader(entrances, sockets, options.onFailure));
  const port = await listen(server, wanted, host);
  for (const entrance of entrances.values()) entrance.load().catch(() => {});
  const reaper = setInterval(() => sessions.reapIdle(), 5000);
  reaper.unref();

  let stopping: Promise<void> | undefined;
  let reportClosed = () => {};
  const closed = new Promise<void>((resolve) => {
    reportClosed = resolve;
  });
  const stop = async () => {
    for (const signal of signals) process.off(signal, close);
    clearInterval(reaper);
    const ended = new Promise((resolve) => server.close(resolve));
    await sockets.close(graceMs);
    sessions.releaseAll();
    server.closeIdleConnections();
    const cut = setTimeout(() => server.closeAllConnections(), 1000);
    await ended;
    clearTimeout(cut);
    reportClosed();
  };
  const close = () => (stopping ??= stop());
  if (options.stopOnSignals) for (const signal of signals) process.on(signal, close);

  return {
    url: urlOf(host, port),
    port,
    get activeSessions() {
      return sessions.active;
    },
    closed,
    close,
  };
}

/** Hands a request to the environment it is for; the root of a server that has none there lists what there is. */
function router(entrances: Entrances, onFailure: ServeOptions["onFailure"]): Hono {
  const app = new Hono();
  const prefixes = [...entrances.keys()];
  const index = { service: "fettle", protocol: "OpenEnv", environments: prefixes.map((prefix) => `${prefix}/`) };
  app.get("/", (c) => c.json(index));
  if (!entrances.has("")) app.get("/health", (c) => c.json({ status: "healthy" }));
  app.all("*", async (c) => {
    const route = entranceOf(c.req.path, entrances);
    if (!route) return c.json({ type: "about:blank", status: 404, detail: "Not Found", ...index }, 404);
    return (await route.entrance.load()).app.fetch(c.req.raw);
  });
  app.onError((error, c) => {
    onFailure?.(error);
    return c.json({ type: "about:blank", status: 500, detail: "The environment could not be loaded." }, 500);
  });
  return app;
}

/** Accepts `/ws` and `/mcp`. The environment is loaded before the handshake ends: no frame arrives ahead of its reader. */
function upgrader(entrances: Entrances, { acceptor, serve }: Sockets, onFailure: ServeOptions["onFailure"]) {
  return async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    // Not `new URL`: it throws for paths such as "//", which anybody may ask for.
    const [path = "/"] = (request.url ?? "/").split("?");
    const route = entranceOf(path, entrances);
    const kind = route?.rest === "/ws" ? "ws" : route?.rest === "/mcp" ? "mcp" : null;
    if (!route || !kind) {
      socket.end("HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n");
      return;
    }
    socket.on("error", () => socket.destroy());
    const loaded = await attempt(route.entrance, onFailure);
    acceptor.handleUpgrade(request, socket, head, (opened) => {
      if (loaded) return serve(opened, request, kind, loaded.mcp);
      const { name } = route.entrance;
      const message = `Environment factory '${name}' failed to create instance.`;
      opened.send(errorFrame("FACTORY_ERROR", message, { factory_name: name }));
      opened.close(1000);
    });
  };
}

async function attempt(entrance: Entrance, onFailure: ServeOptions["onFailure"]) {
  try {
    return await entrance.load();
  } catch (error) {
    onFailure?.(error);
    return null;
  }
}
