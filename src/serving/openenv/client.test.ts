import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { connect } from "./client.ts";
import { type RunningServer, serve } from "./server.ts";
import { toy } from "./testing/toy.ts";

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function served(maxSessions = 10): Promise<RunningServer> {
  const server = await serve({ environment: toy, port: 0, maxSessions });
  closers.push(() => server.close());
  return server;
}

/** A server of another kind: `talk` gets every socket with its number. */
async function foreign(talk: (socket: WebSocket, index: number) => void): Promise<string> {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  let count = 0;
  server.on("connection", (socket) => talk(socket, count++));
  await new Promise((resolve) => server.on("listening", resolve));
  closers.push(() => {
    for (const socket of server.clients) socket.terminate();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const turn = (observation: object, rest: object = {}) =>
  JSON.stringify({ type: "observation", data: { observation, reward: null, done: false, ...rest } });

describe("connect", () => {
  it("plays an episode, typed by the environment", async () => {
    const client = await connect((await served()).url, { environment: toy });
    const first = await client.reset({ seed: 2, episode_id: "mine" });
    expect(first).toMatchObject({ reward: null, done: false, metadata: { task: "narrow" } });
    const { observation, reward } = await client.step({ guess: first.observation.low - 1 });
    expect([observation.feedback, reward]).toEqual(["no", 0]);
    expect(await client.state()).toMatchObject({ episode_id: "mine", step_count: 1, turns: 1 });
    await client.close();
    await expect(client.state()).rejects.toMatchObject({ code: "connection_failed" });
  });

  it("keeps a path prefix and tolerates a trailing slash or a missing scheme", async () => {
    const { port } = await served();
    for (const url of [`http://127.0.0.1:${port}/envs/toy/`, `127.0.0.1:${port}`, `ws://127.0.0.1:${port}`])
      expect((await (await connect(url)).reset()).done).toBe(false);
  });

  it("shows no password of an address that cannot be reached", async () => {
    await expect(connect("http://me:secret@127.0.0.1:1")).rejects.toMatchObject({
      code: "connection_failed",
      message: expect.stringMatching(/^Cannot talk to ws:\/\/127\.0\.0\.1:1\/ws: (?!.*secret)/),
    });
  });

  it("names refusals by what was refused", async () => {
    const client = await connect((await served()).url);
    await expect(client.reset({ task: "nope" })).rejects.toMatchObject({ code: "bad_option", hint: /Tasks: narrow/ });
    await expect(client.step({ gues: 1 })).rejects.toMatchObject({ code: "bad_action", hint: /gues: Unknown field/ });
    await expect(client.step({ guess: -1 })).rejects.toMatchObject({ code: "unscored" });
    expect((await client.reset()).done).toBe(false);
  });

  it("says that the server is full, and gets in later", async () => {
    const { url } = await served(1);
    const first = await connect(url);
    const second = await connect(url);
    await expect(second.reset()).rejects.toMatchObject({ code: "capacity" });
    await first.close();
    await expect.poll(() => second.reset().then((reset) => reset.done)).toBe(false);
  });

  it("says that nobody listens, or that an address is none", async () => {
    await expect(connect("http://127.0.0.1:9")).rejects.toMatchObject({ code: "connection_failed" });
    await expect(connect("ftp://host")).rejects.toMatchObject({ code: "bad_option" });
  });

  it("drops the connection when a reply is late, so that it is not taken for the next", async () => {
    const url = await foreign((socket, index) =>
      socket.on("message", () => setTimeout(() => socket.send(turn({ index })), index === 0 ? 1300 : 0)),
    );
    const client = await connect(url, { timeout: 1000 });
    await expect(client.reset()).rejects.toMatchObject({ code: "connection_failed", message: /within 1000 ms/ });
    await expect(client.step({})).rejects.toMatchObject({ hint: "Reset to start another." });
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect((await client.reset()).observation).toEqual({ index: 1 });
  });

  it("connects again for a reset, never for a step", async () => {
    const url = await foreign((socket, index) =>
      socket.on("message", () => {
        socket.send(turn({ index }));
        if (index === 0) socket.close();
      }),
    );
    const client = await connect(url);
    expect((await client.reset()).observation).toEqual({ index: 0 });
    await new Promise((resolve) => setTimeout(resolve, 50));
    await expect(client.step({})).rejects.toMatchObject({ code: "connection_failed" });
    expect((await client.reset()).observation).toEqual({ index: 1 });
    expect((await client.step({})).observation).toEqual({ index: 1 });
  });

  it("fails a call whose connection breaks before the reply", async () => {
    const url = await foreign((socket) => socket.on("message", () => socket.terminate()));
    const client = await connect(url);
    await expect(client.reset()).rejects.toMatchObject({ code: "connection_failed" });
  });

  it.each([
    ["no JSON", "hello"],
    ["no envelope", "[]"],
    ["no observation", JSON.stringify({ type: "observation", data: { reward: 1 } })],
    ["a reward in words", turn({}, { reward: "high" })],
  ])("refuses a reply that is %s", async (_name, reply) => {
    const url = await foreign((socket) => socket.on("message", () => socket.send(reply)));
    await expect((await connect(url)).reset()).rejects.toMatchObject({ code: "connection_failed" });
  });

  it("sends calls one at a time, in order", async () => {
    const seen: string[] = [];
    const url = await foreign((socket) =>
      socket.on("message", (data) => {
        seen.push(JSON.parse(String(data)).type);
        setTimeout(() => socket.send(turn({ seen: seen.length })), 5);
      }),
    );
    const client = await connect(url);
    const [a, b, c] = await Promise.all([client.reset(), client.step({}), client.step({})]);
    expect([a, b, c].map(({ observation }) => observation)).toEqual([{ seen: 1 }, { seen: 2 }, { seen: 3 }]);
    expect(seen).toEqual(["reset", "step", "step"]);
  });
});
