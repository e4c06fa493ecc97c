import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { z } from "zod";
import { FettleError } from "../../core/errors.ts";
import { splits } from "../../core/splits.ts";
import type { Door } from "./door.ts";
import { handleRpc, isNotification, type McpHost, rpcCapacity, rpcParseError } from "./mcp.ts";
import { openApiOf } from "./openapi.ts";
import { describeFailure, detailsOf, envelope, InvalidRequest, isRecord } from "./protocol.ts";
import { answerTasks, type TaskRoute, taskRequests } from "./task-api.ts";

const stepRequest = z.looseObject({
  action: z.record(z.string(), z.unknown()),
  timeout_s: z.number().positive().nullish(),
  request_id: z.string().max(255).nullish(),
});

/** The HTTP routes of one environment under `basePath`. `/reset`, `/step` and `/state` are stateless: each plays a session of its own. */
export function httpRoutes(
  door: Door,
  host: Omit<McpHost, "seat">,
  options: { basePath: string; maxBodyBytes: number },
): Hono {
  const app = new Hono().basePath(options.basePath);
  const { environment, schemas } = door;
  const cached = (value: object) => {
    const text = JSON.stringify(value);
    return () => new Response(text, { headers: { "content-type": "application/json" } });
  };
  app.use(bodyLimit({ maxSize: options.maxBodyBytes, onError: () => problem(413, "The body is too large.") }));
  app.onError((error, c) => failure(c, error, host));
  app.notFound(() => problem(404, "Not Found"));

  app.get("/health", cached({ status: "healthy" }));
  app.get("/schema", cached(schemas));
  app.get("/openapi.json", cached(openApiOf(door)));
  app.get("/tasks", cached(taskList(door)));
  app.get(
    "/metadata",
    cached({
      name: environment.name,
      description: environment.description,
      readme_content: null,
      version: environment.version,
      author: null,
      documentation_url: null,
    }),
  );

  app.post("/reset", async (c) => {
    const session = host.openSession();
    try {
      return c.json(envelope(await session.reset(objectOf(await readJson(c, {})))));
    } finally {
      session.close();
    }
  });
  app.post("/step", async (c) => {
    const body = await readJson(c);
    const request = stepRequest.safeParse(body);
    if (!request.success) throw new InvalidRequest("Invalid request", detailsOf(request.error, body));
    const session = host.openSession();
    const { action, timeout_s } = request.data;
    const timer = timeout_s ? setTimeout(() => session.close(), timeout_s * 1000) : undefined;
    try {
      return c.json(envelope(await session.step(action)));
    } finally {
      clearTimeout(timer);
      session.close();
    }
  });
  app.get("/state", (c) => c.json(host.openSession().state()));

  app.get("/curriculum/:id", (c) => {
    const found = door.curricula.peek(c.req.param("id"));
    return found ? c.json(found.summary()) : problem(404, "No session has named this curriculum yet.");
  });

  app.get("/list_environments", (c) => c.json([environment.name]));
  app.get("/:name/splits", (c) => {
    const unknown = otherName(c, door);
    return unknown ?? c.json(splits.map((split) => ({ name: split, type: split })));
  });
  for (const route of Object.keys(taskRequests) as TaskRoute[])
    app.post(`/:name/${route}`, async (c) => {
      const unknown = otherName(c, door);
      if (unknown) return unknown;
      const body = await readJson(c);
      const request = taskRequests[route].safeParse(body);
      if (!request.success) throw new InvalidRequest("Invalid request", detailsOf(request.error, body));
      return c.json(answerTasks(door, route, request.data));
    });

  app.post("/mcp", (c) => mcp(c, host));
  app.delete("/mcp", (c) => {
    const outcome = host.sessions.close(c.req.header(sessionHeader) ?? "");
    return outcome === "unknown" ? problem(404, "Unknown session.") : c.body(null, 204);
  });
  app.get("/mcp", () => problem(405, "The server sends no events of its own: POST JSON-RPC, or open a WebSocket."));
  return app;
}

/** Ties the requests of one MCP client together (streamable HTTP transport). */
const sessionHeader = "mcp-session-id";

async function mcp(c: Context, host: Omit<McpHost, "seat">): Promise<Response> {
  let message: unknown;
  try {
    message = await c.req.json();
  } catch {
    return c.json(rpcParseError());
  }
  const named = c.req.header(sessionHeader);
  let seat = named ? (host.sessions.get(named) ?? null) : null;
  if (named && !seat) return problem(404, "Unknown session: initialize again.");
  if (!seat && isRecord(message) && message.method === "initialize") {
    try {
      seat = host.sessions.create(host.openSession, "request");
    } catch (error) {
      if (!FettleError.isInstance(error)) throw error;
      return c.json(rpcCapacity(host.sessions, error.message));
    }
    c.header(sessionHeader, seat.id);
  }
  const reply = await handleRpc(message, { ...host, seat });
  return isNotification(message) && named ? c.body(null, 202) : c.json(reply);
}

/** The levels as the original environment lists them. */
function taskList({ environment }: Door): object {
  const tasks = environment.levels.map(({ name, skill, maxTurns, promoteAt, facts }) => ({
    name,
    max_steps: maxTurns,
    description: skill,
    promote_at: promoteAt,
    ...facts,
  }));
  return { tasks: [...tasks, { name: "auto", description: "The level that the session's curriculum has reached" }] };
}

function otherName(c: Context, door: Door): Response | null {
  const name = c.req.param("name") ?? "";
  return name.toLowerCase() === door.environment.name ? null : problem(404, `unknown environment '${name}'`);
}

/** The JSON body; `fallback` stands for an empty one. Throws InvalidRequest. */
async function readJson(c: Context, fallback?: unknown): Promise<unknown> {
  const body = await c.req.text();
  if (body === "" && fallback !== undefined) return fallback;
  try {
    return JSON.parse(body);
  } catch {
    throw InvalidRequest.at(["body"], "JSON decode error", "json_invalid");
  }
}

function objectOf(value: unknown): Record<string, unknown> {
  if (isRecord(value)) return value;
  throw InvalidRequest.at(["body"], "Input should be an object", "dict_type");
}

function failure(c: Context, error: unknown, host: Pick<McpHost, "onFailure">): Response {
  const { code, message, errors } = describeFailure(error);
  if (code === "VALIDATION_ERROR") return c.json({ detail: errors ?? message }, 422);
  host.onFailure?.(error);
  return problem(FettleError.isInstance(error) ? error.status : 500, message);
}

/** An RFC 9457 problem; its `detail` is where OpenEnv's clients look too. */
function problem(status: number, detail: string): Response {
  return new Response(JSON.stringify({ type: "about:blank", status, detail }), {
    status,
    headers: { "content-type": "application/problem+json" },
  });
}
