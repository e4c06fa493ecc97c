import { mkdtemp, rm } from "node:fs/promises";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAdaptorServer } from "@hono/node-server";
import { listen, urlOf } from "../../listen.ts";
import { rolloutApi } from "./api.ts";
import { type EnvSummary, Rollouts, type RolloutsOptions } from "./rollouts.ts";

export interface RolloutServerOptions extends RolloutsOptions {
  /** Folder that keeps what was acknowledged; a restart with the same goes on from there. When absent, nothing outlives the server. */
  folder?: string;
  /** Forget what the folder holds from before. Default false. */
  fresh?: boolean;
  /** 0 picks a free port. Default 8000. */
  port?: number;
  /** Address to listen on. Default 127.0.0.1. */
  host?: string;
  /** Largest body in bytes, unpacked. Default 256 MiB. */
  maxBodyBytes?: number;
  /** Told of failures of ours, of which a client sees a short message only. */
  onFailure?: (error: unknown) => void;
}

export interface RolloutServer {
  /** http://HOST:PORT, with a host that a client can connect to. */
  readonly url: string;
  readonly port: number;
  /** Step and groups waiting, and the environments there are. */
  status(): { current_step: number; queue_size: number; envs: EnvSummary[] };
  /** Lets answers in progress finish (1 s at most), and stops. */
  close(): Promise<void>;
}

/**
 * Serves Atropos' Rollout API: environments send scored groups, trainers fetch batches. Throws FettleError `bad_option` when
 * the port cannot be opened and `bad_run_folder` when the folder cannot be used.
 */
export async function serveRollouts(options: RolloutServerOptions = {}): Promise<RolloutServer> {
  const { port: wanted = 8000, host = "127.0.0.1", maxBodyBytes = 256 << 20, folder } = options;
  const scratch = folder === undefined ? await mkdtemp(join(tmpdir(), "fettle-rollouts-")) : null;
  const clean = async () => {
    if (scratch) await rm(scratch, { recursive: true, force: true });
  };
  const rollouts = await Rollouts.open(folder ?? scratch ?? "", options);
  if (options.fresh) await rollouts.reset();
  const { fetch } = rolloutApi(rollouts, { maxBodyBytes, onFailure: options.onFailure });
  const server = createAdaptorServer({ fetch, hostname: host }) as Server;
  // Longer than clients keep theirs: none is closed just as a group is sent over it.
  server.keepAliveTimeout = 75_000;
  let port: number;
  try {
    port = await listen(server, wanted, host);
  } catch (error) {
    await rollouts.close();
    await clean();
    throw error;
  }
  let stopping: Promise<void> | undefined;
  const stop = async () => {
    const ended = new Promise((resolve) => server.close(resolve));
    server.closeIdleConnections();
    const cut = setTimeout(() => server.closeAllConnections(), 1000);
    await ended;
    clearTimeout(cut);
    await rollouts.close();
    await clean();
  };
  return {
    url: urlOf(host, port),
    port,
    status: () => ({ ...rollouts.status(), envs: rollouts.envs() }),
    close: () => (stopping ??= stop()),
  };
}
