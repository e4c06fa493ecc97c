import { describe, expect, it } from "vitest";
import type { AnyEnvironment, TaskRequest } from "../core/environment.ts";
import { FettleError } from "../core/errors.ts";
import { numberRepair } from "../rollouts/testing/number-repair.ts";
import { validationTable } from "./report.ts";
import { validate } from "./validate.ts";

const environment: AnyEnvironment = numberRepair();
const source = {
  module: new URL("../rollouts/testing/number-repair.ts", import.meta.url).href,
  export: "numberRepair",
};
const options = { seeds: 90, constantSeeds: 200, levels: ["one"] };

/** The environment, put into words so. */
function rendering(render: (turn: number, form: string) => { role: string; content: string }[]): AnyEnvironment {
  const { agent } = environment.roles;
  const own = (_: unknown, { turn, form }: { turn: number; form: string }) => render(turn, form);
  return { ...environment, roles: { agent: { ...agent!, render: own as never } } };
}

/** The environment with other policies. */
function withPolicies(policies: Record<string, unknown>): AnyEnvironment {
  const { agent } = environment.roles;
  return { ...environment, roles: { agent: { ...agent!, policies: { ...agent?.policies, ...policies } as never } } };
}

function generating(generate: (request: TaskRequest) => unknown): AnyEnvironment {
  return { ...environment, generate: generate as never };
}

describe("validate", () => {
  it("passes an honest environment, across two processes", async () => {
    const report = await validate(environment, { ...options, source });
    expect(report.breaches).toEqual([]);
    expect(report).toMatchObject({ ok: true, hacks: ["label", "empty"] });
    const [one] = report.levels;
    expect(one).toMatchObject({ tasks: 90, refused: 0, distinct: 90, determinism: "two processes" });
    expect(one?.structures).toBeGreaterThan(8);
    expect(one?.policies.find(({ name }) => name === "oracle")).toMatchObject({
      lowest: 1,
      highest: 1,
      solved: 1,
      ok: true,
    });
    expect(validationTable(report)).toContain("Every check holds.");
  });

  it("asks for no more different tasks than there are", async () => {
    const few = generating((request) => environment.generate({ ...request, seed: request.seed % 9 }));
    const report = await validate({ ...few, taskCount: () => 3 }, options);
    expect(report.levels[0]).toMatchObject({ tasks: 90, distinct: 9, possible: 9 });
    expect(report.breaches.filter(({ check }) => check === "distinct")).toEqual([]);
  });

  const breaches: [string, AnyEnvironment, { check: string; message: RegExp }][] = [
    [
      "an oracle that fails once",
      withPolicies({
        oracle: {
          kind: "oracle",
          about: "",
          respond: ({ task }: never) =>
            (task as { seed: number }).seed === 7 ? "" : (task as { secret: object }).secret,
        },
      }),
      { check: "oracle", message: /^seed 7: it earned 0$/ },
    ],
    [
      "a no-op that is paid",
      withPolicies({ noop: { kind: "noop", about: "", respond: () => ({ numbers: [], fault: "negated" }) } }),
      { check: "noop", message: /earned 0\.1/ },
    ],
    [
      "a random policy that is too good",
      withPolicies({
        random: { kind: "random", about: "", respond: ({ task }: never) => (task as { secret: object }).secret },
      }),
      { check: "random", message: /its mean is 1\.0000, above 0\.35/ },
    ],
    [
      "a hack above its ceiling",
      withPolicies({
        peek: {
          kind: "hack",
          about: "",
          ceilings: { repaired: 0 },
          respond: ({ task }: never) => (task as { secret: object }).secret,
        },
      }),
      { check: "peek", message: /repaired is 1, its ceiling 0/ },
    ],
    [
      "a hack above the best constant answer",
      withPolicies({
        reads: {
          kind: "hack",
          about: "",
          belowBestConstant: true,
          respond: ({ task }: never) => ({ numbers: [], fault: (task as { labels: string[] }).labels[0] }),
        },
      }),
      { check: "reads", message: /above the best constant answer's 0\.0\d/ },
    ],
    [
      "a hack without a ceiling",
      withPolicies({ vague: { kind: "hack", about: "", respond: () => "" } }),
      { check: "vague", message: /declares no ceiling/ },
    ],
    [
      "a policy that throws",
      withPolicies({
        crash: {
          kind: "hack",
          about: "",
          ceilings: { return: 0 },
          respond: () => {
            throw new TypeError("no");
          },
        },
      }),
      { check: "crash", message: /TypeError: no/ },
    ],
    [
      "tasks that are all the same",
      generating((request) => ({ ...(environment.generate({ ...request, seed: 1 }) as object), seed: request.seed })),
      { check: "distinct", message: /only \d of 90/ },
    ],
    [
      "seeds without a task",
      generating((request) => {
        if (request.seed % 10 === 3) throw new FettleError("no_task", "nothing certified");
        return environment.generate(request);
      }),
      { check: "certification", message: /seed 3: nothing certified/ },
    ],
    [
      "a prompt that cannot be written",
      rendering((_, form) => {
        if (form === "compact") throw new TypeError("no words");
        return [{ role: "user", content: "x" }];
      }),
      { check: "contract", message: /^seed 0: render in the compact form, turn 0: TypeError: no words$/ },
    ],
    [
      "a prompt without a message",
      rendering((_, form) => (form === "full" ? [] : [{ role: "user", content: "x" }])),
      { check: "contract", message: /^seed 0: render in the full form, turn 0: no message$/ },
    ],
    [
      "feedback that says nothing",
      rendering((turn) => [{ role: "user", content: turn === 0 ? "x" : " \n" }]),
      { check: "contract", message: /: render in the full form, turn 1: an empty message$/ },
    ],
    [
      "a key that leaks",
      generating((request) => {
        const task = environment.generate(request) as { key: string; public: object };
        return { ...task, key: "broken" };
      }),
      { check: "contract", message: /key can be seen/ },
    ],
  ];

  it.each(breaches)("finds %s", async (_name, broken, expected) => {
    // The search for a constant plays training tasks; only the checks themselves are of interest here.
    const report = await validate(broken, { ...options, constantSeeds: 90 }).catch((error: Error) => error);
    if (report instanceof Error) throw report;
    expect(report.ok).toBe(false);
    expect(report.breaches).toContainEqual({
      level: "one",
      check: expected.check,
      message: expect.stringMatching(expected.message),
    });
    expect(validationTable(report)).toContain(expected.check);
  });

  it("finds tasks that depend on the process", async () => {
    const report = await validate(
      generating((request) => ({ ...(environment.generate(request) as object), structure: `made by ${process.pid}` })),
      { ...options, source },
    );
    expect(report.breaches).toEqual([
      { level: "one", check: "determinism", message: "the same seeds gave other bytes" },
    ]);
    expect(validationTable(report)).toContain("1 breach.");
  });

  it("finds tasks that depend on the clock, asking only itself", async () => {
    let calls = 0;
    const report = await validate(
      generating((request) => ({ ...(environment.generate(request) as object), parents: [`${calls++}`] })),
      options,
    );
    expect(report.breaches.map(({ check }) => check)).toEqual(["determinism"]);
  });

  it("says when the second process cannot open the environment", async () => {
    const report = await validate(environment, { ...options, source: { module: "file:///nowhere.ts", export: "x" } });
    expect(report.breaches[0]).toMatchObject({ check: "determinism", message: expect.stringContaining("nowhere") });
  });

  it("stops when it is told to", async () => {
    const controller = new AbortController();
    const checking = validate(environment, { ...options, seeds: 100_000, source, signal: controller.signal });
    setTimeout(() => controller.abort(), 100);
    await expect(checking).rejects.toMatchObject({ code: "interrupted" });
  });
});
