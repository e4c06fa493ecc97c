import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openEmbeddedEngine } from "../engines/embedded/create-engine.ts";
import { specialTokens } from "../engines/tokenizer/chat-template.ts";
import { loadTokenizer } from "../engines/tokenizer/files.ts";
import type { Tokenizer } from "../engines/tokenizer/tokenizer.ts";
import { openEnvironment } from "../library.ts";
import { engineModel } from "../models/engine-model.ts";
import type { AtroposLine } from "./formats/atropos.ts";
import { processGroups } from "./process.ts";

const checkpoint = "checkpoints/api-debug";

/** What the ids say, cut where the template begins a message; the token that ends an answer says nothing. */
function spoken(tokenizer: Tokenizer, ids: readonly number[]) {
  const messages: { role: string; ids: number[] }[] = [];
  for (const id of ids) {
    const role = /^<\|(system|user|assistant)\|>$/.exec(specialTokens[id] ?? "")?.[1];
    if (role !== undefined) messages.push({ role, ids: [] });
    else messages.at(-1)?.ids.push(id);
  }
  return messages.map((message) => ({ role: message.role, content: tokenizer.decode(message.ids) }));
}

it("records of the embedded engine decode to their messages, with the engine's own log-probabilities", async () => {
  const folder = await mkdtemp(join(tmpdir(), "fettle-embedded-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const tokenizer = await loadTokenizer(checkpoint);
  const engine = await openEmbeddedEngine(checkpoint, { threads: 1 });
  onTestFinished(() => engine.close());
  const out = join(folder, "a.jsonl");
  const summary = await processGroups({
    environment: await openEnvironment("api-debug"),
    model: await engineModel(engine, tokenizer, { id: "tiny" }),
    ...{ groups: 6, groupSize: 3, out, report: false, levels: ["easy", "medium"] },
    // Short enough that some answers are cut off.
    sampling: { maxTokens: 8 },
  });
  expect(summary.groups).toMatchObject({ finished: 6, withTokens: 6 });
  expect(summary.episodes.cutOff).toBeGreaterThan(0);
  const lines = (await readFile(out, "utf8")).trimEnd().split("\n");
  let written = 0;
  for (const line of lines.map((text): AtroposLine => JSON.parse(text))) {
    const { tokens, masks, inference_logprobs: logprobs, messages, overrides } = line;
    expect([tokens?.length, masks?.length, logprobs?.length, messages.length]).toEqual([3, 3, 3, 3]);
    expect(overrides === null || overrides.length === 3).toBe(true);
    const reference = await engine.logprobs(tokens ?? [], "current");
    for (const [i, ids] of tokens?.entries() ?? []) {
      expect(spoken(tokenizer, ids)).toEqual(messages[i]);
      const own = ids.filter((_, at) => masks?.[i]?.[at] !== -100);
      expect(tokenizer.decode(own)).toBe(
        messages[i]?.flatMap(({ role, content }) => (role === "assistant" ? [content] : [])).join(""),
      );
      for (const [at, id] of ids.entries()) {
        const [mask, logprob] = [masks?.[i]?.[at], logprobs?.[i]?.[at]];
        if (mask === -100) expect(logprob).toBe(1);
        else {
          written++;
          expect(mask).toBe(id);
          expect(logprob).toBeCloseTo(reference[i]?.[at - 1] ?? Number.NaN, 3);
        }
      }
    }
  }
  expect(written).toBeGreaterThan(100);
});
