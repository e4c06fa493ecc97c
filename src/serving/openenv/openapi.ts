import type { Door } from "./door.ts";

const text = { type: "string" };
const anyObject = { type: "object", additionalProperties: true };

/** OpenAPI 3.1 of a door's HTTP routes. `info.version` is the version of OpenEnv's HTTP profile, not ours. */
export function openApiOf(door: Door): object {
  const { action, observation, state } = door.schemas;
  const turn = {
    type: "object",
    required: ["observation", "reward", "done"],
    properties: {
      observation,
      reward: { type: ["number", "null"], minimum: 0, maximum: 1 },
      done: { type: "boolean" },
      metadata: anyObject,
    },
  };
  const reset = {
    type: "object",
    properties: {
      seed: { type: ["integer", "null"], minimum: 0 },
      episode_id: { type: ["string", "null"], maxLength: 255 },
      task: { enum: [...door.levelNames, "auto"], default: door.defaultLevel },
      split: { enum: ["train", "validation", "test"], default: "train" },
      curriculum: { ...text, maxLength: 255 },
      prompt: { enum: ["full", "compact"] },
    },
    additionalProperties: true,
  };
  const step = {
    type: "object",
    required: ["action"],
    properties: { action, timeout_s: { type: "number", exclusiveMinimum: 0 }, request_id: { ...text, maxLength: 255 } },
  };
  const get = (summary: string, schema: object) => ({ get: { summary, responses: answers(schema) } });
  const post = (summary: string, body: object, schema: object) => ({
    post: { summary, requestBody: { content: { "application/json": { schema: body } } }, responses: answers(schema) },
  });
  return {
    openapi: "3.1.0",
    info: { title: `OpenEnv HTTP API of ${door.environment.name}`, version: "1.0.0" },
    paths: {
      "/reset": post("Start an episode (stateless over HTTP: play over /ws)", reset, turn),
      "/step": post("Play one turn of a fresh episode", step, turn),
      "/state": get("State of a fresh session", state),
      "/health": get("Whether the server is up", { type: "object", properties: { status: { const: "healthy" } } }),
      "/metadata": get("Name, description and version", anyObject),
      "/schema": get("JSON Schemas of action, observation and state", anyObject),
      "/tasks": get("The levels", anyObject),
      "/mcp": post("JSON-RPC: tools/list and tools/call", anyObject, anyObject),
    },
  };
}

function answers(schema: object): object {
  return { "200": { description: "OK", content: { "application/json": { schema } } } };
}
