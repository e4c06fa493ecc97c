import { expect, it } from "vitest";
import type { AnyEnvironment, Episode } from "../core/environment.ts";
import { playPolicy } from "./play-policy.ts";
import { numberRepair } from "./testing/number-repair.ts";

const plain: AnyEnvironment = numberRepair();
const request = { level: "one", seed: 0, split: "train", options: {} } as const;

/** Number repair whose episodes differ by `changes`, and how many of them are open. */
function watched(changes: Partial<Episode<unknown, unknown>> = {}) {
  let open = 0;
  const environment: AnyEnvironment = {
    ...plain,
    async start(task, context) {
      open++;
      const episode = await plain.start(task, context);
      const close = async () => {
        open--;
        await changes.close?.();
      };
      return { ...episode, ...changes, close };
    },
  };
  return { environment, open: () => open };
}

it("plays policies and constant answers, directly and through their text", async () => {
  const { environment, open } = watched();
  const task = await environment.generate(request);
  const oracle = { return: 1, solved: true, turns: 1, error: null };
  expect(await playPolicy(environment, task, { policy: "oracle" })).toMatchObject(oracle);
  expect(await playPolicy(environment, task, { policy: "oracle" }, { through: "compact" })).toMatchObject(oracle);
  expect(await playPolicy(environment, task, { policy: "empty" })).toMatchObject({ return: 0, turns: 3, error: null });
  const constant = { numbers: [], fault: task.labels[0] };
  expect(await playPolicy(environment, task, { constant })).toMatchObject({ return: 0.1, highest: { repaired: 0 } });
  expect(open()).toBe(0);
});

it.each<[string, Partial<Episode<unknown, unknown>>, string]>([
  [
    "cannot be scored",
    { step: async () => ({ observation: {}, scores: [], reward: null, done: true, error: "no judge" }) },
    "no judge",
  ],
  ["fails", { step: () => Promise.reject(new TypeError("broken")) }, "TypeError: broken"],
  ["goes to a role that is none", { turn: () => ({ role: "nobody", observation: {} }) }, "nobody"],
])("closes an episode that %s", async (_what, changes, error) => {
  const { environment, open } = watched(changes);
  const result = await playPolicy(environment, await environment.generate(request), { policy: "noop" });
  expect(result).toMatchObject({ return: 0, solved: false, error: expect.stringContaining(error) });
  expect(open()).toBe(0);
});

it("reports an episode that cannot be closed", async () => {
  const { environment } = watched({ close: () => Promise.reject(new Error("stuck")) });
  const result = await playPolicy(environment, await environment.generate(request), { policy: "oracle" });
  expect(result).toMatchObject({ return: 0, error: "Error: stuck" });
});
