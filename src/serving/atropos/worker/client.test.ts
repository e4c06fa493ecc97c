import { createServer } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { RolloutClient } from "./client.ts";

/** A server that gives these answers in turn, the last of them for ever; null breaks the connection. */
async function server(...answers: ({ status: number; headers?: Record<string, string>; body?: unknown } | null)[]) {
  const times: number[] = [];
  const listening = createServer((request, response) => {
    const answer = answers[Math.min(times.length, answers.length - 1)];
    times.push(performance.now());
    request.resume().on("end", () => {
      if (!answer) return request.socket.destroy();
      response.writeHead(answer.status, answer.headers).end(JSON.stringify(answer.body ?? {}));
    });
  });
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    listening.closeAllConnections();
    listening.close();
  });
  const address = listening.address();
  return { url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`, times };
}

function client(url: string, patience?: number): RolloutClient {
  const made = new RolloutClient({ url, signal: new AbortController().signal, ...(patience && { patience }) });
  onTestFinished(() => made.close());
  return made;
}

const waiting = (seconds: string) => ({ status: 503, headers: { "retry-after": seconds } });
const fine = { status: 200, body: { status: "received" } };

describe("a client of the Rollout API", () => {
  it("tries again after broken connections and failures, and waits as long as it is asked to", async () => {
    const { url, times } = await server(null, { status: 500 }, waiting("1"), { ...waiting("1"), status: 429 }, fine);
    expect(await client(url).send({ tokens: [] })).toMatchObject({ accepted: true });
    expect(times).toHaveLength(5);
    expect((times[3] ?? 0) - (times[2] ?? 0)).toBeGreaterThanOrEqual(1000);
    expect((times[4] ?? 0) - (times[3] ?? 0)).toBeGreaterThanOrEqual(1000);
  });

  it("does not give up on a server that asks to wait, however often", async () => {
    const { url } = await server(...Array.from({ length: 6 }, () => waiting("0.1")), fine);
    expect(await client(url, 200).send({})).toMatchObject({ accepted: true });
  });

  it("gives up on a server that only fails", async () => {
    const { url } = await server({ status: 500, body: { detail: "broken" } });
    await expect(client(url, 400).send({})).rejects.toThrow(/cannot be used: it answers 500: .*broken/);
    await expect(client("http://me:secret@127.0.0.1:1", 400).info()).rejects.toMatchObject({
      code: "connection_failed",
      message: expect.stringMatching(/^The Rollout API server at http:\/\/127\.0\.0\.1:1 cannot be used: /),
    });
  });

  it("says what the server will never take", async () => {
    const { url, times } = await server({ status: 422, body: { detail: "too large" } });
    expect(await client(url).send({})).toMatchObject({ accepted: false, why: expect.stringContaining("too large") });
    expect(times).toHaveLength(1);
  });

  it("takes 404 and 500 for an environment that is not known", async () => {
    for (const status of [404, 500]) expect(await client((await server({ status })).url).status(3)).toBeNull();
  });

  it("stops waiting when it is told to", async () => {
    const { url } = await server(waiting("60"));
    const stop = new AbortController();
    const sending = new RolloutClient({ url, signal: stop.signal }).send({});
    setTimeout(() => stop.abort(new Error("enough")), 100);
    await expect(sending).rejects.toThrow("enough");
  });
});
