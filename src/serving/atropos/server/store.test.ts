import { appendFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { group, registration, scratchFolder } from "../testing/client.ts";
import { readGroup } from "./group.ts";
import { journalFile } from "./journal.ts";
import { RolloutStore } from "./store.ts";

const one = (tag: number) => readGroup({ ...group(4, tag), images: "é".repeat(500) });

describe("the store", () => {
  it("rewrites its journal while it is used, and loses nothing", async () => {
    const folder = await scratchFolder();
    const store = await RolloutStore.open(folder, 20_000);
    store.apply({ op: "register", registration });
    const [taken, kept]: [number[], number[]] = [[], []];
    for (let tag = 0; tag < 300; tag++) {
      store.submit([one(tag)], `key ${tag}`);
      if (tag % 2 === 1) {
        const batch = store.state.nextBatch;
        const [unit] = store.state.queue;
        const id = unit?.groups[0]?.id ?? -1;
        store.apply({ op: "take", units: [0] });
        taken.push(JSON.parse((await store.text(id)).toString()).tokens[0][0]);
        store.apply({ op: "arrived", batch });
      }
    }
    await store.sync();
    for (const { groups } of store.state.queue)
      for (const { id } of groups) kept.push(JSON.parse((await store.text(id)).toString()).tokens[0][0]);
    expect(taken).toEqual(Array.from({ length: 150 }, (_, i) => i));
    expect(kept).toEqual(Array.from({ length: 150 }, (_, i) => i + 150));
    const state = structuredClone(store.state);
    await store.close();
    expect((await stat(join(folder, journalFile))).size).toBeLessThan(600_000);

    const again = await RolloutStore.open(folder, 20_000);
    expect(again.state).toEqual(state);
    expect(again.receiptOf("key 0")).toEqual([null]);
    const texts = again.state.queue.flatMap(({ groups }) => groups.map(({ id }) => again.text(id)));
    const tags = (await Promise.all(texts)).map((text) => JSON.parse(text.toString()).tokens[0][0]);
    expect(tags).toEqual(kept);
    await again.close();
  });

  it("cuts off a line that a crash left half written", async () => {
    const folder = await scratchFolder();
    const store = await RolloutStore.open(folder);
    store.apply({ op: "register", registration });
    store.submit([one(1)], null);
    await store.close();
    await appendFile(join(folder, journalFile), '{"op":"submit","key":null,"gro');
    const again = await RolloutStore.open(folder);
    again.submit([one(2)], null);
    await again.close();
    const last = await RolloutStore.open(folder);
    expect(last.state.queue).toHaveLength(2);
    expect(JSON.parse((await last.text(1)).toString()).tokens[0][0]).toBe(2);
    await last.close();
  });

  it("says which line of a damaged journal cannot be read", async () => {
    const folder = await scratchFolder();
    const store = await RolloutStore.open(folder);
    store.apply({ op: "start" });
    await store.close();
    await appendFile(join(folder, journalFile), "rubbish\n");
    await expect(RolloutStore.open(folder)).rejects.toThrow(/Line 2 of the journal/);
  });
});
