import { describe, expect, it } from "vitest";
import type { AnyEnvironment } from "../core/environment.ts";
import { FettleError } from "../core/errors.ts";
import type { Completion, Model } from "../models/model.ts";
import { ModelError } from "../models/model-error.ts";
import { scriptedModel } from "../models/scripted.ts";
import { collectGroups, runGroups } from "./run-groups.ts";
import { type GroupPlan, sampleIndexes } from "./settings.ts";
import { numberRepair } from "./testing/number-repair.ts";

const environment: AnyEnvironment = numberRepair();

const plans = (count: number, size = 4): GroupPlan[] =>
  Array.from({ length: count }, (_, seed) => ({
    level: "one",
    seed,
    split: "test",
    options: {},
    samples: sampleIndexes(size),
  }));

const nonsense: Completion = {
  text: "?",
  reasoning: null,
  tokens: null,
  usage: null,
  finish: "stop",
  weightsVersion: null,
};

/** Answers nonsense after a while, and counts how many were asked at once. */
function slowModel(delay: () => number) {
  let [now, most] = [0, 0];
  const model: Model = {
    id: "slow",
    form: "full",
    async complete() {
      most = Math.max(most, ++now);
      await new Promise((resolve) => setTimeout(resolve, delay()));
      now--;
      return nonsense;
    },
  };
  return { model, most: () => most, now: () => now };
}

describe("runGroups", () => {
  it("generates each task once and keeps the concurrency limit", async () => {
    let generated = 0;
    const counting: AnyEnvironment = {
      ...environment,
      generate(request) {
        generated++;
        return environment.generate(request);
      },
    };
    let tick = 0;
    const slow = slowModel(() => (tick++ * 7) % 5);
    const groups = await collectGroups({ environment: counting, model: slow.model, concurrency: 6 }, plans(10));
    expect(generated).toBe(10);
    expect(slow.most()).toBe(6);
    expect(groups.map(({ index, complete, episodes }) => [index, complete, episodes.length])).toEqual(
      Array.from({ length: 10 }, (_, i) => [i, true, 4]),
    );
    expect(groups[3]?.episodes.map(({ trace }) => trace.sample)).toEqual([0, 1, 2, 3]);
  });

  it("starts all episodes of a round before a batching model is flushed", async () => {
    const batches: number[] = [];
    let waiting: (() => void)[] = [];
    const batching: Model = {
      id: "batching",
      form: "compact",
      complete: () =>
        new Promise((resolve) => {
          if (waiting.length === 0)
            setImmediate(() => {
              batches.push(waiting.length);
              for (const answer of waiting.splice(0)) answer();
            });
          waiting.push(() => resolve(nonsense));
        }),
    };
    waiting = [];
    await collectGroups({ environment, model: batching, concurrency: 32 }, plans(8));
    expect(batches).toEqual([32, 32, 32]);
  });

  it("keeps an error inside its group", async () => {
    const groups = await collectGroups(
      { environment: numberRepair({ unscoredEvery: 3 }), model: scriptedModel("oracle") },
      plans(9),
    );
    expect(groups.map(({ complete }) => complete)).toEqual([true, true, false, true, true, false, true, true, false]);
    expect(groups[2]?.error).toBe("the judge is away");
    expect(groups[2]?.episodes[0]?.trace.failures).toHaveLength(2);
  });

  it("reports a task that cannot be generated", async () => {
    const picky: AnyEnvironment = {
      ...environment,
      generate(request) {
        if (request.seed === 1) throw new FettleError("no_task", "nothing certified");
        return environment.generate(request);
      },
    };
    const groups = await collectGroups({ environment: picky, model: scriptedModel("noop") }, plans(3));
    expect(groups.map(({ task, error }) => [task === null, error])).toEqual([
      [false, null],
      [true, "nothing certified"],
      [false, null],
    ]);
  });

  it("settles whole groups only, before anyone sees a return", async () => {
    const settling: AnyEnvironment = {
      ...numberRepair({ unscoredEvery: 2 }),
      settle: (group) => group.map(({ return: value }, i) => value - i / 10),
    };
    const seen: (number | null)[] = [];
    const groups = await collectGroups(
      { environment: settling, model: scriptedModel("oracle"), onEpisode: ({ trace }) => seen.push(trace.return) },
      plans(2, 3),
    );
    expect(groups[0]?.episodes.map(({ trace }) => trace.return)).toEqual([1, 0.9, 0.8]);
    expect(groups[1]?.episodes.map(({ trace }) => trace.return)).toEqual([null, null, null]);
    expect(seen).toEqual([1, 0.9, 0.8, null, null, null]);
  });

  it.each([2, Number.NaN])("refuses a settled return of %s", async (settled) => {
    const settling: AnyEnvironment = { ...numberRepair(), settle: (group) => group.map(() => settled) };
    const [group] = await collectGroups({ environment: settling, model: scriptedModel("oracle") }, plans(1, 2));
    expect(group).toMatchObject({
      complete: false,
      error: expect.stringContaining(`gave ${settled}, which is no number`),
    });
    expect(group?.episodes.map(({ trace }) => trace.return)).toEqual([null, null]);
  });

  it("stops everything when the run cannot go on, and says why", async () => {
    const slow = slowModel(() => 5);
    let calls = 0;
    const refused: Model = {
      ...slow.model,
      async complete(request, signal) {
        if (++calls === 10) throw new ModelError("refused", "wrong key");
        return slow.model.complete(request, signal);
      },
    };
    await expect(collectGroups({ environment, model: refused, concurrency: 8 }, plans(50))).rejects.toThrow(
      "wrong key",
    );
    const after = calls;
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(calls).toBe(after);
  });

  it("yields nothing after the signal and records no episode cut short", async () => {
    const controller = new AbortController();
    const slow = slowModel(() => 5);
    const records: number[] = [];
    let groups = 0;
    const settings = {
      environment,
      model: slow.model,
      concurrency: 4,
      signal: controller.signal,
      onEpisode: () => void records.push(1),
    };
    for await (const group of runGroups(settings, plans(50))) {
      groups++;
      expect(group.complete).toBe(true);
      if (groups === 2) controller.abort();
    }
    expect(groups).toBe(2);
    expect(records).toHaveLength(8);
  });

  it("leaves nothing running when its consumer leaves", async () => {
    const slow = slowModel(() => 3);
    for await (const _ of runGroups({ environment, model: slow.model, concurrency: 8 }, plans(20))) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(slow.now()).toBe(0);
  });

  it("lets timers run during long scripted runs", async () => {
    let ticks = 0;
    const timer = setInterval(() => ticks++, 5);
    for await (const _ of runGroups({ environment, model: scriptedModel("random") }, plans(4000, 1)));
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(2);
  });
});
