import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Tokenizer as PeerTokenizer } from "@huggingface/tokenizers";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { endId, specialTokens } from "./chat-template.ts";
import { loadTokenizer, tokenizerFiles } from "./files.ts";
import { Tokenizer } from "./tokenizer.ts";

const random = new Random("tokenizer test");
const words = "customer order invoice email created_at amount currency status Authorization Bearer limit offset".split(
  " ",
);
const sampleText = () =>
  Array.from({ length: 12 }, () => `${random.pick(words)}_${random.pick(words)}: ${random.int(0, 99_999)},"x"\n`).join(
    "",
  );
const tokenizer = Tokenizer.train(
  Array.from({ length: 200 }, () => sampleText()),
  400,
);
let folder = "";
let peer: PeerTokenizer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tokenizer-"));
  for (const [name, text] of Object.entries(tokenizerFiles(tokenizer, 512))) await writeFile(join(folder, name), text);
  const read = async (name: string) => JSON.parse(await readFile(join(folder, name), "utf8"));
  peer = new PeerTokenizer(await read("tokenizer.json"), await read("tokenizer_config.json"));
});
afterAll(() => rm(folder, { recursive: true }));

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({
    unit: fc.constantFrom("a", "Z", "_", " ", "\n", "\t", "7", '"', "{", "é", "日", "🙂", "\u0085"),
    maxLength: 60,
  }),
);

test("learns merges that shorten text of its kind, up to the wanted vocabulary", () => {
  expect(tokenizer.size).toBe(400);
  const text = sampleText();
  expect(tokenizer.encode(text).length).toBeLessThan(text.length / 2);
});

test("any text comes back", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(tokenizer.decode(tokenizer.encode(text))).toBe(text);
    }),
  );
});

test("Hugging Face's library gives the same ids", () => {
  const same = (text: string) => expect(tokenizer.encode(text)).toEqual(peer.encode(text).ids);
  for (let i = 0; i < 50; i++) same(sampleText());
  fc.assert(
    fc.property(anyText, (text) => {
      same(text);
    }),
  );
});

test("text never gives a special token", () => {
  for (const special of specialTokens)
    expect(tokenizer.encode(`a ${special} b`).every((id) => id >= specialTokens.length)).toBe(true);
});

test("a saved tokenizer loads as the same one", async () => {
  const loaded = await loadTokenizer(folder);
  expect(loaded.id).toBe(tokenizer.id);
  expect(loaded.encode("order_email 123")).toEqual(tokenizer.encode("order_email 123"));
});

test("each string is in the vocabulary once", async () => {
  const { model } = JSON.parse(await readFile(join(folder, "tokenizer.json"), "utf8"));
  expect(Object.keys(model.vocab)).toHaveLength(tokenizer.size);
});

test("the next prompt extends the one before, and equals the template on whole conversations", () => {
  const first = [
    { role: "system" as const, content: "Find the fault." },
    { role: "user" as const, content: "a order_id 12" },
  ];
  const next = { role: "user" as const, content: "wrong, again" };
  const prompt = tokenizer.prompt(first);
  const answer = tokenizer.encode("missing a");
  const whole = tokenizer.prompt([...first, { role: "assistant", content: "missing a" }, next]);
  const finished = tokenizer.extend([...prompt, ...answer, endId], [next]);
  expect(finished.slice(0, prompt.length)).toEqual(prompt);
  expect(finished).toEqual(whole);
  expect(tokenizer.extend([...prompt, ...answer], [next]), "a cut-off answer is closed").toEqual(whole);
});

test("a damaged file is a clear error", async () => {
  await expect(loadTokenizer(join(folder, "nowhere"))).rejects.toThrow(/nowhere.*is not a tokenizer/);
});
