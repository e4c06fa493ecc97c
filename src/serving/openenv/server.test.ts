import { createConnection } from "node:net";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterEach, describe, expect, it, vi } from "vitest";
import WebSocket from "ws";
import { connect } from "./client.ts";
import type { ServedEpisode } from "./record.ts";
import { type RunningServer, type ServeOptions, serve } from "./server.ts";
import { answerOf, toy } from "./testing/toy.ts";

const running: RunningServer[] = [];
const start = async (options: Partial<ServeOptions> = {}) => {
  const server = await serve({ environment: toy, port: 0, ...options });
  running.push(server);
  return server;
};
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

/** A raw socket whose replies and end can be awaited. */
async function open(server: RunningServer, path = "/ws", options: WebSocket.ClientOptions = {}) {
  const socket = new WebSocket(server.url.replace("http", "ws") + path, options);
  const replies: string[] = [];
  let wake = () => {};
  socket.on("message", (data) => {
    replies.push(String(data));
    wake();
  });
  const ended = new Promise<number>((resolve) => socket.on("close", resolve));
  await new Promise((resolve, reject) => socket.on("open", resolve).on("error", reject));
  const next = async () => {
    while (replies.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    return JSON.parse(replies.shift() ?? "");
  };
  const ask = (frame: unknown) => {
    socket.send(JSON.stringify(frame));
    return next();
  };
  return { socket, ended, next, ask };
}

// biome-ignore lint/suspicious/noExplicitAny: replies are checked member by member below
const jsonOf = async (response: Response | Promise<Response>): Promise<any> => (await response).json();

const idle = (server: RunningServer) => vi.waitFor(() => expect(server.activeSessions).toBe(0), { timeout: 5000 });

describe("sockets", () => {
  it("answers frames in order, however fast they come", async () => {
    const { socket, next } = await open(await start());
    socket.send('{"type":"reset","data":{"seed":1,"episode_id":"a"}}');
    socket.send('{"type":"step","data":{"guess":-2}}');
    for (let i = 0; i < 500; i++) socket.send(`{"type":"state"${i % 2 ? "" : ',"data":1'}}`);
    const replies = [];
    for (let i = 0; i < 502; i++) replies.push(await next());
    expect(replies.slice(0, 2).map(({ type }) => type)).toEqual(["observation", "observation"]);
    replies.slice(2).forEach(({ type, data }, i) => {
      expect([type, data.step_count]).toEqual(i % 2 ? ["state", 1] : ["error", undefined]);
    });
  });

  it("answers a binary frame and goes on", async () => {
    const { socket, next, ask } = await open(await start());
    socket.send(Buffer.from([1, 2, 3]));
    expect((await next()).data.code).toBe("INVALID_JSON");
    expect((await ask({ type: "reset" })).type).toBe("observation");
  });

  it("tells a connection too many why, closes it with 1000, and has room again later", async () => {
    const server = await start({ maxSessions: 1 });
    const first = await open(server);
    const second = await open(server);
    expect(await second.next()).toEqual({
      type: "error",
      data: {
        message: "Server at capacity: 1/1 sessions active.",
        code: "CAPACITY_REACHED",
        active_sessions: 1,
        max_sessions: 1,
      },
    });
    expect(await second.ended).toBe(1000);
    const mcp = await open(server, "/mcp");
    expect(await mcp.next()).toMatchObject({ id: null, error: { code: -32000, data: { max_sessions: 1 } } });
    expect(await mcp.ended).toBe(1000);
    first.socket.terminate();
    await idle(server);
    expect((await (await open(server)).ask({ type: "reset" })).type).toBe("observation");
  });

  it("closes with 1000 when asked to", async () => {
    const server = await start();
    const { socket, ended } = await open(server);
    socket.send('{"type":"close"}');
    expect(await ended).toBe(1000);
    await idle(server);
  });

  it("frees every session after abrupt disconnects, also in the middle of a step", async () => {
    const records: ServedEpisode[] = [];
    const server = await start({ onEpisode: (record) => records.push(record) });
    const clients = await Promise.all(Array.from({ length: 100 }, () => open(server)));
    await Promise.all(clients.map(({ ask }) => ask({ type: "step", data: { guess: -9 } })));
    expect(server.activeSessions).toBe(100);
    for (const { socket } of clients) {
      socket.send('{"type":"step","data":{"guess":-2}}');
      socket.terminate();
    }
    await idle(server);
    expect(records.filter(({ end }) => end === "abandoned")).toHaveLength(100);
  });

  it("keeps a socket that answers pings and drops one that does not", async () => {
    const server = await start({ pingInterval: 0.05, pingTimeout: 0.1 });
    const alive = await open(server);
    const dead = await open(server, "/ws", { autoPong: false });
    expect(await dead.ended).toBe(1006);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(server.activeSessions).toBe(1);
    expect((await alive.ask({ type: "reset" })).type).toBe("observation");
  });

  it("does not blame its clients when it was held up itself", async () => {
    const server = await start({ pingInterval: 0.05, pingTimeout: 0.1 });
    const { ask } = await open(server);
    const until = performance.now() + 500;
    while (performance.now() < until);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(server.activeSessions).toBe(1);
    expect((await ask({ type: "reset" })).type).toBe("observation");
  });

  it("attaches to a session made over HTTP and leaves it when the socket goes", async () => {
    const server = await start();
    const rpc = async (method: string, params: object) => {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
      return (await jsonOf(fetch(`${server.url}/mcp`, { method: "POST", body }))).result;
    };
    const { session_id } = await rpc("openenv/session/create", {});
    const { ask, socket, ended } = await open(server, `/ws?session_id=${session_id}`);
    await ask({ type: "reset", data: { seed: 4, episode_id: "shared" } });
    const played = await rpc("tools/call", { name: "submit", arguments: { guess: -9 }, session_id });
    expect(played.data.reward).toBe(0);
    expect((await ask({ type: "state" })).data).toMatchObject({ episode_id: "shared", step_count: 1 });
    const second = await open(server, `/ws?session_id=${session_id}`);
    expect((await second.next()).data).toEqual({
      code: "SESSION_ERROR",
      message: `Session ${session_id} already has an attached WebSocket`,
    });
    socket.close();
    await ended;
    await vi.waitFor(async () =>
      expect(await rpc("openenv/session/close", { session_id })).toEqual({ session_id, closed: true }),
    );
    const unknown = await open(server, "/ws?session_id=zz");
    expect((await unknown.next()).data).toEqual({ code: "SESSION_ERROR", message: "Unknown session_id: zz" });
    expect(await unknown.ended).toBe(1000);
  });

  it("speaks JSON-RPC on /mcp and in mcp frames", async () => {
    const server = await start();
    const mcp = await open(server, "/mcp");
    mcp.socket.send("{bad");
    expect(await mcp.next()).toMatchObject({ id: null, error: { code: -32700 } });
    mcp.socket.send('{"jsonrpc":"2.0","method":"notifications/initialized"}');
    expect(await mcp.ask({ jsonrpc: "2.0", id: "x", method: "ping" })).toEqual({ jsonrpc: "2.0", id: "x", result: {} });
    const { ask } = await open(server);
    const framed = await ask({ type: "mcp", data: { jsonrpc: "2.0", id: 2, method: "tools/list" } });
    expect(framed).toMatchObject({ type: "mcp", data: { id: 2, result: { tools: [{ name: "submit" }] } } });
  });
});

describe("standard MCP clients", () => {
  it("initialize, read their task, and play it", async () => {
    const server = await start();
    const client = new Client({ name: "test", version: "1" });
    const transport = new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`));
    await client.connect(transport);
    expect(client.getInstructions()).toMatch(/Turn 0/);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["submit"]);
    const played = await client.callTool({ name: "submit", arguments: { guess: -9 } });
    expect(played.structuredContent).toMatchObject({ reward: 0, done: false });
    const again = await client.callTool({ name: "submit", arguments: { guess: -9 } });
    expect(again.structuredContent).toMatchObject({ done: false });
    expect(server.activeSessions).toBe(1);
    await transport.terminateSession();
    await client.close();
    await idle(server);
  });
});

describe("HTTP", () => {
  const post = async (server: RunningServer, path: string, body?: unknown) => {
    const response = await fetch(server.url + path, {
      method: "POST",
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    return { status: response.status, body: await jsonOf(response) };
  };

  it("plays statelessly", async () => {
    const server = await start({ maxSessions: 1 });
    const { status, body } = await post(server, "/reset");
    expect([status, body.reward, body.done]).toEqual([200, null, false]);
    const step = await post(server, "/step", { action: { guess: -9 }, timeout_s: 5 });
    expect([step.status, step.body.reward, step.body.done]).toEqual([200, 0, false]);
    expect(await (await fetch(`${server.url}/state`)).json()).toEqual({ episode_id: null, step_count: 0 });
    expect(server.activeSessions).toBe(0);
  });

  it("refuses with the details", async () => {
    const server = await start();
    expect(await post(server, "/reset", { seed: -1 })).toEqual({
      status: 422,
      body: { detail: [{ type: "too_small", loc: ["seed"], msg: "The seed is at least 0" }] },
    });
    expect(await post(server, "/reset", "{bad")).toMatchObject({
      status: 422,
      body: { detail: [{ type: "json_invalid" }] },
    });
    expect(await post(server, "/step", {})).toMatchObject({ status: 422, body: { detail: [{ loc: ["action"] }] } });
    expect(await post(server, "/step", { action: {} })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["guess"] }] },
    });
    expect(await post(server, "/step", { action: { guess: -1 } })).toMatchObject({ status: 502 });
    expect(await post(server, "/step", { action: { guess: -2 }, timeout_s: 0.01 })).toMatchObject({ status: 499 });
    expect(await post(server, "/nowhere", {})).toMatchObject({ status: 404, body: { detail: "Not Found" } });
    expect(await post(server, "/mcp", {})).toMatchObject({ status: 200, body: { error: { code: -32600 } } });
    expect(await post(server, "/mcp", "{bad")).toMatchObject({ status: 200, body: { error: { code: -32700 } } });
  });

  it("refuses a body beyond the limit", async () => {
    const server = await start({ maxMessageBytes: 1000 });
    expect((await post(server, "/reset", { task: "x".repeat(2000) })).status).toBe(413);
  });

  it("describes itself", async () => {
    const server = await start();
    const get = async (path: string) => jsonOf(fetch(server.url + path));
    expect(await get("/health")).toEqual({ status: "healthy" });
    expect(await get("/metadata")).toMatchObject({ name: "toy", description: "Guess a number.", version: "1.2.3" });
    const { action, observation, state } = await get("/schema");
    expect(action).toMatchObject({ additionalProperties: false, required: ["guess"] });
    expect(Object.keys(observation.properties)).toEqual(expect.arrayContaining(["task", "done", "reward", "metadata"]));
    expect(state).toMatchObject({ additionalProperties: true });
    const { info, paths } = await get("/openapi.json");
    expect(info.version).toBe("1.0.0");
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(["/reset", "/step", "/state", "/schema", "/mcp"]));
    const { tasks } = await get("/tasks");
    expect(tasks.map(({ name }: { name: string }) => name)).toEqual(["narrow", "wide", "auto"]);
    expect(tasks[0]).toEqual({
      name: "narrow",
      max_steps: 3,
      description: "Find one of few",
      promote_at: 0.5,
      answers: 1,
    });
  });

  it("lists tasks that can be played", async () => {
    const server = await start();
    expect(await (await fetch(`${server.url}/list_environments`)).json()).toEqual(["toy"]);
    expect((await post(server, "/TOY/num_tasks", { split: "train" })).body).toEqual({ num_tasks: 2000 });
    const { body } = await post(server, "/toy/task", { split: "test", index: 5 });
    expect(body).toEqual({ task: { index: 5, task: "wide", seed: 2, split: "test" } });
    expect((await post(server, "/reset", body.task)).body.observation.task).toBe("wide");
    expect((await post(server, "/toy/task_range", { split: "train", start: 1998 })).body.tasks).toHaveLength(2);
    expect((await post(server, "/toy/task", { split: "train", index: 2000 })).status).toBe(422);
    expect((await post(server, "/other/tasks", { split: "train" })).status).toBe(404);
  });
});

describe("odd requests", () => {
  /** Sends bytes as they are and resolves with what comes back before the server or the test hangs up. */
  const raw = (server: RunningServer, text: string) =>
    new Promise<string>((resolve) => {
      let answer = "";
      const socket = createConnection(server.port, "127.0.0.1", () => socket.write(text));
      socket.on("data", (data) => (answer += data));
      socket.on("close", () => resolve(answer));
      socket.on("error", () => socket.destroy());
      setTimeout(() => socket.destroy(), 300);
    });

  it("get an answer and harm nobody", async () => {
    const server = await start();
    const upgrade =
      "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==";
    for (const path of ["//", "///ws", "/%zz", "http://[", "/envs/", "/envs/toy/nope", "?", "/ws%00"]) {
      expect(await raw(server, `GET ${path} HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n\r\n`)).toMatch(/^HTTP\/1.1 40/);
      expect(await raw(server, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toMatch(
        /^HTTP\/1.1 [2-5]/,
      );
    }
    expect(await raw(server, "garbage\r\n\r\n")).toMatch(/^HTTP\/1.1 400/);
    expect((await (await open(server)).ask({ type: "reset" })).type).toBe("observation");
  });
});

describe("environments", () => {
  it("stand side by side under their names", async () => {
    const server = await start({ environment: undefined as never, environments: { a: toy, b: async () => toy } });
    expect(await (await fetch(server.url)).json()).toMatchObject({ environments: ["/envs/a/", "/envs/b/"] });
    expect((await fetch(`${server.url}/reset`, { method: "POST" })).status).toBe(404);
    const client = await connect(`${server.url}/envs/b`);
    expect((await client.reset({ seed: 1 })).done).toBe(false);
    expect(await (await fetch(`${server.url}/health`)).json()).toEqual({ status: "healthy" });
    await expect(open(server, "/envs/c/ws")).rejects.toThrow("404");
  });

  it("that cannot be made answer FACTORY_ERROR, until they can", async () => {
    let broken = true;
    const failures: unknown[] = [];
    const make = () => {
      if (broken) throw new Error("no catalogue");
      return toy;
    };
    const server = await start({ environment: make, onFailure: (error) => failures.push(error) });
    const { next, ended } = await open(server);
    expect((await next()).data).toMatchObject({ code: "FACTORY_ERROR", factory_name: "environment" });
    expect(await ended).toBe(1000);
    expect(String(failures[0])).toContain("no catalogue");
    broken = false;
    expect((await (await open(server)).ask({ type: "reset" })).type).toBe("observation");
  });
});

describe("stopping", () => {
  it("lets the step in progress finish, closes with 1001 and accepts nobody", async () => {
    const server = await start();
    const { socket, next, ended } = await open(server);
    socket.send('{"type":"reset"}');
    await next();
    socket.send('{"type":"step","data":{"guess":-2}}');
    await new Promise((resolve) => setTimeout(resolve, 10));
    const stopped = server.close();
    expect((await next()).data).toMatchObject({ reward: 0 });
    expect(await ended).toBe(1001);
    await stopped;
    await server.closed;
    expect(server.activeSessions).toBe(0);
    await expect(fetch(server.url)).rejects.toThrow();
  });

  it("stops on a signal when asked to", async () => {
    const server = await start({ stopOnSignals: true });
    process.emit("SIGTERM");
    await server.closed;
    expect(process.listenerCount("SIGTERM")).toBe(0);
  });

  it("says that a port is taken", async () => {
    const { port } = await start();
    await expect(start({ port })).rejects.toMatchObject({
      code: "bad_option",
      message: expect.stringContaining("EADDRINUSE"),
    });
  });
});

describe("the record", () => {
  it("that cannot be written does not cost a step", async () => {
    const failures: unknown[] = [];
    const onEpisode = () => {
      throw new Error("the disk is full");
    };
    const server = await start({ onEpisode, onFailure: (error) => failures.push(error) });
    const client = await connect<typeof toy>(server.url);
    await client.reset({ seed: 1 });
    expect(await client.step({ guess: await answerOf("narrow", 1) })).toMatchObject({ reward: 1, done: true });
    expect(failures.map(String)).toEqual(["Error: the disk is full"]);
    await client.close();
  });
});

describe("many sessions", () => {
  it("play real episodes side by side", async () => {
    const server = await start();
    const clients = await Promise.all(Array.from({ length: 50 }, () => connect<typeof toy>(server.url)));
    const returns = await Promise.all(
      clients.map(async (client, index) => {
        const seed = 100 + index;
        await client.reset({ seed });
        await client.step({ guess: -9 });
        return (await client.step({ guess: await answerOf("narrow", seed) })).reward;
      }),
    );
    expect(new Set(returns)).toEqual(new Set([0.75]));
    await Promise.all(clients.map((client) => client.close()));
    await idle(server);
  });
});
