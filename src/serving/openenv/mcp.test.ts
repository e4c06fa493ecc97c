import { beforeEach, describe, expect, it } from "vitest";
import { openDoor } from "./door.ts";
import { handleRpc, isNotification, type McpHost, toolStep } from "./mcp.ts";
import { Session } from "./session.ts";
import { SessionTable } from "./session-table.ts";
import { answerOf, toy } from "./testing/toy.ts";

const door = openDoor(toy);
let host: McpHost;

beforeEach(() => {
  host = {
    door,
    sessions: new SessionTable({ max: 2, idleMs: 0 }),
    seat: null,
    openSession: () => new Session(door),
  };
});

// biome-ignore lint/suspicious/noExplicitAny: replies are checked member by member below
const call = async (method: string, params: object = {}, on = host): Promise<any> =>
  handleRpc({ jsonrpc: "2.0", id: 7, method, params }, on);

describe("handleRpc", () => {
  it("lists one tool with the action's schema", async () => {
    const { result, id } = await call("tools/list");
    expect(id).toBe(7);
    expect(result.tools).toHaveLength(1);
    expect(result.tools[0]).toMatchObject({ name: "submit", inputSchema: { type: "object", required: ["guess"] } });
    expect(Object.keys(result.tools[0].inputSchema.properties)).toEqual(["guess", "note"]);
  });

  it("greets standard clients, with the task when there is a session", async () => {
    const seat = host.sessions.create(host.openSession, "socket");
    const { result } = await call("initialize", { protocolVersion: "2025-03-26" }, { ...host, seat });
    expect(result).toMatchObject({ protocolVersion: "2025-03-26", serverInfo: { name: "toy", version: "1.2.3" } });
    expect(result.instructions).toMatch(/Turn 0: \d+ to \d+/);
    expect((await call("initialize")).result.protocolVersion).toBe("2025-11-25");
    expect((await call("ping")).result).toEqual({});
  });

  it("plays a turn with submit", async () => {
    const { result: created } = await call("openenv/session/create");
    const seat = host.sessions.get(created.session_id);
    await seat?.session.reset({ seed: 4, task: "narrow" });
    const { result } = await call("tools/call", {
      name: "submit",
      arguments: { guess: await answerOf("narrow", 4) },
      session_id: created.session_id,
    });
    expect(result.isError).toBe(false);
    expect(result.data).toMatchObject({ reward: 1, done: true });
    expect(result.structuredContent).toEqual(result.data);
    expect(JSON.parse(result.content[0].text)).toEqual(result.data);
  });

  it("opens and closes sessions", async () => {
    const { result } = await call("openenv/session/create");
    expect(await call("openenv/session/close", result)).toMatchObject({ result: { ...result, closed: true } });
    expect(await call("openenv/session/close", result)).toMatchObject({ error: { code: -32602 } });
    const held = host.sessions.create(host.openSession, "request");
    host.sessions.attach(held.id);
    expect((await call("openenv/session/close", { session_id: held.id })).result).toMatchObject({
      closed: false,
      closing: true,
    });
    const own = { ...host, seat: held };
    expect((await call("openenv/session/create", {}, own)).result.session_id).toBe(held.id);
    expect((await call("openenv/session/close", { session_id: held.id }, own)).error.code).toBe(-32600);
  });

  it("says so when the server is full", async () => {
    await call("openenv/session/create");
    await call("openenv/session/create");
    expect((await call("openenv/session/create")).error).toEqual({
      code: -32000,
      message: "Server at capacity: 2/2 sessions active.",
      data: { active_sessions: 2, max_sessions: 2 },
    });
  });

  it.each([
    ["an empty object", {}, -32600],
    ["another version", { jsonrpc: "1.0", method: "ping" }, -32600],
    ["a foreign member", { jsonrpc: "2.0", method: "ping", zz: 1 }, -32600],
    ["a batch", [], -32600],
    ["an unknown method", { jsonrpc: "2.0", method: "resources/list" }, -32601],
    ["no tool", { jsonrpc: "2.0", method: "tools/call", params: {} }, -32602],
    ["an unknown tool", { jsonrpc: "2.0", method: "tools/call", params: { name: "zz" } }, -32602],
    ["bad arguments", { jsonrpc: "2.0", method: "tools/call", params: { name: "submit" } }, -32602],
    ["an unknown session", { jsonrpc: "2.0", method: "tools/list", params: { session_id: "zz" } }, -32602],
    ["no session to close", { jsonrpc: "2.0", method: "openenv/session/close" }, -32602],
    [
      "a step nobody can score",
      { jsonrpc: "2.0", method: "tools/call", params: { name: "submit", arguments: { guess: -1 } } },
      -32603,
    ],
  ])("answers %s with an error", async (_name, message, code) => {
    expect(await handleRpc(message, host)).toMatchObject({ jsonrpc: "2.0", id: null, error: { code } });
  });

  it("knows what wants no answer", () => {
    expect(isNotification({ jsonrpc: "2.0", method: "notifications/initialized" })).toBe(true);
    expect(isNotification({ jsonrpc: "2.0", method: "ping", id: 0 })).toBe(false);
    expect(isNotification({})).toBe(false);
  });
});

describe("toolStep", () => {
  it("reaches the tool through a step", async () => {
    const session = new Session(door);
    const list = await toolStep({ type: "list_tools" }, session, door);
    expect(list?.observation.tools).toMatchObject([{ name: "submit", input_schema: { type: "object" } }]);
    await session.reset({ seed: 4 });
    const data = { type: "call_tool", tool_name: "submit", arguments: { guess: await answerOf("narrow", 4) } };
    const turn = await toolStep(data, session, door);
    expect(turn).toMatchObject({ reward: 1, done: true, observation: { tool_name: "submit", error: null } });
    const unknown = await toolStep({ type: "call_tool", tool_name: "zz" }, session, door);
    expect(unknown?.observation.error).toMatchObject({ error_type: "tool_not_found" });
    expect(await toolStep({ guess: 1 }, session, door)).toBeNull();
  });
});
