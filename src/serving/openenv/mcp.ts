/** The Model Context Protocol over `/mcp`: one tool, `submit`, that plays one turn. */
import { z } from "zod";
import { FettleError } from "../../core/errors.ts";
import type { Door } from "./door.ts";
import { describeFailure, envelope, isRecord, type Turn } from "./protocol.ts";
import type { Session } from "./session.ts";
import type { Seat, SessionTable } from "./session-table.ts";

/** Where a JSON-RPC request came in. */
export interface McpHost {
  door: Door;
  sessions: SessionTable;
  /** The session of the connection; null for a plain HTTP request. */
  seat: Seat | null;
  openSession(): Session;
  /** Told of failures that the client only sees as a code. */
  onFailure?(error: unknown): void;
}

type RpcId = string | number | null;
export type RpcReply = { jsonrpc: "2.0"; id: RpcId } & (
  | { result: Record<string, unknown> }
  | { error: { code: number; message: string; data: unknown } }
);

/** Codes of JSON-RPC 2.0; -32000 is OpenEnv's for a server that is full. */
const rpc = { parse: -32700, request: -32600, method: -32601, params: -32602, internal: -32603, server: -32000 };

/** Versions of MCP that can be spoken, the newest first. */
const protocolVersions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

const requestSchema = z.strictObject({
  jsonrpc: z.literal("2.0"),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).default({}),
  id: z.union([z.string(), z.number(), z.null()]).default(null),
});

class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data: unknown = null) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

function rpcError(id: RpcId, code: number, message: string, data: unknown = null): RpcReply {
  return { jsonrpc: "2.0", id, error: { code, message, data } };
}

/** The answer to text that is no JSON. */
export function rpcParseError(): RpcReply {
  return rpcError(null, rpc.parse, "Parse error");
}

/** The answer to a connection that finds the server full. */
export function rpcCapacity(sessions: SessionTable, message: string): RpcReply {
  return rpcError(null, rpc.server, message, { active_sessions: sessions.active, max_sessions: sessions.max });
}

/** True for a JSON-RPC message that wants no answer. */
export function isNotification(message: unknown): boolean {
  return isRecord(message) && typeof message.method === "string" && message.id === undefined;
}

/** Answers one JSON-RPC request. Never throws. A notification is answered too, for channels that owe a reply. */
export async function handleRpc(message: unknown, host: McpHost): Promise<RpcReply> {
  const request = requestSchema.safeParse(message);
  if (!request.success) {
    const [issue] = request.error.issues;
    return rpcError(null, rpc.request, `Invalid request: ${issue?.path.join(".")} ${issue?.message}`);
  }
  const { method, params, id } = request.data;
  try {
    return { jsonrpc: "2.0", id, result: await call(method, params, host) };
  } catch (error) {
    if (error instanceof RpcError) return rpcError(id, error.code, error.message, error.data);
    const { code, message: text, errors } = describeFailure(error);
    if (code === "VALIDATION_ERROR") return rpcError(id, rpc.params, text, errors ?? null);
    host.onFailure?.(error);
    return rpcError(id, rpc.internal, text);
  }
}

async function call(method: string, params: Record<string, unknown>, host: McpHost): Promise<Record<string, unknown>> {
  switch (method) {
    case "initialize":
      return initialize(params, host);
    case "ping":
      return {};
    case "tools/list":
      sessionOf(params, host);
      return { tools: [submitTool(host.door)] };
    case "tools/call":
      return callTool(params, host);
    case "openenv/session/create":
      return { session_id: host.seat?.id ?? create(host).id };
    case "openenv/session/close":
      return closeSession(params, host);
    default:
      if (method.startsWith("notifications/")) return {};
      throw new RpcError(rpc.method, `Method not found: ${method}`);
  }
}

async function initialize(params: Record<string, unknown>, { door, seat }: McpHost) {
  const asked = String(params.protocolVersion ?? "");
  const { name, version, description } = door.environment;
  return {
    protocolVersion: protocolVersions.includes(asked) ? asked : protocolVersions[0],
    capabilities: { tools: {} },
    serverInfo: { name, version },
    // A client that speaks MCP alone cannot reset: its first task comes with the greeting.
    instructions: seat ? `${description}\n\n${await seat.session.prompt("full")}` : description,
  };
}

function submitTool({ environment, toolSchema }: Door) {
  return {
    name: "submit",
    description: `Submit an answer to the current task of ${environment.name}. Returns what came of it and the reward.`,
    inputSchema: toolSchema,
  };
}

async function callTool(params: Record<string, unknown>, host: McpHost): Promise<Record<string, unknown>> {
  const { name, arguments: given = {} } = params;
  if (typeof name !== "string" || name === "") throw new RpcError(rpc.params, "Missing 'name' in params");
  const seat = sessionOf(params, host);
  if (name !== "submit") throw new RpcError(rpc.params, `Tool not found: ${name}`);
  const session = seat?.session ?? host.openSession();
  try {
    return toolResult(envelope(await session.step(given)));
  } finally {
    if (!seat) session.close();
  }
}

/** MCP's result, with OpenEnv's `data` beside it. */
function toolResult(turn: Turn): Record<string, unknown> {
  return {
    content: [{ type: "text", text: JSON.stringify(turn) }],
    structuredContent: turn,
    isError: false,
    data: turn,
  };
}

function sessionOf({ session_id: id }: Record<string, unknown>, { seat, sessions }: McpHost): Seat | null {
  if (seat || id === undefined || id === null) return seat;
  const found = sessions.get(String(id));
  if (!found) throw new RpcError(rpc.params, `Unknown session_id: ${id}`);
  return found;
}

function create({ sessions, openSession }: McpHost): Seat {
  try {
    return sessions.create(openSession, "request");
  } catch (error) {
    if (!FettleError.isInstance(error) || error.code !== "capacity") throw error;
    throw new RpcError(rpc.server, error.message, { active_sessions: sessions.active, max_sessions: sessions.max });
  }
}

function closeSession({ session_id: id }: Record<string, unknown>, { seat, sessions }: McpHost) {
  if (typeof id !== "string" || id === "") throw new RpcError(rpc.params, "Invalid params - 'session_id' is required");
  if (seat?.id === id) throw new RpcError(rpc.request, "Cannot close active WebSocket-managed session via MCP method");
  const outcome = sessions.close(id);
  if (outcome === "unknown") throw new RpcError(rpc.params, `Unknown session_id: ${id}`);
  return outcome === "closed" ? { session_id: id, closed: true } : { session_id: id, closed: false, closing: true };
}

/**
 * OpenEnv clients in simulation mode reach tools through `step`: `{type: "list_tools"}` and
 * `{type: "call_tool", tool_name, arguments}`. Returns null when `data` is an ordinary action.
 */
export async function toolStep(data: Record<string, unknown>, session: Session, door: Door): Promise<Turn | null> {
  const idle = { reward: null, done: false, metadata: {} };
  if (data.type === "list_tools") {
    const { inputSchema, ...tool } = submitTool(door);
    return { observation: { tools: [{ ...tool, input_schema: inputSchema }] }, ...idle };
  }
  if (data.type !== "call_tool" || typeof data.tool_name !== "string") return null;
  const { tool_name, arguments: given = {} } = data;
  if (tool_name !== "submit") {
    const error = { error_type: "tool_not_found", message: `Tool not found: ${tool_name}` };
    return { observation: { tool_name, result: null, error }, ...idle };
  }
  const turn = await session.step(given);
  return envelope({ ...turn, observation: { tool_name, result: toolResult(envelope(turn)), error: null } });
}
