import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { endpointModel } from "../models/endpoint/endpoint-model.ts";
import { numberRepair } from "../rollouts/testing/number-repair.ts";
import { runEvaluation } from "./evaluate.ts";

let server: Server;
let address: string;

/** What the endpoint does with a task, told by the first number it is shown. */
const behaviours = ["answer", "overflow", "garbage", "silence", "fail once"] as const;
type Behaviour = (typeof behaviours)[number];
const behaviourOf = (numbers: readonly number[]): Behaviour =>
  behaviours[Math.abs(numbers[1] ?? 0) % behaviours.length] ?? "answer";

beforeEach(async () => {
  const failed = new Set<string>();
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      const { messages } = JSON.parse(body) as { messages: { content: string }[] };
      const { broken } = JSON.parse(messages[1]?.content ?? "") as { broken: number[] };
      const behaviour = behaviourOf(broken);
      if (behaviour === "silence") return;
      if (behaviour === "overflow")
        return response.writeHead(400).end('{"error":{"code":"context_length_exceeded","message":"too long"}}');
      if (behaviour === "garbage") return response.end("<html>");
      if (behaviour === "fail once" && !failed.has(body)) {
        failed.add(body);
        return response.writeHead(500).end();
      }
      const content = JSON.stringify({ numbers: broken, fault: "negated" });
      response.end(JSON.stringify({ choices: [{ message: { content }, finish_reason: "stop" }] }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

it("sorts an endpoint's failures into outcomes of the model and errors that are none", async () => {
  const environment = numberRepair();
  const { summary, outcomes } = await runEvaluation({
    environment,
    model: endpointModel({ model: "test", baseUrl: address, requestMs: 1500, retries: 1, backoffMs: 2 }),
    levels: ["one"],
    n: 60,
    concurrency: 20,
    retries: 1,
    baselines: false,
  });
  const expected = new Map<Behaviour, number>();
  for (const { seed, stop, return: value, failures } of outcomes) {
    const task = environment.generate({ level: "one", seed, split: "test", options: {} });
    const { public: shown } = task as { public: { broken: number[] } };
    const behaviour = behaviourOf(shown.broken);
    expected.set(behaviour, (expected.get(behaviour) ?? 0) + 1);
    if (behaviour === "overflow") expect([stop, value]).toEqual(["context_overflow", 0]);
    else if (behaviour === "garbage" || behaviour === "silence")
      expect([stop, value, failures]).toEqual(["error", null, 1]);
    else expect([stop, failures]).toEqual(["max_turns", 0]);
  }
  expect(expected.size).toBe(behaviours.length);
  const errors = (expected.get("garbage") ?? 0) + (expected.get("silence") ?? 0);
  expect(summary.overall).toMatchObject({ errors, incompleteGroups: errors, errorRate: errors / 60 });
  expect(summary.overall.truncationRate).toBeCloseTo((expected.get("overflow") ?? 0) / (60 - errors), 12);
  expect(summary.overall.return.mean).toBeGreaterThan(summary.overall.returnErrorsAsZero.mean ?? 1);
});
