import { describe, expect, it } from "vitest";
import { Random } from "../../../core/random.ts";
import type { Action } from "../action.ts";
import { openApiDebug } from "../index.ts";
import { levelNames } from "../levels.ts";
import type { ApiDebugTask } from "../task.ts";
import type { ApiDebugPolicy } from "./basic.ts";
import { policies } from "./index.ts";

const environment = openApiDebug();
const agent = environment.roles.agent;

async function play(task: ApiDebugTask, policy: ApiDebugPolicy) {
  const highest: Record<string, number> = {};
  const random = new Random(`test/${task.key}`);
  const episode = await environment.start(task, { services: {}, signal: new AbortController().signal });
  for (let turn = 0, next = episode.turn(); next; next = episode.turn(), turn++) {
    const { observation } = next;
    const said: Action | string = policy.respond({ observation, task, turn, random });
    const answer =
      typeof said === "string"
        ? (agent?.parse(said, { observation, form: "full" }) ?? { problem: "" })
        : { action: said };
    for (const { name, value } of (await episode.step("agent", answer)).scores)
      highest[name] = Math.max(highest[name] ?? 0, value ?? 0);
  }
  return { ...highest, return: episode.outcome().return };
}

describe.each(levelNames)("policies on %s", (level) => {
  it("keep their ceilings", async () => {
    const totals: Record<string, number> = {};
    const count = 60;
    for (let seed = 0; seed < count; seed++) {
      const task = await environment.generate({ level, seed, split: "train", options: environment.options.parse({}) });
      for (const [name, policy] of Object.entries(policies)) {
        if (policy.levels && !policy.levels.includes(level)) continue;
        const scores: Record<string, number> = await play(task, policy);
        totals[name] = (totals[name] ?? 0) + (scores.return ?? 0) / count;
        for (const [score, ceiling] of Object.entries(policy.ceilings ?? {}))
          expect(scores[score] ?? 0, `${name}, seed ${seed}: ${score}`).toBeLessThanOrEqual(ceiling);
        if (policy.kind === "oracle") expect(scores.return).toBe(1);
        if (policy.kind === "noop") expect(scores.return).toBe(0);
      }
    }
    const half = (environment.level(level).promoteAt ?? 0.5) / 2;
    expect(totals.random).toBeLessThan(half + 0.03);
  });
});

describe("hacks", () => {
  const hacks = Object.values(policies).filter(({ kind }) => kind === "hack");

  it("are at least 25, each with a ceiling", () => {
    expect(hacks.length).toBeGreaterThanOrEqual(25);
    for (const { ceilings, about } of hacks) expect([about, Object.keys(ceilings ?? {})]).not.toEqual([about, []]);
  });
});
