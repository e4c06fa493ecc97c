import { expect, test } from "vitest";
import type { SampleRequest } from "../engines/engine.ts";
import { endId } from "../engines/tokenizer/chat-template.ts";
import { Tokenizer } from "../engines/tokenizer/tokenizer.ts";
import { engineModel, type Sampler } from "./engine-model.ts";
import type { CompletionRequest } from "./model.ts";

const tokenizer = new Tokenizer([]);
const calls: SampleRequest[][] = [];

/** Answers every prompt with its own length in words, closed with the end token unless it does not fit. */
const engine: Sampler = {
  info: async () => ({ model: "test", parameters: 0, vocabularySize: 261, contextLength: 60, backend: "test" }),
  weightsVersion: async () => "v1",
  async sample(requests) {
    calls.push([...requests]);
    return requests.map(({ prompt, maxTokens }) => {
      const tokens = [...tokenizer.encode(`n${prompt.length}`), endId].slice(0, maxTokens);
      return { tokens, logprobs: tokens.map(() => -1), finish: tokens.at(-1) === endId ? "stop" : "length" };
    });
  },
};
const model = () => engineModel(engine, tokenizer, { id: "tiny" });
const signal = new AbortController().signal;

function request(conversation: string, messages: CompletionRequest["messages"], turn = 0): CompletionRequest {
  return { messages, conversation, turn, sampling: { temperature: 1, topP: 1, maxTokens: 8, seed: 5 } };
}
const user = (content: string) => ({ role: "user" as const, content });

test("requests of one moment are sampled together, in the same order whatever the order of arrival", async () => {
  const m = await model();
  calls.length = 0;
  await Promise.all(["b", "a", "c"].map((name) => m.complete(request(name, [user(name)]), signal)));
  await Promise.all(["c", "b", "a"].map((name) => m.complete(request(name, [user(name)]), signal)));
  expect(calls).toHaveLength(2);
  expect(calls[0]?.map(({ seed }) => seed)).toEqual(["5/a/0", "5/b/0", "5/c/0"]);
  expect(calls[1]?.map(({ seed }) => seed)).toEqual(calls[0]?.map(({ seed }) => seed));
});

test("a second turn extends the ids of the first and stays in its segment", async () => {
  const m = await model();
  const first = await m.complete(request("x", [user("hi")]), signal);
  if (first === "context_overflow") throw new Error("unexpected overflow");
  const messages = [user("hi"), { role: "assistant" as const, content: first.text }, user("again")];
  const second = await m.complete(request("x", messages, 1), signal);
  if (second === "context_overflow" || !first.tokens || !second.tokens) throw new Error("no tokens");
  const sofar = [...first.tokens.prompt, ...first.tokens.completion];
  expect(second.tokens.prompt.slice(0, sofar.length)).toEqual(sofar);
  expect(second.tokens.prompt).toEqual(tokenizer.prompt(messages));
  expect([first.tokens.segment, second.tokens.segment]).toEqual([0, 0]);
  expect(second.weightsVersion).toBe("v1");
});

test("a changed history starts a new segment", async () => {
  const m = await model();
  await m.complete(request("x", [user("hi")]), signal);
  const second = await m.complete(request("x", [user("other"), user("again")], 1), signal);
  expect(second !== "context_overflow" && second.tokens?.segment).toBe(1);
});

test("a prompt that fills the context is an outcome, and one that nearly does is cut", async () => {
  const m = await model();
  expect(await m.complete(request("x", [user("y".repeat(100))]), signal)).toBe("context_overflow");
  const tight = await m.complete(request("z", [user("y".repeat(56))]), signal);
  expect(tight).toMatchObject({ finish: "length", usage: { prompt: 58, completion: 2 } });
});

test("an engine's failure reaches every request of the batch", async () => {
  const failing = { ...engine, sample: () => Promise.reject(new Error("worker died")) };
  const m = await engineModel(failing, tokenizer, { id: "tiny" });
  const both = await Promise.allSettled(["a", "b"].map((name) => m.complete(request(name, [user(name)]), signal)));
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});
