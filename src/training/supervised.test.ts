import { expect, test } from "vitest";
import { Tokenizer } from "../engines/tokenizer/tokenizer.ts";
import { environments } from "../environments/registry.ts";
import { belowLimits, type Demonstration, makeRound, supervisedStep } from "./supervised.ts";
import { TaskStream } from "./task-stream.ts";
import { TabularEngine } from "./testing/tabular-engine.ts";
import { limitsOf } from "./warm-limits.ts";

/** After token 1 comes `answer`: with 4 tokens, of probability 1/4 before anything is learned. */
const demonstration = (answer: number, limit: number | null): Demonstration => ({
  tokens: [1, answer],
  weights: [1],
  answered: [true],
  limited: limit === null ? null : { label: `answer ${answer}`, probability: limit },
});

/** Probabilities of two answers after learning rounds of them. */
async function learn(round: Demonstration[]): Promise<number[]> {
  const engine = new TabularEngine({ vocabulary: 4 });
  for (let step = 0; step < 300; step++)
    for (const batch of await belowLimits(engine, [round]))
      await supervisedStep(engine, batch, { learningRate: 0.05, maxGradNorm: 100, beta2: 0.99 });
  const logprobs = await engine.logprobs(
    [2, 3].map((answer) => [1, answer]),
    "current",
  );
  return logprobs.map((sequence) => Math.exp(sequence[0]!));
}

test("a limited answer is learned up to its limit, and held there against the others", async () => {
  const [limited, free] = await learn([demonstration(2, 0.1), demonstration(3, null)]);
  expect(limited).toBeGreaterThan(0.05);
  expect(limited).toBeLessThan(0.15);
  expect(free).toBeGreaterThan(0.7);
});

test("without a limit both are learned alike", async () => {
  const [one, other] = await learn([demonstration(2, null), demonstration(3, null)]);
  expect(one).toBeCloseTo(other!, 5);
});

test("a batch of nothing but answers at their limit is left out", async () => {
  const engine = new TabularEngine({ vocabulary: 4 });
  expect(await belowLimits(engine, [[demonstration(2, 0.1)], [demonstration(2, 0.1), demonstration(3, null)]])).toEqual(
    [[demonstration(3, null)]],
  );
});

test("an answer is known by itself, whatever its prompt weighs", async () => {
  const engine = new TabularEngine({ vocabulary: 4 });
  const asked = { ...demonstration(2, 0.2), tokens: [1, 3, 2], weights: [1, 1], answered: [false, true] };
  const { answers, loss } = await supervisedStep(engine, [asked], { learningRate: 0.01, maxGradNorm: 1 });
  expect([answers, loss]).toEqual([1, expect.closeTo(Math.log(4))]);
  // Prompt and answer together have a probability of about 1/16.
  expect(await belowLimits(engine, [[asked]])).toEqual([]);
});

test("a batch without an answer to learn teaches nothing, and spoils nothing", async () => {
  const engine = new TabularEngine({ vocabulary: 4 });
  const unlearned = { ...demonstration(2, null), weights: [0], answered: [false] };
  const settings = { learningRate: 0.1, maxGradNorm: 1 };
  expect(await supervisedStep(engine, [unlearned], settings)).toMatchObject({ answers: 0, gradNorm: 0 });
  const [logprobs] = await engine.logprobs([[1, 2]], "current");
  expect(logprobs?.[0]).toBeCloseTo(-Math.log(4));
});

test("steps that are far too large are said to be that", async () => {
  const engine = new TabularEngine({ vocabulary: 4 });
  const learn = () =>
    supervisedStep(engine, [demonstration(2, null)], { learningRate: Number.POSITIVE_INFINITY, maxGradNorm: 1 });
  await learn();
  await expect(learn()).rejects.toMatchObject({ code: "bad_option", hint: expect.stringContaining("--warm-rate") });
});

test("a limited label is demonstrated at the first level, alone and with its limit", async () => {
  const environment = await environments["api-debug"]!();
  const options: unknown = environment.options.parse({});
  const stream = new TaskStream({ environment, options, name: "test", candidates: 1, exclude: async () => new Set() });
  const tokenizer = Tokenizer.train(["api"], 300);
  const settings = { environment, form: "compact" as const, services: {}, tokenizer, contextLength: 10_000 };
  const limits = limitsOf(["redirect_loop=0.1", "wrong_http_method=.2"]);
  const rest = { levels: ["easy", "classify"], batch: 16, recovery: 0, promptWeight: 0, share: 1, limits };
  const round = (await makeRound({ ...settings, ...rest }, stream, "test")).flat();
  const answers = round.map(({ tokens, weights }) => tokenizer.decode(tokens.filter((_, i) => weights[i - 1] === 1)));
  for (const [i, answer] of answers.entries()) {
    const labels = [...limits.keys()].filter((label) => answer.includes(label));
    expect(round[i]?.limited?.probability ?? null).toBe(limits.get(labels[0] ?? "") ?? null);
    if (labels.length > 0) expect(tokenizer.decode(round[i]?.tokens ?? [])).toContain("easy");
    if (labels.length > 0)
      expect(answer.match(/[a-z]+(_[a-z]+)+/g)?.filter((word) => !labels.includes(word))).toEqual([]);
  }
  expect(round.filter(({ limited }) => limited !== null).length).toBeGreaterThan(3);
});

test("answers of tasks beyond the share are not learned; their prompts are, where prompts weigh anything", async () => {
  const environment = await environments["api-debug"]!();
  const options: unknown = environment.options.parse({});
  const tokenizer = Tokenizer.train(["api"], 300);
  const round = async (share: number, promptWeight: number) => {
    const stream = new TaskStream({
      environment,
      options,
      name: "test",
      candidates: 1,
      exclude: async () => new Set(),
    });
    const settings = { environment, form: "compact" as const, services: {}, tokenizer, contextLength: 10_000 };
    const rest = { levels: ["easy"], batch: 16, recovery: 0, promptWeight, share, limits: new Map<string, number>() };
    return (await makeRound({ ...settings, ...rest }, stream, "test")).flat();
  };
  const learned = ({ weights }: Demonstration) => weights.includes(1);
  const whole = await round(1, 0);
  const part = await round(0.25, 0);
  expect([whole.length, part.length]).toEqual([128, 128]);
  expect([...whole, ...part].every(learned)).toBe(true);
  const read = await round(0.25, 0.1);
  expect(read.length).toBe(128);
  expect(read.filter(learned).length).toBeGreaterThan(16);
  expect(read.filter(learned).length).toBeLessThan(48);
  expect(read.every(({ weights }) => weights.includes(0.1))).toBe(true);
  // The same tasks in every run: those learned from by the one are among those the other learns from.
  const texts = new Set(part.map(({ tokens }) => tokens.join()));
  expect(read.filter(learned).some(({ tokens }) => texts.has(tokens.join()))).toBe(true);
  expect(read.filter((one) => !learned(one)).some(({ tokens }) => texts.has(tokens.join()))).toBe(false);
});
