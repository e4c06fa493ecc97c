/** A whole environment in one file: one token of a sum was changed; restore it so that the sum gives its target again. */
import { attempts, createTask, defineEnvironment, Random, type Task, type TaskRequest, z } from "fettle";

type Sum = Task<{ expression: string; target: number; level: string }, { answer: string }>;
const me = { name: "arithmetic", version: "1.0.0" };
const choices: Record<string, string[]> = {
  operator: ["+", "-", "*"],
  number: Array.from({ length: 19 }, (_, index) => String(index + 1)),
};

/** Read left to right, without precedence; NaN unless numbers and operators take turns. */
function evaluate(expression: string): number {
  if (!/^\d{1,2}( [-+*] \d{1,2})*$/.test(expression)) return Number.NaN;
  const [first, ...steps] = expression.split(/ (?=[-+*])/);
  const apply = (sum: number, operator = "", by = "") =>
    operator === "*" ? sum * Number(by) : sum + Number(operator + by);
  return steps.reduce((sum, step) => apply(sum, ...step.split(" ")), Number(first));
}

/** The sum with one token, an operator or a number by level, replaced by another. */
function change({ expression, level }: { expression: string; level: string }, random: Random): string {
  const tokens = expression.split(" ");
  const place = level === "operator" ? 2 * random.int(0, 3) + 1 : 2 * random.int(0, 4);
  tokens[place] = random.pick(choices[level]!.filter((choice) => choice !== tokens[place]));
  return tokens.join(" ");
}

function generate(request: TaskRequest, attempt = 0): Sum {
  const { level, split, seed } = request;
  const random = new Random([me.name, level, split, seed, attempt].join("/"));
  const token = (index: number) => random.pick(choices[index % 2 ? "operator" : "number"]!);
  const answer = Array.from({ length: 9 }, (_, index) => token(index)).join(" ");
  const [expression, target] = [change({ expression: answer, level }, random), evaluate(answer)];
  if (evaluate(expression) === target) return generate(request, attempt + 1); // the change must show
  const [shown, structure] = [{ expression, target, level }, answer.replaceAll(/\d+/g, "n")];
  return createTask(me, request, { public: shown, secret: { answer }, structure });
}

export default defineEnvironment({
  ...me,
  description: "Repair a sum in which one token was changed.",
  levels: [
    { name: "operator", skill: "Find the wrong operator", maxTurns: 2, promoteAt: 0.7 },
    { name: "number", skill: "Find the wrong number", maxTurns: 2, promoteAt: null },
  ],
  options: z.object({}),
  generate,
  start: ({ public: shown }: Sum) =>
    attempts({
      maxTurns: 2,
      score: "repaired",
      observe: (feedback) => ({ expression: shown.expression, target: shown.target, feedback: feedback ?? "" }),
      grade({ expression }: { expression: string }) {
        const [before, after] = [shown.expression.split(" "), expression.split(" ")];
        const changed = before.filter((token, index) => token !== after[index]).length;
        const right = before.length === after.length && changed === 1 && evaluate(expression) === shown.target;
        const why = `${changed} tokens changed, the sum gives ${evaluate(expression)}`;
        return { value: right ? 1 : 0, why, feedback: why };
      },
    }),
  roles: {
    agent: {
      action: z.object({ expression: z.string().max(200) }),
      observation: z.object({ expression: z.string(), target: z.number(), feedback: z.string() }),
      render: ({ expression, target, feedback }) => [
        { role: "user", content: `Change one token so that the sum gives ${target}.\n${expression}\n${feedback}` },
      ],
      parse: (text) => ({ action: { expression: text.trim().slice(0, 200) } }),
      format: ({ expression }) => expression,
      policies: {
        oracle: { kind: "oracle", about: "the original", respond: ({ task }) => ({ expression: task.secret.answer }) },
        noop: { kind: "noop", about: "the sum as shown", respond: ({ task }) => task.public.expression },
        random: { kind: "random", about: "any one token", respond: ({ task, random }) => change(task.public, random) },
        bare: { kind: "hack", about: "the target", ceilings: { return: 0 }, respond: (c) => `${c.observation.target}` },
      },
    },
  },
});
