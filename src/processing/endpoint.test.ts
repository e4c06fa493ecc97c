import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { endpointModel } from "../models/endpoint/endpoint-model.ts";
import { numberRepair } from "../rollouts/testing/number-repair.ts";
import type { AtroposLine } from "./formats/atropos.ts";
import type { ProcessOptions } from "./plan.ts";
import { processGroups } from "./process.ts";
import { chatCompletion, endpoint, type Reply } from "./testing/endpoint.ts";

/** Milliseconds for one request: longer than a loaded machine takes to answer. */
const patience = 3000;

async function play(reply: Parameters<typeof endpoint>[0], changes: Partial<ProcessOptions> = {}, tokenIds = false) {
  const server = await endpoint(reply);
  const folder = await mkdtemp(join(tmpdir(), "fettle-endpoint-"));
  onTestFinished(async () => {
    server.close();
    await rm(folder, { recursive: true });
  });
  const limits = { requestMs: patience, retries: 1, backoffMs: 1 };
  const out = join(folder, "a.jsonl");
  const options: ProcessOptions = {
    environment: numberRepair(),
    model: endpointModel({ model: "test", baseUrl: server.url, tokenIds, ...limits }),
    ...{ groups: 3, groupSize: 2, out, levels: ["one"], retries: 0, report: false },
    ...changes,
  };
  const result = await processGroups(options).catch((error: unknown) => error);
  const text = await readFile(out, "utf8").catch(() => "");
  const lines = text.split("\n").slice(0, -1);
  return { result, folder, lines: lines.map((line): AtroposLine => JSON.parse(line)) };
}

describe("an endpoint that fails", () => {
  /** Breaks for the tasks whose list begins with an even number; answers the others. */
  const sometimes = (reply: Reply) => (asked: { messages: { content: string }[] }) => {
    const { broken } = JSON.parse(asked.messages[1]?.content ?? "") as { broken: number[] };
    return Math.abs(broken[0] ?? 0) % 2 === 0 ? reply : { body: chatCompletion("{}") };
  };

  it.each<[string, Reply, RegExp]>([
    [
      "is busy",
      { status: 429, headers: { "retry-after-ms": "1" }, body: { error: { message: "slow down" } } },
      /429: slow down/,
    ],
    ["is broken", { status: 500, body: "oops" }, /answered 500: oops/],
    ["is behind a broken gateway", { status: 502, body: "<html>bad gateway</html>" }, /502: <html>bad gateway/],
    ["talks garbage", { body: "<html>" }, /200 without JSON: <html>/],
    ["sends something else", { body: { object: "list" } }, /something else than a completion/],
    ["sends half an answer", { body: '{"choices":[{"mess' }, /without JSON/],
    ["refuses the request", { status: 400, body: { error: { message: "no such field" } } }, /400: no such field/],
    ["never answers", null, /did not answer within 3000 ms/],
  ])("%s gives its own message and no reward", async (_what, reply, message) => {
    const { result, lines, folder } = await play(sometimes(reply), { groups: 12 });
    const { groups, episodes, errors } = result as Awaited<ReturnType<typeof processGroups>>;
    expect(groups.incomplete).toBeGreaterThan(1);
    expect(groups.finished).toBeGreaterThan(1);
    expect(groups.finished + groups.incomplete).toBe(12);
    expect(lines).toHaveLength(groups.finished);
    // Nothing of the failure is in the numbers: not as a 0, not as anything.
    expect(episodes.count).toBe(2 * groups.finished);
    expect(errors).toEqual([{ reason: expect.stringMatching(message), episodes: 2 * groups.incomplete }]);
    const traces = (await readFile(join(folder, "a.run", "traces.jsonl"), "utf8")).trimEnd().split("\n");
    for (const { stop, return: value, error } of traces.map((line) => JSON.parse(line)))
      if (stop === "error") expect([value, error]).toEqual([null, expect.stringMatching(message)]);
      else expect([typeof value, error]).toEqual(["number", null]);
  });

  it("is asked again, and the answer counts", async () => {
    const { result } = await play(({ before }) =>
      before === 0 ? { status: 503, body: "" } : { body: chatCompletion("{}") },
    );
    expect(result).toMatchObject({ groups: { finished: 3, incomplete: 0 }, errors: [] });
  });

  it.each([
    [401, "bad key"],
    [404, "no such model"],
  ])("and with %d stops at once: %s", async (status, message) => {
    const { result, lines } = await play(() => ({ status, body: { error: { message } } }));
    expect(result).toMatchObject({ code: "model_failed", message: expect.stringContaining(message) });
    expect(lines).toEqual([]);
  });
});

describe("token ids", () => {
  const vllm = (content: string) => ({
    ...chatCompletion(content, { token_ids: [7, 8], logprobs: { content: [{ logprob: -0.5 }, { logprob: -0.25 }] } }),
    prompt_token_ids: [1, 2, 3],
  });
  const sglang = (content: string) =>
    chatCompletion(content, {
      prompt_token_ids: [1, 2, 3],
      meta_info: {
        output_token_logprobs: [
          [-0.5, 7],
          [-0.25, 8],
        ].map((pair) => [...pair, null]),
      },
    });

  it.each([
    ["vLLM", vllm],
    ["SGLang", sglang],
  ])("of a %s server are written as they came", async (_name, body) => {
    const { lines } = await play(({ body: asked }) => ({ body: asked.return_token_ids ? body("{}") : "" }), {}, true);
    expect(lines).toHaveLength(3);
    for (const { tokens, masks, inference_logprobs, fettle } of lines) {
      // Three turns whose prompts do not extend each other: the last segment.
      expect(tokens).toEqual([
        [1, 2, 3, 7, 8],
        [1, 2, 3, 7, 8],
      ]);
      expect(masks?.[0]).toEqual([-100, -100, -100, 7, 8]);
      expect(inference_logprobs?.[0]).toEqual([1, 1, 1, -0.5, -0.25]);
      expect(fettle.tokens).toBe("exact");
    }
  });

  it.each([
    ["gives none", { body: chatCompletion("{}") }],
    [
      "gives ids without log-probabilities",
      { body: { ...chatCompletion("{}", { token_ids: [7] }), prompt_token_ids: [1] } },
    ],
    [
      "gives fewer log-probabilities than ids",
      {
        body: {
          ...chatCompletion("{}", { token_ids: [7, 8], logprobs: { content: [{ logprob: -1 }] } }),
          prompt_token_ids: [1],
        },
      },
    ],
  ])("are unavailable where the server %s", async (_what, reply) => {
    const { lines, result } = await play(() => reply, {}, true);
    expect(result).toMatchObject({ groups: { finished: 3, withTokens: 0 } });
    for (const { tokens, masks, inference_logprobs, fettle, messages } of lines) {
      expect([tokens, masks, inference_logprobs, fettle.tokens]).toEqual([null, null, null, "unavailable"]);
      expect(messages).toHaveLength(2);
    }
  });
});
