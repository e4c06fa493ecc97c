import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type RolloutServer, type RolloutServerOptions, serveRollouts } from "../server/server.ts";

/** A folder of its own, which goes away with the test. */
export async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "fettle-rollouts-test-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A server on a free port, which stops with the test. */
export async function startServer(options: RolloutServerOptions = {}): Promise<RolloutServer & { call: Call }> {
  const server = await serveRollouts({ port: 0, ...options });
  onTestFinished(() => server.close());
  return Object.assign(server, { call: caller(server.url) });
}

export type Call = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<{ status: number; headers: Record<string, string | string[] | undefined>; body: Json }>;

// biome-ignore lint/suspicious/noExplicitAny: whatever a server answers
type Json = any;

/** Sends a body with any method, as Atropos' clients do. Text and buffers go as they are, other values as JSON. */
export function caller(url: string): Call {
  return (method, path, body, headers = {}) =>
    new Promise((resolve, reject) => {
      const content =
        body === undefined || typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body);
      // Node frames no body of a GET by itself.
      const framed = content === undefined ? headers : { ...headers, "content-length": Buffer.byteLength(content) };
      const sent = request(`${url}${path}`, { method, headers: framed }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString("utf8");
          const json = /json/.test(response.headers["content-type"] ?? "");
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: json && text ? JSON.parse(text) : text,
          });
        });
        response.on("error", reject);
      });
      sent.on("error", reject);
      sent.end(content);
    });
}

export const registration = {
  wandb_group: "g",
  wandb_project: "p",
  batch_size: 8,
  max_token_len: 512,
  checkpoint_dir: "/ck",
  save_checkpoint_interval: 5,
  starting_step: 0,
  num_steps: 10,
};

export function envRequest(group_size: number, extra: Record<string, unknown> = {}) {
  return { max_token_length: 512, desired_name: "e", weight: 1, group_size, ...extra };
}

/** A group of `size` sequences that can be told by its `tag`. */
export function group(size: number, tag: number, env_id: number | null = null) {
  const one = (value: number) => Array.from({ length: size }, () => value);
  return { tokens: one(0).map(() => [tag, 1]), masks: one(0).map(() => [-100, 1]), scores: one(0.5), env_id };
}

/** The tags of a batch's groups. */
export function tagsOf(batch: { tokens: number[][] }[]): (number | undefined)[] {
  return batch.map(({ tokens }) => tokens[0]?.[0]);
}
