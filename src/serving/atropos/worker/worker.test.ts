import { createServer } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Model } from "../../../models/model.ts";
import { scriptedModel } from "../../../models/scripted.ts";
import { numberRepair } from "../../../rollouts/testing/number-repair.ts";
import { type Call, registration, startServer } from "../testing/client.ts";
import { tokenModel } from "../testing/token-model.ts";
import type { EvalMetrics } from "./evaluate.ts";
import type { TrainMetrics } from "./meter.ts";
import { work } from "./worker.ts";

/** Every sample of a group has its own score, outside [0, 1]. */
const environment = { ...numberRepair(), externalScore: ({ sample }: { sample: number }) => sample - 1 };
const model = () => tokenModel({ say: (conversation) => `no idea ${conversation.length}` });

/** Polls batches as a trainer does, until there have been `steps`. */
async function train(call: Call, steps: number, overrides: object = {}) {
  await call("POST", "/register", { ...registration, batch_size: 8, num_steps: steps, ...overrides });
  const batches = [];
  while (batches.length < steps) {
    const { batch } = (await call("GET", "/batch")).body;
    if (batch) batches.push(batch);
    else await wait(10);
  }
  return batches;
}

/** Answers `/scored_data` as told, and everything else as a server with a started trainer. */
async function fakeServer(answer: (attempt: number) => { status: number; retryAfter?: string }) {
  const attempts: { at: number; key: unknown }[] = [];
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      const json = (value: unknown) => response.end(JSON.stringify(value));
      const started = { status: "success", env_id: 0, wandb_name: "e_0", starting_step: 0, num_steps: 0 };
      if (request.url === "/register-env") return json(started);
      if (request.url === "/info") return json({ batch_size: 4, max_token_len: 0 });
      if (request.url === "/disconnect-env") return json({ status: "success" });
      if (request.url !== "/scored_data")
        return json({ current_step: 0, queue_size: 0, unallocated_fraction: 1, env_weight: 1 });
      attempts.push({ at: performance.now(), key: request.headers["idempotency-key"] });
      const { status, retryAfter } = answer(attempts.length);
      response.writeHead(status, retryAfter === undefined ? {} : { "retry-after": retryAfter });
      json(status === 200 ? { status: "received" } : { detail: "no" });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`, attempts };
}

describe("a worker", () => {
  it("refuses options that do not fit, and names the first of them", async () => {
    const given = { environment, model: model(), url: "http://127.0.0.1:1", options: { groupSize: 0 } };
    await expect(work(given)).rejects.toMatchObject({
      code: "bad_option",
      message: expect.stringMatching(/^Options of the worker are not usable: groupSize: Too small/),
    });
  });

  it("feeds a trainer groups in its form until it has enough", async () => {
    const { url, call } = await startServer();
    const metrics: [number, TrainMetrics | EvalMetrics][] = [];
    const notes: string[] = [];
    const working = work({
      environment,
      model: model(),
      url,
      pollMs: 5,
      options: { groupSize: 4, levels: ["one", "two"], messages: true, stepsPerEval: 0 },
      onMetrics: (step, values) => metrics.push([step, values]),
      note: (line) => notes.push(line),
    });
    await wait(50);
    const batches = await train(call, 4);
    const summary = await working;
    expect(summary).toMatchObject({ name: "number-repair_0", left: { refused: 0, failed: 0 } });
    expect(summary.step).toBeGreaterThanOrEqual(2);
    expect(summary.sent).toBeGreaterThanOrEqual(8);
    expect(notes[0]).toBe("Waiting for a trainer to start.");
    for (const group of batches.flat()) {
      expect(group.scores).toEqual([-1, 0, 1, 2]);
      expect(group.env_id).toBe(0);
      const [tokens, mask, logprobs] = [group.tokens[0], group.masks[0], group.inference_logprobs[0]];
      expect(mask.length).toBe(tokens.length);
      expect(new Set(mask.map((id: number, i: number) => id === -100 || id === tokens[i]))).toEqual(new Set([true]));
      expect(logprobs.map((value: number) => value === 1)).toEqual(mask.map((id: number) => id === -100));
      expect(group.messages[0].map(({ role }: { role: string }) => role).slice(0, 3)).toEqual([
        "system",
        "user",
        "assistant",
      ]);
    }
    expect(metrics.length).toBeGreaterThan(0);
    expect(metrics[0]?.[1]).toMatchObject({ "train/percent_correct": 0, "train/avg_score": 0.75 });
    expect((await call("GET", "/envs")).body[0].connected).toBe(false);
  });

  it("stops producing while too much waits, and keeps the tasks it broke off", async () => {
    const { url, call } = await startServer();
    await train(call, 0);
    await call("GET", "/batch");
    const stop = new AbortController();
    const slow = tokenModel({ say: (conversation) => conversation, delayMs: 20 });
    const working = work({
      environment,
      model: slow,
      url,
      pollMs: 5,
      signal: stop.signal,
      options: { groupSize: 4, maxBatchesOffpolicy: 2, stepsPerEval: 0 },
    });
    await expect
      .poll(async () => (await call("GET", "/status")).body.queue_size, { timeout: 20_000 })
      .toBeGreaterThanOrEqual(4);
    // A worker that never stops would never let this loop end.
    for (let before = -1; before !== slow.asked.length; await wait(300)) before = slow.asked.length;
    expect((await call("GET", "/status")).body.queue_size).toBeLessThan(12);
    stop.abort();
    await expect(working).rejects.toMatchObject({ code: "interrupted" });
  });

  it("evaluates on the trainer's schedule, at its own temperature", async () => {
    const { url, call } = await startServer();
    const measured: (TrainMetrics | EvalMetrics)[] = [];
    const player = model();
    const working = work({
      environment,
      model: player,
      url,
      pollMs: 2,
      options: { groupSize: 4, stepsPerEval: 2, evalTasks: 5, maxBatchesOffpolicy: 1 },
      onMetrics: (_step, values) => measured.push(values),
    });
    await train(call, 6);
    await working;
    const evaluations = measured.filter((values) => "eval/percent_correct" in values);
    expect(evaluations.length).toBeGreaterThanOrEqual(1);
    expect(evaluations[0]).toMatchObject({ "eval/percent_correct": 0 });
    expect(new Set(player.asked)).toEqual(new Set([1, 0.6]));
  });

  it("waits as long as Retry-After asks, and sends the same group again", async () => {
    const { url, attempts } = await fakeServer((attempt) =>
      attempt === 1 ? { status: 503, retryAfter: "1" } : { status: 200 },
    );
    const stop = new AbortController();
    const options = { groupSize: 4, maxWorkers: 1, stepsPerEval: 0 };
    const working = work({ environment, model: model(), url, pollMs: 5, signal: stop.signal, options });
    await expect.poll(() => attempts.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(2);
    stop.abort();
    await expect(working).rejects.toMatchObject({ code: "interrupted" });
    const [first, second] = attempts;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(1000);
    expect(second?.key).toBe(first?.key);
    expect(first?.key).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("drops a group that the server will never take, and groups without a difference", async () => {
    const refusing = await fakeServer(() => ({ status: 422 }));
    const stop = new AbortController();
    const notes: string[] = [];
    const options = { groupSize: 4, maxWorkers: 1, stepsPerEval: 0 };
    const note = (line: string) => notes.push(line);
    const working = work({
      environment,
      model: model(),
      ...{ pollMs: 5, signal: stop.signal, options, note },
      url: refusing.url,
    });
    await expect.poll(() => refusing.attempts.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(2);
    stop.abort();
    await working.catch(() => {});
    expect(new Set(refusing.attempts.map(({ key }) => key)).size).toBe(refusing.attempts.length);
    expect(notes.some((line) => line.includes("refused /scored_data with 422"))).toBe(true);

    const { url, attempts } = await fakeServer(() => ({ status: 200 }));
    const uniform = { ...environment, externalScore: () => 0.5 };
    const signal = AbortSignal.timeout(300);
    await expect(work({ environment: uniform, model: model(), url, pollMs: 5, signal, options })).rejects.toThrow(
      "Stopped",
    );
    expect(attempts).toEqual([]);
  });

  it("registers again with a server that has forgotten it", async () => {
    const { url, call } = await startServer();
    const notes: string[] = [];
    const options = { groupSize: 4, stepsPerEval: 0, totalSteps: 1_000_000 };
    const stop = new AbortController();
    const note = (line: string) => notes.push(line);
    const working = work({ environment, model: model(), url, pollMs: 5, options, note, signal: stop.signal });
    await train(call, 2);
    await call("GET", "/reset_data");
    expect(await train(call, 2)).toHaveLength(2);
    stop.abort();
    await expect(working).rejects.toMatchObject({ code: "interrupted" });
    expect(notes).toContain("The server does not know this environment any more: registering again.");
  });

  it.each([
    [scriptedModel("oracle"), /The policy "oracle" has no token ids/],
    [tokenModel({ say: () => "x", silent: true }), /"tokens" sent no token ids/],
  ])("refuses a model without tokens: %#", async (player, message) => {
    const { url } = await fakeServer(() => ({ status: 200 }));
    const working = work({ environment, model: player, url, pollMs: 5, options: { groupSize: 4 } });
    await expect(working).rejects.toThrow(message);
    await expect(working).rejects.toMatchObject({ code: "bad_option" });
  });

  it("refuses a group larger than a batch, a URL that is none, and a server that is none", async () => {
    const { url } = await fakeServer(() => ({ status: 200 }));
    const start = (address: string, groupSize: number) =>
      work({ environment, model: model(), url: address, options: { groupSize } });
    await expect(start(url, 8)).rejects.toThrow("A group of 8 does not fit the trainer's batch of 4.");
    await expect(start("nowhere", 4)).rejects.toThrow('"nowhere" is no URL');
    const other = createServer((_request, response) => response.end("<html>"));
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void other.close());
    const address = other.address();
    const port = typeof address === "object" ? address?.port : 0;
    await expect(start(`http://127.0.0.1:${port}`, 4)).rejects.toThrow("That is no Rollout API server");
  });

  it("gives up when groups cannot be played", async () => {
    const { url } = await fakeServer(() => ({ status: 200 }));
    const away = numberRepair({ unscoredEvery: 1 });
    const play = { model: model(), url, pollMs: 5, retries: 0, options: { groupSize: 4, maxWorkers: 2 } };
    await expect(work({ environment: away, ...play })).rejects.toThrow(
      /The last 20 episodes all failed: the judge is away/,
    );
    const full: Model = { ...model(), complete: async () => "context_overflow" };
    await expect(work({ environment, ...play, model: full })).rejects.toThrow(
      "20 groups in a row had an episode without an answer (context_overflow).",
    );
    const barren = {
      ...environment,
      generate: () => {
        throw new Error("no word left");
      },
    };
    await expect(work({ environment: barren, ...play })).rejects.toThrow(
      /20 tasks in a row could not be made: Error: no word left/,
    );
  });
});
