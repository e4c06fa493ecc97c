import { expect, it, onTestFinished } from "vitest";
import { endpointModel } from "../models/endpoint/endpoint-model.ts";
import { type Asked, chatCompletion, endpoint, type Reply } from "../processing/testing/endpoint.ts";
import { numberRepair } from "../rollouts/testing/number-repair.ts";
import { runEvaluation } from "./evaluate.ts";

/** What the endpoint does with a task, told by the first number it is shown. */
const behaviours = ["answer", "overflow", "garbage", "silence", "fail once"] as const;
type Behaviour = (typeof behaviours)[number];
const behaviourOf = (numbers: readonly number[]): Behaviour =>
  behaviours[Math.abs(numbers[1] ?? 0) % behaviours.length] ?? "answer";

function reply({ messages, before }: Asked): Reply {
  const { broken } = JSON.parse(messages[1]?.content ?? "") as { broken: number[] };
  const answer = { body: chatCompletion(JSON.stringify({ numbers: broken, fault: "negated" })) };
  switch (behaviourOf(broken)) {
    case "answer":
      return answer;
    case "overflow":
      return { status: 400, body: { error: { code: "context_length_exceeded", message: "too long" } } };
    case "garbage":
      return { body: "<html>" };
    case "silence":
      return null;
    case "fail once":
      return before === 0 ? { status: 500, body: "" } : answer;
  }
}

it("sorts an endpoint's failures into outcomes of the model and errors that are none", async () => {
  const environment = numberRepair();
  const server = await endpoint(reply);
  onTestFinished(() => server.close());
  const { summary, outcomes } = await runEvaluation({
    environment,
    model: endpointModel({ model: "test", baseUrl: server.url, requestMs: 4000, retries: 1, backoffMs: 2 }),
    levels: ["one"],
    n: 60,
    concurrency: 60,
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
