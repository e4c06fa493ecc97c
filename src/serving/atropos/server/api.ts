import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { cors } from "hono/cors";
import { FettleError } from "../../../core/errors.ts";
import { parseBody, readBody } from "./body.ts";
import { readGroup } from "./group.ts";
import type { Rollouts } from "./rollouts.ts";
import { envIdSchema, envRequestSchema, parseWith, Refusal, registrationSchema } from "./wire.ts";

type Call = Context<{ Bindings: HttpBindings }>;
type Handler = (c: Call) => Promise<Response> | Response;

export interface ApiOptions {
  /** Largest body in bytes, unpacked. */
  maxBodyBytes: number;
  /** Told of failures of ours, of which a client sees a short message only. */
  onFailure?: ((error: unknown) => void) | undefined;
}

/** Names the batch in an answer; `GET /batch?received=NUMBER` says that it arrived. */
const batchHeader = "fettle-batch";

/** Answers shorter than this are not worth packing, in bytes. */
const smallBody = 1000;
const pack = promisify(gzip);

/** The Rollout API as its clients know it: paths, members, status words and codes. */
export function rolloutApi(
  rollouts: Rollouts,
  { maxBodyBytes, onFailure }: ApiOptions,
): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  const body = async (c: Call) => parseBody(await readBody(c.env.incoming, maxBodyBytes));
  const group = (value: unknown) => readGroup(value);
  const key = (c: Call) => c.req.header("idempotency-key")?.slice(0, 255) ?? null;

  const routes: Record<string, readonly [method: "GET" | "POST", handler: Handler]> = {
    "/": ["GET", (c) => c.json({ message: "AtroposLib API" })],
    "/health": ["GET", (c) => c.json({ status: "healthy", ...rollouts.status() })],
    "/envs": ["GET", (c) => c.json(rollouts.envs())],
    "/register": [
      "POST",
      async (c) => c.json({ uuid: await rollouts.register(parseWith(registrationSchema, await body(c))) }),
    ],
    "/register-env": [
      "POST",
      async (c) => {
        const env = await rollouts.registerEnv(parseWith(envRequestSchema, await body(c)));
        const trainer = rollouts.registration;
        if (!env || !trainer) return c.json({ status: "wait for trainer to start" });
        return c.json({
          status: "success",
          env_id: env.id,
          wandb_name: env.name,
          checkpoint_dir: trainer.checkpoint_dir,
          starting_step: rollouts.status().current_step,
          checkpoint_interval: trainer.save_checkpoint_interval,
          num_steps: trainer.num_steps,
        });
      },
    ],
    "/disconnect-env": [
      "POST",
      async (c) => {
        const { env_id: id } = parseWith(envIdSchema, await body(c));
        if (await rollouts.disconnect(id)) return c.json({ status: "success" });
        return c.json({ status: "failure", error: `There is no environment ${id}.` });
      },
    ],
    "/wandb_info": [
      "GET",
      (c) => {
        const { registration } = rollouts;
        return c.json({ group: registration?.wandb_group ?? null, project: registration?.wandb_project ?? null });
      },
    ],
    "/info": [
      "GET",
      (c) => {
        const { registration } = rollouts;
        return c.json({ batch_size: registration?.batch_size ?? -1, max_token_len: registration?.max_token_len ?? -1 });
      },
    ],
    "/status": ["GET", (c) => c.json(rollouts.status())],
    "/status-env": [
      "GET",
      async (c) => {
        // In the body, as the original wants it (proxies drop that), or in the query.
        const asked = c.req.query("env_id");
        const { env_id: id } = parseWith(envIdSchema, asked === undefined ? await body(c) : { env_id: asked });
        const status = rollouts.envStatus(id);
        if (status) return c.json(status);
        throw new Refusal(404, `There is no environment ${id}: register it again.`);
      },
    ],
    "/scored_data": [
      "POST",
      async (c) => {
        const [waiting = null] = await rollouts.submit([group(await body(c))], key(c));
        return c.json(waiting === null ? { status: "received" } : { status: "buffered", buffer_size: waiting });
      },
    ],
    "/scored_data_list": [
      "POST",
      async (c) => {
        const list = await body(c);
        if (!Array.isArray(list)) throw Refusal.at([], "Input should be a valid list", "list_type");
        const groups = list.map((value: unknown, i) => readGroup(value, [i]));
        const receipt = groups.length > 0 ? await rollouts.submit(groups, key(c)) : [];
        const buffered = receipt.filter((waiting) => waiting !== null);
        return c.json({
          status: "received",
          groups_processed: groups.length,
          ...(buffered.length > 0 && { buffered: buffered.length, last_buffer_size: buffered.at(-1) }),
        });
      },
    ],
    "/batch": ["GET", (c) => sendBatch(c, rollouts, onFailure)],
    "/latest_example": [
      "GET",
      async (c) => await sendJson(c, (await rollouts.latest()) ?? Buffer.from(JSON.stringify(noExample))),
    ],
    "/reset_data": [
      "GET",
      async (c) => {
        await rollouts.reset();
        return c.text("Reset successful");
      },
    ],
  };

  app.use(cors());
  for (const [path, [method, handler]] of Object.entries(routes))
    app.on(method, path, (c) =>
      c.req.method === method ? handler(c) : refuse(c, new Refusal(405, "Method Not Allowed")),
    );
  app.notFound((c) => {
    const path = c.req.path.replace(/\/+$/, "");
    if (c.req.path !== path && Object.hasOwn(routes, path)) return c.redirect(path, 307);
    if (Object.hasOwn(routes, c.req.path)) return refuse(c, new Refusal(405, "Method Not Allowed"));
    return refuse(c, new Refusal(404, "Not Found"));
  });
  app.onError((error, c) => {
    if (error instanceof Refusal) return refuse(c, error);
    onFailure?.(error);
    return c.json({ detail: FettleError.isInstance(error) ? error.message : "Internal Server Error" }, 500);
  });
  return app;
}

function refuse(c: Context, { status, detail, retryAfter }: Refusal): Response {
  if (retryAfter !== null) c.header("retry-after", String(retryAfter));
  if (status === 400 && typeof detail === "string") return c.text(detail, 400);
  return c.json({ detail }, status);
}

/** A batch counts as arrived once all of its answer is with the operating system; else it goes back to the queue. */
async function sendBatch(c: Call, rollouts: Rollouts, onFailure: ApiOptions["onFailure"]): Promise<Response> {
  const received = c.req.query("received");
  const batch = await rollouts.takeBatch(received !== undefined && /^\d+$/.test(received) ? Number(received) : null);
  if (batch === "unregistered")
    return c.json({ status: "error", message: "Trainer not registered. Call /register first.", batch: [] });
  if (batch === null) return c.json({ batch: null });
  const { incoming, outgoing } = c.env;
  const settle = (arrived: boolean) => {
    try {
      rollouts.settle(batch.number, arrived);
    } catch (error) {
      onFailure?.(error);
    }
  };
  // "finish" comes for a broken connection, too.
  outgoing.once("finish", () => settle(!incoming.socket.destroyed));
  outgoing.once("close", () => settle(false));
  if (outgoing.closed || incoming.socket.destroyed) settle(false);
  c.header(batchHeader, String(batch.number));
  return await sendJson(c, Buffer.concat([Buffer.from('{"batch":'), batch.text, Buffer.from("}")]));
}

async function sendJson(c: Call, json: Buffer): Promise<Response> {
  c.header("content-type", "application/json");
  if (json.length < smallBody || !/\bgzip\b/i.test(c.req.header("accept-encoding") ?? "")) return c.body(bytes(json));
  c.header("content-encoding", "gzip");
  c.header("vary", "accept-encoding");
  return c.body(bytes(await pack(json, { level: 1 })));
}

function bytes({ buffer, byteOffset, byteLength }: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
}

/** What `/latest_example` shows before there is one. */
const noExample = Object.fromEntries(
  [
    "tokens",
    "masks",
    "scores",
    "advantages",
    "ref_logprobs",
    "generation_params",
    "inference_logprobs",
    "messages",
    "images",
  ].map((name) => [name, []]),
);
