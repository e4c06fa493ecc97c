import { messageOf } from "../../core/errors.ts";
import { handleRpc, type McpHost, toolStep } from "./mcp.ts";
import { describeFailure, envelope, errorFrame, frame, InvalidRequest, isRecord, type Turn } from "./protocol.ts";
import type { Session } from "./session.ts";

/** Keys that a frame of each type may have besides `type`. */
const allowed: Record<string, readonly string[]> = {
  reset: ["data"],
  step: ["data"],
  state: [],
  close: [],
  mcp: ["data"],
};

/**
 * Answers one text frame of `/ws`; null means that the client asked to close. Never throws: whatever the frame holds,
 * the session goes on.
 */
export async function handleFrame(text: string, session: Session, mcp: McpHost): Promise<string | null> {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch (error) {
    return errorFrame("INVALID_JSON", `Invalid JSON: ${messageOf(error)}`);
  }
  try {
    if (!isRecord(message)) throw InvalidRequest.at([], "A message is a JSON object", "dict_type");
    const { type } = message;
    const keys = typeof type === "string" && Object.hasOwn(allowed, type) ? allowed[type] : undefined;
    if (!keys) return errorFrame("UNKNOWN_TYPE", `Unknown message type: ${String(type ?? "").slice(0, 100)}`);
    for (const key of Object.keys(message))
      if (key !== "type" && !keys.includes(key)) throw InvalidRequest.at([key], "Unknown field", "extra_forbidden");
    switch (type) {
      case "reset":
        return frame("observation", envelope(await session.reset(dataOf(message, {}))));
      case "step":
        return frame("observation", await step(session, dataOf(message), mcp));
      case "state":
        return frame("state", session.state());
      case "mcp":
        return frame("mcp", await handleRpc(dataOf(message), mcp));
      default:
        return null;
    }
  } catch (error) {
    const { code, message: text, errors } = describeFailure(error);
    if (code === "EXECUTION_ERROR") mcp.onFailure?.(error);
    return errorFrame(code, text, errors ? { errors: errors.map((detail) => ({ ...detail })) } : {});
  }
}

async function step(session: Session, data: Record<string, unknown>, mcp: McpHost): Promise<Turn> {
  return (await toolStep(data, session, mcp.door)) ?? envelope(await session.step(data));
}

function dataOf(message: Record<string, unknown>, fallback?: Record<string, unknown>): Record<string, unknown> {
  const data = "data" in message ? message.data : fallback;
  if (data === undefined) throw InvalidRequest.at(["data"], "Field required", "missing");
  if (!isRecord(data)) throw InvalidRequest.at(["data"], "Input should be an object", "dict_type");
  return data;
}
