import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CompletionRequest } from "../model.ts";
import { ModelError } from "../model-error.ts";
import { endpointModel } from "./endpoint-model.ts";
import type { EndpointOptions } from "./options.ts";

type Handler = (
  request: IncomingMessage & { json: Record<string, unknown> },
  response: ServerResponse,
  call: number,
) => void;

let server: Server;
let handle: Handler;
let calls: number;

beforeEach(async () => {
  calls = 0;
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const json = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
      handle(Object.assign(request, { json }), response, calls++);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterEach(() => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  server.close();
});

const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;

const request: CompletionRequest = {
  messages: [{ role: "user", content: "Repair it." }],
  sampling: { temperature: 0.5, topP: 0.9, maxTokens: 64, seed: 11 },
  conversation: "c",
  turn: 0,
};

const never = new AbortController().signal;

const ask = (options: Partial<EndpointOptions> = {}, signal = never) =>
  endpointModel({ model: "tiny", backoffMs: 5, ...options, baseUrl: options.baseUrl ?? address() }).complete(
    request,
    signal,
  );

function answer(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}

const good = (content = "fixed", extra = {}, top = {}) => ({
  choices: [{ message: { role: "assistant", content }, finish_reason: "stop", ...extra }],
  usage: { prompt_tokens: 7, completion_tokens: 3 },
  ...top,
});

describe("a completion", () => {
  it("sends what was asked and reads text, reasoning and usage", async () => {
    vi.stubEnv("OPENAI_API_KEY", "sk-test-1234567890");
    let seen: Record<string, unknown> = {};
    handle = ({ json, headers, url }, response) => {
      seen = { ...json, authorization: headers.authorization, url };
      answer(
        response,
        200,
        good("fixed", { message: { content: "fixed", reasoning_content: "hm" }, finish_reason: "length" }),
      );
    };
    expect(await ask({ extra: { top_k: 4 } })).toEqual({
      text: "fixed",
      reasoning: "hm",
      tokens: null,
      usage: { prompt: 7, completion: 3 },
      finish: "length",
      weightsVersion: null,
    });
    expect(seen).toEqual({
      model: "tiny",
      messages: request.messages,
      temperature: 0.5,
      top_p: 0.9,
      max_tokens: 64,
      seed: 11,
      top_k: 4,
      authorization: "Bearer sk-test-1234567890",
      url: "/v1/chat/completions",
    });
  });

  it("keeps exact token ids of vLLM and of SGLang, and guesses none", async () => {
    const content = [{ logprob: -0.5 }, { logprob: -0.25 }];
    const replies = [
      good("a", { token_ids: [8, 9], logprobs: { content } }, { prompt_token_ids: [1, 2] }),
      good("a", {
        prompt_token_ids: [1, 2],
        meta_info: {
          output_token_logprobs: [
            [-0.5, 8, "a"],
            [-0.25, 9, null],
          ],
        },
      }),
      good("a", { logprobs: { content } }),
      good("a", { token_ids: [8, 9, 10], logprobs: { content } }, { prompt_token_ids: [1, 2] }),
    ];
    handle = (_request, response, call) => answer(response, 200, replies[call]);
    const tokens = [];
    for (const _ of replies) {
      const completion = await ask({ tokenIds: true });
      tokens.push(completion === "context_overflow" ? completion : completion.tokens);
    }
    const exact = {
      prompt: [1, 2],
      completion: [8, 9],
      logprobs: [-0.5, -0.25],
      segment: 0,
      tokenizer: "tiny",
      template: "tiny",
    };
    expect(tokens).toEqual([exact, exact, null, null]);
  });

  it("learns the newer name of the token limit", async () => {
    const names: string[] = [];
    handle = ({ json }, response) => {
      const name = "max_tokens" in json ? "max_tokens" : "max_completion_tokens";
      names.push(name);
      if (name === "max_tokens")
        answer(response, 400, { error: { message: "Unsupported parameter: use 'max_completion_tokens' instead." } });
      else answer(response, 200, good());
    };
    const model = endpointModel({ model: "tiny", baseUrl: address() });
    await model.complete(request, never);
    await model.complete(request, never);
    expect(names).toEqual(["max_tokens", "max_completion_tokens", "max_completion_tokens"]);
  });
});

describe("failures that pass", () => {
  it.each([
    ["a rate limit", (response: ServerResponse) => answer(response, 429, { error: { message: "slow down" } })],
    ["a server error", (response: ServerResponse) => answer(response, 500, "oops")],
    ["a gateway's page", (response: ServerResponse) => answer(response, 200, "<html>Bad gateway</html>")],
    ["another shape", (response: ServerResponse) => answer(response, 200, { choices: [] })],
    ["a broken connection", (response: ServerResponse) => response.destroy()],
    [
      "a torn body",
      (response: ServerResponse) => {
        response.writeHead(200, { "content-length": "500" });
        response.write('{"choices":');
        setTimeout(() => response.destroy(), 5);
      },
    ],
    ["silence", () => {}],
  ])("tries again after %s", async (_name, fail) => {
    handle = (_request, response, call) => (call < 2 ? fail(response) : answer(response, 200, good()));
    const completion = await ask({ requestMs: 800 });
    expect(completion).toMatchObject({ text: "fixed" });
    expect(calls).toBe(3);
  });

  it.each([
    [500, "server"],
    [429, "rate_limit"],
  ])("gives up on %d after the retries and names it", async (status, kind) => {
    handle = (_request, response) => answer(response, status, { error: { message: "no luck" } });
    await expect(ask({ retries: 2 })).rejects.toMatchObject({
      code: "model_failed",
      kind,
      message: `The endpoint answered ${status}: no luck`,
    });
    expect(calls).toBe(3);
  });

  it("waits as long as Retry-After says, for every request in flight", async () => {
    const times: number[] = [];
    const started = Date.now();
    handle = (_request, response, call) => {
      times.push(Date.now() - started);
      if (call === 0) answer(response, 429, "", { "retry-after-ms": "150" });
      else answer(response, 200, good());
    };
    let told = () => {};
    const refused = new Promise<void>((resolve) => (told = resolve));
    const model = endpointModel({ model: "tiny", baseUrl: address(), backoffMs: 1, onRetry: () => told() });
    const first = model.complete(request, never);
    await refused;
    await Promise.all([first, model.complete(request, never)]);
    expect(times).toHaveLength(3);
    expect(Math.min(...times.slice(1))).toBeGreaterThanOrEqual(149);
  });

  it("bounds one request and the whole completion in time", async () => {
    handle = () => {};
    await expect(ask({ requestMs: 30, retries: 1 })).rejects.toMatchObject({
      kind: "timeout",
      message: expect.stringContaining("30 ms"),
    });
    expect(calls).toBe(2);
    await expect(ask({ totalMs: 80 })).rejects.toMatchObject({
      kind: "timeout",
      message: expect.stringContaining("80 ms"),
    });
  });

  it("stops at once when cancelled, and the server sees the connection close", async () => {
    const closed = new Promise<void>((resolve) => {
      handle = (_request, response) => response.on("close", resolve);
    });
    const controller = new AbortController();
    const asking = ask({}, controller.signal);
    setTimeout(() => controller.abort(new Error("enough")), 30);
    await expect(asking).rejects.toThrow("enough");
    await closed;
    expect(calls).toBe(1);
  });

  it("says that nothing listens", async () => {
    const baseUrl = address();
    server.close();
    await expect(ask({ baseUrl, retries: 0 })).rejects.toMatchObject({
      kind: "network",
      message: expect.stringContaining("127.0.0.1"),
    });
  });
});

describe("failures that stay", () => {
  it.each([
    [401, "refused"],
    [404, "refused"],
    [400, "rejected"],
    [422, "rejected"],
  ])("does not repeat a %d (%s)", async (status, kind) => {
    handle = (_request, response) => answer(response, status, { error: { message: "no" } });
    await expect(ask()).rejects.toMatchObject({ kind });
    expect(calls).toBe(1);
  });

  it("does not wait for an empty account to fill", async () => {
    handle = (_request, response) => answer(response, 429, { error: { code: "insufficient_quota", message: "quota" } });
    await expect(ask()).rejects.toMatchObject({ kind: "refused" });
    expect(calls).toBe(1);
  });

  it.each([
    { error: { code: "context_length_exceeded", message: "This model's maximum context length is 8192 tokens." } },
    {
      object: "error",
      message: "This model's maximum context length is 512 tokens. However, you requested 700 tokens",
    },
    { error: { message: "the request exceeds the available context size (2048 tokens), try increasing it" } },
    { message: "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 2048. Given: 2010" },
    { error: { message: "The input (3000 tokens) is longer than the model's context length (2048 tokens)." } },
  ])("reads an overlong prompt as an outcome: %j", async (body) => {
    handle = (_request, response) => answer(response, 400, body);
    expect(await ask()).toBe("context_overflow");
    expect(calls).toBe(1);
  });

  it("never shows the key, even when the server quotes it", async () => {
    vi.stubEnv("OPENAI_API_KEY", "sk-very-secret");
    handle = (_request, response) => answer(response, 401, { error: { message: "Incorrect API key: sk-very-secret" } });
    const error = await ask().catch((caught: unknown) => caught);
    expect(ModelError.isInstance(error) && error.message).toContain("[key]");
    expect(JSON.stringify(endpointModel({ model: "tiny", baseUrl: address() }))).not.toContain("secret");
  });

  it("never shows the key in what it quotes of an unreadable answer, nor half of it where the quotation is cut", async () => {
    // As files of variables with the line ends of Windows leave it.
    vi.stubEnv("OPENAI_API_KEY", "sk-very-secret\r\n");
    handle = (_request, response) => answer(response, 200, `<p>${"x".repeat(192)} sk-very-secret</p>`);
    const error = await ask({ retries: 0 }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ kind: "unreadable", message: expect.stringMatching(/x \[key…$/) });
  });

  it.each(["sk-very\nsecret", "sk-very-secret…"])("refuses the key %j at once, without showing it", async (key) => {
    vi.stubEnv("THEIR_KEY", key);
    const error = await ask({ keyVariable: "THEIR_KEY" }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ kind: "refused", message: expect.stringContaining("The key in THEIR_KEY") });
    expect(`${error}`).not.toContain("sk-");
    expect(calls).toBe(0);
  });

  it("says which variable the key comes from", async () => {
    handle = (_request, response) => answer(response, 401, { error: { message: "no" } });
    await expect(ask({ keyVariable: "THEIR_KEY" })).rejects.toMatchObject({
      hint: expect.stringContaining("THEIR_KEY"),
    });
  });

  it("does not follow a redirect with the key in hand", async () => {
    handle = (_request, response) => answer(response, 302, "", { location: "http://example.invalid/" });
    await expect(ask({ retries: 0 })).rejects.toMatchObject({ kind: "network" });
  });

  it.each(["not a url", "ftp://host/v1", "http://user:pass@host/v1", "http://host/v1?key=1"])(
    "refuses the base URL %s",
    (baseUrl) => {
      expect(() => endpointModel({ model: "tiny", baseUrl })).toThrow(expect.objectContaining({ code: "bad_option" }));
    },
  );
});
