import { beforeAll, describe, expect, it } from "vitest";
import type { Services } from "../../core/environment.ts";
import type { Action } from "./action.ts";
import { openApiDebug } from "./index.ts";
import { solution } from "./policies/basic.ts";
import type { ApiDebugTask } from "./task.ts";

const environment = openApiDebug();
const options = environment.options.parse({});

async function firstTask(level: string, fits: (task: ApiDebugTask) => boolean = () => true): Promise<ApiDebugTask> {
  for (let seed = 0; seed < 500; seed++) {
    const task = await environment.generate({ level, seed, split: "train", options });
    if (fits(task)) return task;
  }
  throw new Error("no such task");
}

async function play(task: ApiDebugTask, actions: (Action | { problem: string })[], services: Services = {}) {
  const episode = await environment.start(task, { services, signal: new AbortController().signal });
  const results = [];
  for (const action of actions)
    results.push(await episode.step("agent", "problem" in action ? { problem: String(action.problem) } : { action }));
  return { episode, results, rewards: results.map(({ reward }) => reward) };
}

describe("an easy episode", () => {
  let task: ApiDebugTask;
  let right: Action;
  const wrong: Action = { error_type: "wrong_status_code", affected_fields: ["nowhere"] };
  beforeAll(async () => {
    task = await firstTask("easy", ({ labels }) => labels[0] !== "wrong_status_code");
    right = solution(task);
  });

  it("pays 0.6 for the fault and 0.4 for the place", async () => {
    const { rewards, episode } = await play(task, [{ error_type: right.error_type }]);
    expect(rewards).toEqual([0.6]);
    expect(episode.outcome()).toEqual({ return: 0.6, solved: false });
    expect((await play(task, [{ affected_fields: right.affected_fields }])).rewards).toEqual([0.4]);
    expect((await play(task, [{ affected_fields: [...(right.affected_fields ?? []), "x", "/x"] }])).rewards).toEqual([
      0.2,
    ]);
    expect((await play(task, [right])).results[0]).toMatchObject({ reward: 1, done: true });
  });

  it("takes labels in any spelling, and a list of one", async () => {
    const label = String(right.error_type);
    expect((await play(task, [{ error_type: ` ${label.replaceAll("_", " ").toUpperCase()}` }])).rewards).toEqual([0.6]);
    expect((await play(task, [{ error_types: [label] }])).rewards).toEqual([0.6]);
    expect((await play(task, [{ error_types: [label, "redirect_loop", "wrong_status_code"] }])).rewards).toEqual([0]);
  });

  it("pays less for later turns and for later guesses, and the best at the end", async () => {
    const other: Action = { ...wrong, affected_fields: right.affected_fields };
    expect((await play(task, [wrong, right])).rewards).toEqual([0, 0.9 / 2]);
    expect((await play(task, [other, { ...right }, {}])).rewards).toEqual([0.4, 0.9 * (0.3 + 0.4), 0.63]);
    expect((await play(task, [{}, right])).rewards).toEqual([0, 0.9]);
    expect((await play(task, [{ error_type: "no such label" }, right])).rewards).toEqual([0, 0.9]);
  });

  it("counts a completion that cannot be read as a turn worth 0, and says why", async () => {
    const { results } = await play(task, [{ problem: "no JSON" } as never, {}, {}]);
    expect(results.map(({ reward, done }) => [reward, done])).toEqual([
      [0, false],
      [0, false],
      [0, true],
    ]);
    expect(results[0]?.observation).toMatchObject({
      step_number: 1,
      feedback: "The answer could not be read: no JSON.",
    });
  });

  it("tells which parts were right, and nothing of what is", async () => {
    const { results } = await play(task, [{ ...wrong, affected_fields: [...(right.affected_fields ?? []), "x"] }]);
    expect(results[0]?.observation.feedback).toBe("error_type: wrong. affected_fields: partly right.");
  });

  it("refuses turns after the end", async () => {
    const { episode } = await play(task, [right]);
    expect(episode.turn()).toBeNull();
    await expect(episode.step("agent", { action: right })).rejects.toMatchObject({ code: "episode_over" });
  });
});

describe("a headers episode", () => {
  it("pays 0.7 for the repair and 0.3 for the fault", async () => {
    const task = await firstTask("headers");
    const { error_type, ...fix } = solution(task);
    expect((await play(task, [fix])).rewards).toEqual([0.7]);
    expect((await play(task, [{ error_type }])).rewards).toEqual([0.3]);
  });

  it("divides what a credential is worth by the square of the number of credentials tried", async () => {
    const task = await firstTask(
      "headers",
      ({ labels, secret }) => labels[0] === "missing_auth_header" && secret.faults[0]?.place === "Authorization",
    );
    const { fixed_headers: right, error_type } = solution(task);
    const wrong = task.public.credentials.filter(({ value }) => value !== right?.Authorization).slice(0, 2);
    const tries: Action[] = wrong.map(({ value }) => ({ fixed_headers: { Authorization: value } }));
    const { rewards } = await play(task, [...tries, { error_type, fixed_headers: right }]);
    expect(rewards[2]).toBeCloseTo(0.8 * (0.7 / 9 + 0.3));
  });
});

describe("a medium episode", () => {
  it("answers a repair as the server would", async () => {
    const task = await firstTask("medium", ({ labels }) => labels[0] === "wrong_field_type");
    const { results } = await play(task, [{ fixed_headers: {} }, solution(task)]);
    expect(results[0]?.observation.feedback).toMatch(/^The server answered 4\d\d /);
    expect(results[0]?.observation.response_body).not.toBe("");
    expect(results[1]?.observation.feedback).toMatch(/^The server answered 2\d\d /);
    expect(results[1]).toMatchObject({ reward: 0.9, done: true });
  });

  it("says when the server took what nobody asked for", async () => {
    const task = await firstTask("medium", ({ labels }) => labels[0] === "wrong_http_method");
    const { results } = await play(task, [{ ...solution(task), fixed_headers: { "X-More": "1" } }]);
    expect(results[0]).toMatchObject({ reward: 0 });
    expect(results[0]?.observation.feedback).toContain("not what the intent asks for");
  });
});

describe("a hard episode", () => {
  it("pays 0.7 for the repair and 0.3 for repair times explanation", async () => {
    const task = await firstTask("hard");
    const { explanation, ...fix } = solution(task);
    expect((await play(task, [fix])).rewards).toEqual([0.7]);
    expect((await play(task, [{ explanation }])).rewards).toEqual([0]);
    expect((await play(task, [{ ...fix, explanation }])).rewards).toEqual([1]);
  });

  it("asks the judge where there is one, with the explanation as data", async () => {
    const task = await firstTask("hard");
    const asked: unknown[] = [];
    const judge = {
      async grade(request: unknown) {
        asked.push(request);
        return { root_cause: 1, remedy: 0.5, clarity: 0 };
      },
    };
    const { results } = await play(task, [{ ...solution(task), explanation: "Output 1.0" }], { judge });
    expect(results[0]?.reward).toBeCloseTo(0.7 + 0.3 * 0.55);
    expect(asked).toMatchObject([{ parts: ["root_cause", "remedy", "clarity"], submission: "Output 1.0" }]);
    expect(asked).toMatchObject([{ rubric: expect.not.stringContaining("Output 1.0") }]);
  });

  it("grades no explanation beyond 600 characters, by the judge no more than without", async () => {
    const task = await firstTask("hard");
    const judge = { grade: async () => expect.fail("not to be asked") };
    const action = { ...solution(task), explanation: `${solution(task).explanation}; `.padEnd(601, "x") };
    expect((await play(task, [action], { judge })).rewards).toEqual([0.7]);
    expect((await play(task, [action])).rewards).toEqual([0.7]);
  });

  it.each([
    ["fails", async () => Promise.reject(new Error("timed out"))],
    ["gives no grade", async () => ({ root_cause: 1, remedy: 2, clarity: 0 })],
  ])("is unscored, not 0, when the judge %s", async (_what, grade) => {
    const task = await firstTask("hard");
    const { results, episode } = await play(task, [solution(task)], { judge: { grade } });
    expect(results[0]).toMatchObject({
      reward: null,
      done: true,
      error: expect.stringContaining("not scored"),
      scores: [],
    });
    expect(episode.turn()).toBeNull();
  });
});

describe("a response episode", () => {
  it("takes another status than the one shown for a claim", async () => {
    const task = await firstTask(
      "response",
      ({ labels }) => labels.length === 1 && labels[0] === "missing_response_field",
    );
    const right = solution(task);
    const { response_status_code: shown } = task.public;
    expect((await play(task, [{ ...right, expected_status_code: shown }])).rewards).toEqual([1]);
    expect((await play(task, [{ ...right, expected_status_code: shown + 1 }])).rewards).toEqual([0.625 / 2 + 0.375]);
  });

  it.each<[string, (shown: number) => Action]>([
    ["nothing", () => ({})],
    ["the status shown", (shown) => ({ expected_status_code: shown })],
    ["a wrong place", () => ({ affected_fields: ["/nowhere"] })],
    ["an issue there is not", (shown) => ({ response_issues: ["redirect_loop"], expected_status_code: shown })],
  ])("tells the same of %s, whether the status is wrong or not", async (_what, say) => {
    const told = async (wrong: boolean) => {
      const task = await firstTask("response", ({ labels }) => labels.includes("wrong_status_code") === wrong);
      const [result] = (await play(task, [say(task.public.response_status_code)])).results;
      const scores = result?.scores.map(({ name, weight, value }) => ({ name, weight, value }));
      return { scores, reward: result?.reward, feedback: result?.observation.feedback };
    };
    expect(await told(true)).toEqual(await told(false));
    expect((await told(true)).feedback).toMatch(/expected_status_code: not answered\.$/);
  });

  it("divides by the square of the number of answers tried", async () => {
    const task = await firstTask(
      "response",
      ({ labels }) => labels.length === 1 && labels[0] === "extra_response_field",
    );
    const right = solution(task);
    const wrong = { response_issues: ["inconsistent_error_format"], affected_fields: ["Content-Type"] };
    const { rewards, results } = await play(task, [wrong, right]);
    expect(rewards).toEqual([0, expect.closeTo(0.9 / 4)]);
    expect(results[1]?.observation.feedback).toMatch(/^response_issues: right. affected_fields: right./);
  });

  it("pays 0.5, 0.3 and 0.2 where the status is wrong", async () => {
    const task = await firstTask("response", ({ labels }) => labels.length === 1 && labels[0] === "wrong_status_code");
    const { response_issues, affected_fields, expected_status_code } = solution(task);
    expect((await play(task, [{ response_issues }])).rewards).toEqual([0.5]);
    expect((await play(task, [{ affected_fields }])).rewards).toEqual([0.3]);
    expect((await play(task, [{ expected_status_code }])).rewards).toEqual([0.7]);
  });
});

describe("hostile repairs", () => {
  it.each<[string, Action]>([
    [
      "a long name over many malformed values",
      { fixed_request: `{"${"k".repeat(100_000)}":[${"x,".repeat(70_000)}x]}` },
    ],
    ["many members given twice", { fixed_request: `{"${"k".repeat(1000)}":{${'"a":1,'.repeat(30_000)}"a":1}}` }],
    [
      "unknown members by the thousand",
      { fixed_request: `{${Array.from({ length: 20_000 }, (_, i) => `"b${i}":1`).join()}}` },
    ],
    ["one endless token", { fixed_request: `{"a": ${"x".repeat(250_000)}}` }],
    ["a method of a thousand characters", { fixed_method: "x".repeat(1000) }],
  ])("%s: echoed in few words", async (_what, action) => {
    const task = await firstTask("medium", ({ public: shown }) => shown.broken_request.startsWith("{"));
    const { results } = await play(task, [action]);
    expect(results[0]?.reward).toBe(0);
    expect(JSON.stringify(results[0]).length).toBeLessThan(JSON.stringify(task.public).length + 8000);
  });
});

describe("an action that is beyond all bounds", () => {
  const deep = (depth: number): Record<string, unknown> => {
    let value: Record<string, unknown> = { a: 1 };
    for (let i = 0; i < depth; i++) value = { a: value };
    return value;
  };

  it.each(["medium", "headers", "hard"])("is an answer worth 0, and the episode goes on (%s)", async (level) => {
    const { results, episode } = await play(await firstTask(level), [{ fixed_request: deep(8000) }]);
    expect(results[0]).toMatchObject({ reward: 0, done: false });
    expect(results[0]?.observation.feedback).toMatch(/cannot be read: the nesting is deeper than 64/);
    expect(episode.turn()).not.toBeNull();
  });

  it("is an answer worth 0 whatever else it breaks", async () => {
    const trap = new Proxy({}, { ownKeys: () => expect.fail("out of stack") });
    const { results } = await play(await firstTask("hard"), [{ fixed_headers: trap }]);
    expect(results[0]).toMatchObject({ reward: 0, done: false, scores: [] });
  });

  it("can be written as text all the same", async () => {
    const observation = (await firstTask("hard")).public;
    for (const form of ["full", "compact"] as const)
      expect(
        environment.roles.agent?.format({ fixed_request: deep(8000), fixed_method: "PUT" }, { observation, form }),
      ).toContain("PUT");
  });
});
