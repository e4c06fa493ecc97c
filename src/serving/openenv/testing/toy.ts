import { z } from "zod";
import { defineEnvironment, type Task } from "../../../core/environment.ts";
import { FettleError } from "../../../core/errors.ts";
import { contentHash } from "../../../core/json.ts";
import { Random } from "../../../core/random.ts";

const action = z.strictObject({ guess: z.int(), note: z.string().nullish() });
const observation = z.object({ task: z.string(), low: z.int(), high: z.int(), feedback: z.string() });
const options = z.object({ spread: z.int().min(2).default(10) });

type Public = { low: number; high: number };
type ToyTask = Task<Public, { answer: number }>;

/** Guess the number. `guess: -1` cannot be scored, -2 takes 50 ms, -3 is a bug of the environment. */
export const toy = defineEnvironment<
  z.infer<typeof action>,
  z.infer<typeof observation>,
  ToyTask,
  z.infer<typeof options>
>({
  name: "toy",
  version: "1.2.3",
  description: "Guess a number.",
  levels: [
    { name: "narrow", skill: "Find one of few", maxTurns: 3, promoteAt: 0.5, facts: { answers: 1 } },
    { name: "wide", skill: "Find one of many", maxTurns: 4, promoteAt: null },
  ],
  options,
  roles: {
    agent: {
      action,
      observation,
      render: (seen, { turn }) => [{ role: "user", content: `Turn ${turn}: ${seen.low} to ${seen.high}` }],
      parse: (text) => ({ action: { guess: Number(text) } }),
      format: ({ guess }) => String(guess),
      policies: {
        oracle: { kind: "oracle", about: "Knows", respond: ({ task }) => ({ guess: task.secret.answer }) },
        noop: { kind: "noop", about: "Guesses below", respond: () => ({ guess: -9 }) },
        random: { kind: "random", about: "Guesses", respond: ({ random }) => ({ guess: random.int(0, 9) }) },
      },
    },
  },
  generate({ level, seed, split, options: { spread } }) {
    if (seed === 13) throw new FettleError("no_task", "No task can be made of seed 13.");
    const key = contentHash({ level, seed, split, spread });
    const low = new Random(key).int(0, 100);
    const answer = new Random(key).split("answer").int(low, low + spread - 1);
    const shown = { low, high: low + spread - 1 };
    const rest = { structure: "guess", labels: [], parents: [] };
    return { key, hash: contentHash(shown), ...rest, level, split, seed, public: shown, secret: { answer } };
  },
  start(task) {
    const maxTurns = task.level === "narrow" ? 3 : 4;
    let turns = 0;
    let earned = 0;
    let over = false;
    const seen = (feedback: string) => ({ task: task.level, ...task.public, feedback });
    return {
      turn: () => (over ? null : { role: "agent", observation: seen(turns === 0 ? "" : "no") }),
      async step(_role, answer) {
        const guess = "action" in answer ? answer.action.guess : Number.NaN;
        if (guess === -3) throw new Error("secret detail");
        if (guess === -2) await new Promise((resolve) => setTimeout(resolve, 50));
        if (guess === -1) {
          over = true;
          return { observation: seen("?"), scores: [], reward: null, done: true, error: "the judge is away" };
        }
        turns++;
        const right = guess === task.secret.answer;
        if (right) earned = 1 - 0.25 * (turns - 1);
        over = right || turns >= maxTurns;
        const score = { name: "found", role: "agent", value: right ? 1 : 0, weight: 1, why: `it was ${task.key}` };
        return {
          observation: seen(right ? "yes" : "no"),
          scores: [
            { ...score, kind: "reward" },
            { ...score, name: "hidden", kind: "held-out" },
          ],
          reward: over ? earned : 0,
          done: over,
        };
      },
      outcome: () => ({ return: earned, solved: earned > 0 }),
      state: () => ({ turns }),
      close: async () => {},
    };
  },
});

/** The right guess for a task: what an oracle on the other side of the wire would know. */
export async function answerOf(level: string, seed: number, split: "train" | "validation" | "test" = "train") {
  const task = await toy.generate({ level, seed, split, options: { spread: 10 } });
  return task.secret.answer;
}
