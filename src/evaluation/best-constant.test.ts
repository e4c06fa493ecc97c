import { describe, expect, it } from "vitest";
import { z } from "zod";
import { attempts, createTask } from "../core/authoring.ts";
import { type AnyEnvironment, defineEnvironment } from "../core/environment.ts";
import { Random } from "../core/random.ts";
import { numberRepair } from "../rollouts/testing/number-repair.ts";
import { bestConstant } from "./best-constant.ts";

/** Each task wants one of three kinds, and at least a number of seconds. Naming one kind too many costs little. */
function labels(): AnyEnvironment {
  const name = "labels";
  const version = "1.0.0";
  const action = z.object({ kinds: z.array(z.string()), wait: z.number() });
  const answer = (kinds: string[], wait = 0) => ({ kinds, wait });
  return defineEnvironment({
    name,
    version,
    description: "Name the kind and wait long enough.",
    levels: [{ name: "only", skill: "both", maxTurns: 1, promoteAt: null }],
    options: z.object({}),
    roles: {
      agent: {
        action,
        observation: z.object({}),
        render: () => [{ role: "user" as const, content: "?" }],
        parse: (text) => ({ action: action.parse(JSON.parse(text)) }),
        format: (value) => JSON.stringify(value),
        policies: {
          oracle: { kind: "oracle", about: "", respond: ({ task: { secret } }) => answer([secret.kind], secret.wait) },
          noop: { kind: "noop", about: "", respond: () => answer([]) },
          random: { kind: "random", about: "", respond: ({ random }) => answer([random.pick(["a", "b", "c"])]) },
        },
      },
    },
    generate(request) {
      const random = new Random(`labels/${request.seed}`);
      const kind = random.pick(["a", "a", "a", "b", "b", "b", "c"]);
      const wait = random.int(1, 9);
      return createTask({ name, version }, request, { public: {}, secret: { kind, wait }, structure: kind });
    },
    start: ({ secret: { kind, wait } }) =>
      attempts({
        maxTurns: 1,
        score: "fix",
        observe: () => ({}),
        grade(given) {
          const extras = given.kinds.filter((name) => name !== kind).length;
          const value = given.kinds.includes(kind) && given.wait >= wait ? Math.max(0, 1 - 0.3 * extras) : 0;
          return { value, why: "", feedback: "" };
        },
      }),
  });
}

describe("bestConstant", () => {
  it("finds the most frequent label", async () => {
    const found = await bestConstant(numberRepair(), "one", { options: {}, seeds: 400 });
    expect(found.action).toMatchObject({ fault: "negated" });
    expect(found.trainingMean).toBeGreaterThan(0.05);
    expect(found.trainingMean).toBeLessThan(0.08);
    expect(found.tasks).toBe(400);
  });

  it("finds a combination that no single oracle answer holds", async () => {
    const { action } = await bestConstant(labels(), "only", { options: {}, seeds: 300 });
    const { kinds, wait } = action as { kinds: string[]; wait: number };
    expect([kinds.sort(), wait]).toEqual([["a", "b"], 9]);
  });

  it("is the same every time", async () => {
    const search = () => bestConstant(numberRepair(), "two", { options: {}, seeds: 150 });
    expect(await search()).toEqual(await search());
  });

  it("does not hide an environment that fails", async () => {
    await expect(bestConstant(numberRepair({ unscoredEvery: 5 }), "one", { options: {}, seeds: 50 })).rejects.toThrow(
      /seed \d+: the judge is away/,
    );
  });
});
