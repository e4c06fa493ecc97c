import { z } from "zod";
import { FettleError, messageOf } from "../../core/errors.ts";
import { metricsOptions } from "../../metrics/options.ts";
import { defineCommand } from "../command.ts";
import { loadEnvironment, taskOptions } from "../environments.ts";
import { option, optionsOf } from "../options.ts";
import { chooseRunFolder } from "../run-folders.ts";
import { servicesFor } from "../services.ts";
import { atroposOptions, runWorker } from "../worker.ts";

export const serve = defineCommand({
  arguments: { environment: { about: "An environment: its name, or the path of a module that exports one" } },
  options: {
    port: option(z.int().min(0).max(65_535).default(8000), "Port to listen on; 0 takes a free one", { env: "PORT" }),
    host: option(z.string().default("127.0.0.1"), "Address to listen on; 0.0.0.0 for all", {
      placeholder: "address",
      env: "FETTLE_HOST",
    }),
    maxSessions: option(z.int().min(1).default(4096), "Most sessions at a time"),
    idleTimeout: option(
      z.number().min(0).default(1800),
      "Seconds an unused session without a socket is kept; 0 for ever",
      {
        placeholder: "seconds",
      },
    ),
    pingInterval: option(z.number().positive().default(20), "Seconds between pings to a socket", {
      placeholder: "seconds",
    }),
    pingTimeout: option(
      z.number().positive().default(60),
      "Seconds without an answer to a ping that free the session",
      {
        placeholder: "seconds",
      },
    ),
    record: option(z.string().optional(), "Append one JSON line per finished episode to a file", {
      placeholder: "file",
    }),
    ...optionsOf(metricsOptions),
    out: option(z.string().optional(), "Folder of the metrics; a new one below runs/ when absent", {
      placeholder: "folder",
    }),
    ...atroposOptions,
    ...taskOptions,
  },
  examples: [
    ["serve api-debug", "at http://127.0.0.1:8000, WebSocket at /ws"],
    ["serve api-debug --openapi ./specs --port 0", "tasks from your own documents, on a free port"],
    [
      "serve api-debug --atropos http://127.0.0.1:8000 --model openai:qwen3 --base-url http://127.0.0.1:9001/v1",
      "play groups for an Atropos trainer, with a model on vLLM",
    ],
  ],
  async run({ arguments: { environment: name }, options }, terminal) {
    const environment = await loadEnvironment(name, options, (line) => terminal.note(line));
    const services = await servicesFor(environment, terminal);
    const { metrics: kinds, out, record: file } = options;
    const folder = chooseRunFolder(`serve-${environment.name}`, { out, resume: false });
    if (options.atropos !== undefined) {
      if (file !== undefined)
        throw new FettleError("bad_option", "--record is for a server: the episodes of --atropos go to its trainer.");
      return await runWorker(environment, services, options, { folder, terminal });
    }
    if (options.model !== undefined)
      throw new FettleError("bad_option", "--model is for --atropos: else clients bring their own.");
    const { measureEpisodes, recordTo, serve: open } = await import("../../serving/openenv/index.ts");
    const record = file === undefined ? null : recordTo(file);
    const onFailure = (error: unknown) => terminal.note(`failure: ${messageOf(error)}`);
    const metrics = kinds.length === 0 ? null : measureEpisodes({ folder, kinds, onFailure });
    const { port, host, maxSessions, idleTimeout, pingInterval, pingTimeout } = options;
    const server = await open({
      environment,
      services,
      ...{ port, host, maxSessions, idleTimeout, pingInterval, pingTimeout },
      onEpisode(episode) {
        record?.write(episode);
        metrics?.add(episode);
      },
      onFailure,
    });
    const socket = `${server.url.replace(/^http/, "ws")}/ws`;
    const { name: served, version } = environment;
    terminal.result(
      { url: server.url, socket, environment: served, version, maxSessions },
      `Serving ${served} ${version} at ${server.url} (WebSocket ${socket}). Ctrl-C stops it.`,
    );
    if (metrics) terminal.note(`Metrics: ${folder}`);
    terminal.signal.addEventListener("abort", () => void server.close(), { once: true });
    if (terminal.signal.aborted) await server.close();
    await server.closed;
    record?.close();
    metrics?.close();
    return 0;
  },
});
