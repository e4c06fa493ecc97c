import { z } from "zod";
import { FettleError, messageOf } from "../../core/errors.ts";
import { defineCommand } from "../command.ts";
import { type OptionValues, option } from "../options.ts";
import type { Terminal } from "../terminal.ts";

const options = {
  port: option(z.int().min(0).max(65_535).default(8000), "Port to listen on; 0 takes a free one", { env: "PORT" }),
  host: option(z.string().default("127.0.0.1"), "Address to listen on; 0.0.0.0 for all", {
    placeholder: "address",
    env: "FETTLE_HOST",
  }),
  folder: option(z.string().default("runs/atropos-api"), "Folder that keeps what was acknowledged over a restart", {
    placeholder: "folder",
  }),
  keep: option(z.boolean().default(true), "Keep what was acknowledged over a restart"),
  fresh: option(z.boolean().default(false), "Forget what the folder holds from before"),
  maxQueue: option(
    z.int().min(1).default(1000),
    "Groups that may wait before senders are asked to wait (503); two batches may in any case",
  ),
  envTimeout: option(
    z.number().positive().default(120),
    "Seconds of silence after which an environment counts as gone",
    {
      placeholder: "seconds",
    },
  ),
};

async function run(given: OptionValues<typeof options>, terminal: Terminal): Promise<number> {
  const { serveRollouts } = await import("../../serving/atropos/index.ts");
  const { port, host, folder, keep, fresh, maxQueue, envTimeout } = given;
  const server = await serveRollouts({
    ...{ port, host, maxQueue, fresh },
    ...(keep && { folder }),
    envTimeoutMs: envTimeout * 1000,
    onFailure: (error) => terminal.note(`failure: ${messageOf(error)}`),
  });
  const { queue_size: waiting, current_step: step, envs } = server.status();
  if (waiting > 0 || step > 0 || envs.length > 0)
    terminal.note(
      `Going on from ${folder}: step ${step}, ${waiting} groups waiting, ${envs.length} environments. --fresh begins anew.`,
    );
  terminal.result(
    { url: server.url, folder: keep ? folder : null },
    `Rollout API at ${server.url}${keep ? `, kept in ${folder}` : ""}. Ctrl-C stops it.`,
  );
  if (!terminal.signal.aborted)
    await new Promise<void>((resolve) => terminal.signal.addEventListener("abort", () => resolve(), { once: true }));
  await server.close();
  return 0;
}

export const atropos = defineCommand({
  arguments: { service: { about: "What to run: api, the Rollout API server" } },
  options,
  examples: [
    ["atropos api", "where environments and trainers of Atropos meet, at http://127.0.0.1:8000"],
    ["atropos api --host 0.0.0.0 --max-queue 4000", "for other machines, with room for more"],
  ],
  async run({ arguments: { service }, options: given }, terminal) {
    if (service !== "api")
      throw new FettleError("bad_option", `There is no "${service}" to run.`, { hint: "Write: fettle atropos api." });
    return await run(given, terminal);
  },
});

/** The server by the name it has in Atropos. */
export const runApi = defineCommand({
  arguments: {},
  options,
  examples: [["run-api --port 8000", "as Atropos' own command"]],
  run: async ({ options: given }, terminal) => await run(given, terminal),
});
