/**
 * A small environment for tests: a list of whole numbers in which some were broken by a known rule; repair them all.
 * It has what the real ones have: several levels and turns, partial rewards, labels, hacks, feedback.
 */
import { z } from "zod";
import { defineEnvironment, type Task } from "../../core/environment.ts";
import { contentHash } from "../../core/json.ts";
import { Random } from "../../core/random.ts";
import type { Score } from "../../core/score.ts";

const action = z.object({ numbers: z.array(z.number()), fault: z.string() });
const observation = z.object({ broken: z.array(z.number()), sums: z.array(z.number()), feedback: z.string() });
type Action = z.infer<typeof action>;
type Observation = z.infer<typeof observation>;
type RepairTask = Task<{ broken: number[]; sums: number[] }, { numbers: number[]; fault: string }>;

const faults = ["negated", "off_by_one", "doubled"] as const;

function broken(value: number, fault: string): number {
  return fault === "negated" ? -value : fault === "off_by_one" ? value + 1 : value * 2;
}

const form = (value: Action) => JSON.stringify(value);

export interface NumberRepairOptions {
  /** Steps that fail as a judge would: every n-th task, at its first attempts. */
  unscoredEvery?: number;
}

/** Options change behaviour only, never tasks. */
export function numberRepair({ unscoredEvery = 0 }: NumberRepairOptions = {}) {
  return defineEnvironment<Action, Observation, RepairTask, Record<string, never>>({
    name: "number-repair",
    version: "1.0.0",
    description: "Repair the broken numbers of a list.",
    levels: [
      { name: "one", skill: "repair one number", maxTurns: 3, promoteAt: 0.7 },
      { name: "two", skill: "repair two numbers", maxTurns: 3, promoteAt: null },
    ],
    options: z.object({}),
    roles: {
      agent: {
        action,
        observation,
        render: (seen, { turn }) =>
          turn === 0
            ? [
                { role: "system", content: "Repair the list. Answer with JSON {numbers, fault}." },
                { role: "user", content: JSON.stringify(seen) },
              ]
            : [{ role: "user", content: seen.feedback }],
        parse(text) {
          try {
            const parsed = action.safeParse(JSON.parse(text));
            return parsed.success ? { action: parsed.data } : { problem: "no numbers and fault" };
          } catch {
            return { problem: "no JSON" };
          }
        },
        format: form,
        policies: {
          oracle: { kind: "oracle", about: "knows", respond: ({ task }) => ({ ...task.secret }) },
          noop: {
            kind: "noop",
            about: "echoes",
            respond: ({ observation: { broken: numbers } }) => ({ numbers, fault: "" }),
          },
          random: {
            kind: "random",
            about: "guesses",
            respond: ({ observation: { broken: numbers }, random }) => {
              const fault = random.pick(faults);
              return { numbers: numbers.map((n) => (random.chance(0.5) ? -n : n)), fault };
            },
          },
          label: {
            kind: "hack",
            about: "names the most common fault",
            ceilings: { repaired: 0, return: 0.1 },
            belowBestConstant: true,
            respond: ({ observation: { broken: numbers } }) => ({ numbers, fault: "negated" }),
          },
          empty: { kind: "hack", about: "says nothing", ceilings: { return: 0 }, respond: () => "" },
        },
      },
    },
    generate({ level, seed, split }) {
      const random = new Random(`number-repair/${level}/${split}/${seed}`);
      const numbers = Array.from({ length: 6 }, () => random.int(2, 90));
      const places = random.sample([0, 1, 2, 3, 4, 5], level === "one" ? 1 : 2);
      const fault = random.chance(0.5) ? "negated" : random.pick(faults);
      const damaged = numbers.map((n, i) => (places.includes(i) ? broken(n, fault) : n));
      const sums = numbers.map((n, i) => n + (numbers[(i + 1) % 6] ?? 0));
      const shown = { broken: damaged, sums };
      return {
        key: contentHash(["number-repair", level, seed, split]),
        hash: contentHash(shown),
        structure: `${fault}/${places.join()}`,
        labels: [fault],
        level,
        split,
        seed,
        public: shown,
        secret: { numbers, fault },
        parents: [],
      };
    },
    start(task) {
      const { numbers, fault } = task.secret;
      let [turn, best, feedback, over] = [0, 0, "", false];
      const wrong = task.public.broken.flatMap((n, i) => (n === numbers[i] ? [] : [i]));
      const observe = () => ({ ...task.public, feedback });
      return {
        turn: () => (over ? null : { role: "agent", observation: observe() }),
        async step(role, answer) {
          turn++;
          if (unscoredEvery > 0 && task.seed % unscoredEvery === unscoredEvery - 1) {
            over = true;
            return { observation: observe(), scores: [], reward: null, done: true, error: "the judge is away" };
          }
          const given = "action" in answer ? answer.action : { numbers: [], fault: "" };
          const right = numbers.filter((n, i) => given.numbers[i] === n).length;
          const untouched = right >= numbers.length - wrong.length;
          const repaired = untouched ? wrong.filter((i) => given.numbers[i] === numbers[i]).length / wrong.length : 0;
          const named = given.fault === fault ? 1 : 0;
          const raw = 0.9 * repaired + 0.1 * named;
          best = Math.max(best, raw * (1 - 0.1 * (turn - 1)));
          over = raw === 1 || turn === 3;
          feedback = `${right} of 6 numbers are right.`;
          const score = (name: string, value: number, weight: number, kind: Score["kind"] = "reward"): Score => ({
            name,
            role,
            value,
            weight,
            kind,
            why: `truth: ${numbers.join()}`,
          });
          return {
            observation: observe(),
            scores: [score("repaired", repaired, 0.9), score("fault", named, 0.1), score("secret", 1, 0, "held-out")],
            reward: over ? best : raw,
            done: over,
          };
        },
        outcome: () => ({ return: best, solved: best === 1 }),
        state: () => ({ turn }),
        async close() {},
      };
    },
  });
}
