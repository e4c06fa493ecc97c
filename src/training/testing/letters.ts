/** A tiny environment for tests: name the letter after, or before, the one shown. */
import { z } from "zod";
import { attempts, createTask } from "../../core/authoring.ts";
import { defineEnvironment, type Task } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";

type LetterTask = Task<{ level: string; letter: string; number: number }, { answer: string }>;

interface Answer {
  letter: string;
}
interface Shown {
  level: string;
  letter: string;
  feedback: string;
}

const me = { name: "letters", version: "1.0.0" };
const alphabet = "abcdef";
const letterAt = (index: number) => alphabet[(index + alphabet.length) % alphabet.length] ?? "a";

export const letters = defineEnvironment<Answer, Shown, LetterTask, object>({
  ...me,
  description: "Name the neighbour of a letter.",
  levels: [
    { name: "after", skill: "the next letter", maxTurns: 2, promoteAt: 0.7 },
    { name: "before", skill: "the letter before", maxTurns: 2, promoteAt: null },
  ],
  options: z.object({}),
  generate(request): LetterTask {
    const { level, seed, split } = request;
    const random = new Random(`letters/${level}/${split}/${seed}`);
    const letter = random.pick([...alphabet]);
    const answer = letterAt(alphabet.indexOf(letter) + (level === "after" ? 1 : -1));
    return createTask(me, request, {
      public: { level, letter, number: random.int(0, 1e6) },
      secret: { answer },
      structure: level,
      labels: [letter],
    });
  },
  start: ({ public: shown, secret }: LetterTask) =>
    attempts({
      maxTurns: 2,
      score: "letter",
      observe: (feedback) => ({ level: shown.level, letter: shown.letter, feedback: feedback ?? "" }),
      grade({ letter }: Answer) {
        const value = letter === secret.answer ? 1 : alphabet.includes(letter) ? 0.25 : 0;
        return { value, why: `wanted ${secret.answer}`, feedback: value === 1 ? "right" : "no" };
      },
    }),
  roles: {
    agent: {
      action: z.object({ letter: z.string().max(5) }),
      observation: z.object({ level: z.string(), letter: z.string(), feedback: z.string() }),
      render: ({ level, letter, feedback }) => [{ role: "user", content: `${feedback}${level}${letter}` }],
      parse: (text) => (text.length === 1 ? { action: { letter: text } } : { problem: "not one letter" }),
      format: ({ letter }) => letter,
      policies: {
        oracle: { kind: "oracle", about: "the answer", respond: ({ task }) => ({ letter: task.secret.answer }) },
        noop: { kind: "noop", about: "nothing", respond: () => "" },
        random: {
          kind: "random",
          about: "any letter",
          respond: ({ random }) => ({ letter: random.pick([...alphabet]) }),
        },
      },
    },
  },
});
