import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { openApiDebug } from "../index.ts";
import { levelNames } from "../levels.ts";
import type { Observation } from "../observation.ts";
import { echo, solution } from "../policies/basic.ts";
import type { ApiDebugTask } from "../task.ts";
import { outermostObjects } from "./extract.ts";
import { format } from "./format.ts";
import { parse } from "./parse.ts";

const environment = openApiDebug();
const generate = (level: string, seed: number) =>
  environment.generate({ level, seed, split: "train", options: environment.options.parse({}) });
const forms = ["full", "compact"] as const;

let easy: ApiDebugTask;
let shown: Observation;
beforeAll(async () => {
  easy = await generate("easy", 3);
  shown = easy.public;
});

const full = (text: string) => parse(text, { observation: shown, form: "full" });
const action = { error_type: "redirect_loop", affected_fields: ["endpoint"] };
const json = JSON.stringify(action);

describe("parse", () => {
  it.each([
    ["bare", json],
    ["fenced", `Here it is:\n\`\`\`json\n${json}\n\`\`\`\nDone.`],
    ["in prose", `The endpoint {moved} so I say ${json}. Right?`],
    ["after a brace that never closes", `if (x) { then ${json}`],
    ["after thinking", `<think>maybe {"error_type": "x"}?</think>${json}`],
    ["after thinking that the template began", `maybe {"error_type": "x"}?</think>\n${json}`],
    ["last of several", `{"error_type": "wrong_field_type"} no: ${json}`],
    ["with unknown fields", json.replace("{", '{"confidence": {"a": {"b": [1]}}, ')],
  ])("reads JSON %s", (_what, text) => {
    expect(full(text)).toEqual({ action });
  });

  it("keeps nested answers whole", () => {
    const nested = { fixed_request: { a: { b: { c: [{ d: 1 }] } } }, explanation: "a } b { c" };
    expect(full(`So: ${JSON.stringify(nested)} ok`)).toEqual({ action: nested });
  });

  it("mends form, not content", () => {
    expect(full('{"affected_fields": "email", "expected_status_code": "201"}')).toEqual({
      action: { affected_fields: ["email"], expected_status_code: 201 },
    });
    expect(full('{"expected_status_code": "two"}')).toMatchObject({
      problem: expect.stringContaining("expected_status_code"),
    });
  });

  it("looks at the last twenty objects of a text", () => {
    const filler = (count: number) => '{"a": 1} '.repeat(count);
    expect(full(`${json} ${filler(19)}`)).toEqual({ action });
    expect(full(`${json} ${filler(20)}`)).toHaveProperty("problem");
  });

  it.each([
    ["nothing", ""],
    ["thinking alone", `<think>${json}</think>`],
    ["thinking that never ends", `<think>so ${json}`],
    ["prose", "It is redirect_loop at endpoint."],
    ["another object", '{"answer": 1}'],
    ["a field twice", '{"error_type": "a", "error_type": "b"}'],
    ["a number beyond all", '{"wait_seconds": 1e999}'],
    ["NaN", '{"wait_seconds": NaN}'],
    ["a prototype", `{"__proto__": ${json}}`],
    ["too much", `${json}${" ".repeat(1_000_001)}`],
    ["depth", `{"fixed_request": ${"[".repeat(5000)}${"]".repeat(5000)}}`],
  ])("says what is wrong with %s", (_what, text) => {
    expect(full(text)).toMatchObject({ problem: expect.stringMatching(/./) });
  });

  it("never throws, and gives actions of the schema", () => {
    const words = fc.constantFrom(
      "wrong_field_type",
      "a",
      "b",
      "M",
      "A",
      "T",
      "S",
      "201",
      "-",
      "\n",
      " ",
      "{",
      "}",
      '"',
      '{"error_type":',
      "<think>",
      "</think>",
      "null",
      "[1]",
    );
    const soup = fc.array(words, { maxLength: 30 }).map((parts) => parts.join(" "));
    const tasks = fc.constantFrom(...levelNames);
    fc.assert(
      fc.property(fc.oneof(fc.string(), soup, fc.json()), tasks, fc.constantFrom(...forms), (text, task, form) => {
        const answer = parse(text, { observation: { ...shown, task }, form });
        if ("action" in answer) expect(environment.roles.agent?.action.safeParse(answer.action).success).toBe(true);
        else expect(answer.problem.length).toBeLessThan(300);
      }),
      { numRuns: 1500 },
    );
  });

  it("reads any action that it wrote", () => {
    const text = fc.string();
    const texts = fc.dictionary(fc.stringMatching(/^[A-Za-z][A-Za-z-]{0,8}$/), fc.oneof(text, fc.constant(null)), {
      noNullPrototype: true,
    });
    const any = fc.record(
      {
        error_type: text,
        error_types: fc.array(text),
        affected_fields: fc.array(text),
        fixed_request: text,
        fixed_headers: texts,
        fixed_query: texts,
        explanation: text,
        wait_seconds: fc.nat(),
        expected_status_code: fc.nat(599),
      },
      { requiredKeys: ["error_type"], noNullPrototype: true },
    );
    fc.assert(
      fc.property(any, (written) => {
        expect(full(format(written, { observation: shown, form: "full" }))).toEqual({ action: written });
      }),
    );
  });
});

describe("the compact form", () => {
  it.each(levelNames)("is short, and says what the oracle says (%s)", async (level) => {
    const lengths: number[] = [];
    for (let seed = 0; seed < 150; seed++) {
      const task = await generate(level, seed);
      const observation = task.public;
      for (const form of forms) {
        const text = format(solution(task), { observation, form });
        const answer = parse(text, { observation, form });
        const episode = await environment.start(task, { services: {}, signal: new AbortController().signal });
        expect((await episode.step("agent", answer)).reward, `${level} ${seed} ${form}: ${text}`).toBe(1);
      }
      const [message, ...more] = environment.roles.agent?.render(observation, { turn: 0, form: "compact" }) ?? [];
      expect([message?.role, more]).toEqual(["user", []]);
      lengths.push(message?.content.length ?? 0);
    }
    lengths.sort((a, b) => a - b);
    const budget = level === "easy" || level === "classify" ? 700 : 1700;
    expect(lengths[Math.floor(lengths.length * 0.95)]).toBeLessThan(budget);
  });

  it.each(["medium", "hard"])("says of a repair that repairs nothing no more than that (%s)", async (level) => {
    for (let seed = 0; seed < 400; seed++) {
      const task = await generate(level, seed);
      const observation = task.public;
      const text = format(echo({ observation }), { observation, form: "compact" });
      const answer = parse(text, { observation, form: "compact" });
      const episode = await environment.start(task, { services: {}, signal: new AbortController().signal });
      expect((await episode.step("agent", answer)).reward, `${level} ${seed}: ${text}`).toBe(0);
    }
  });

  it("reads labels and marks in any order", () => {
    const compact = (text: string) => parse(text, { observation: shown, form: "compact" });
    expect(compact("redirect_loop E")).toEqual({ action });
    expect(compact(" E, redirect_loop\n")).toEqual({ action });
    expect(compact("```\nredirect_loop E\n```")).toEqual({ action });
    expect(compact(json)).toEqual({ action });
    expect(compact("redirect_loop Z")).toMatchObject({ problem: expect.stringContaining('"Z"') });
  });

  it("gives only feedback after the first turn", () => {
    const later = { ...shown, step_number: 1, feedback: "error_type: wrong." };
    expect(environment.roles.agent?.render(later, { turn: 1, form: "compact" })).toEqual([
      { role: "user", content: "error_type: wrong." },
    ]);
  });
});

describe("outermostObjects", () => {
  it("is linear in hostile text", () => {
    const started = process.cpuUsage().user;
    for (const text of ["{".repeat(500_000), "}".repeat(500_000), "{}".repeat(250_000), '{"'.repeat(250_000)])
      outermostObjects(text);
    expect((process.cpuUsage().user - started) / 1e6).toBeLessThan(2);
  });
});
