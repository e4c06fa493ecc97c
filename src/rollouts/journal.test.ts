import { mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Task } from "../core/environment.ts";
import { scriptedModel } from "../models/scripted.ts";
import { Journal, readRollouts, recoverRollouts, type Span } from "./journal.ts";
import { runEpisode } from "./run-episode.ts";
import type { Rollout } from "./settings.ts";
import { numberRepair } from "./testing/number-repair.ts";
import { TraceReader } from "./trace-reader.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "fettle-journal-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function episode(seed: number): Promise<Rollout> {
  const environment = numberRepair();
  const task = (await environment.generate({ level: "one", seed, split: "test", options: {} })) as Task;
  return runEpisode({ environment, model: scriptedModel("random") }, { task, sample: 0 });
}

describe("Journal", () => {
  it("gives back what it was given, in order, hostile text included", async () => {
    const rollouts = await Promise.all([0, 1, 2].map(episode));
    const [first] = rollouts;
    if (first?.trace.turns[0]) first.trace.turns[0].completion = 'line\nbreak\u2028 \ud800 "quote" \0 {"id":"fake"}';
    const journal = await Journal.open(folder);
    for (const rollout of rollouts) journal.append(rollout);
    await journal.close();
    const read: Rollout[] = [];
    for await (const rollout of readRollouts(folder)) read.push(rollout);
    expect(read).toEqual(rollouts);
  });

  it("says where each trace stands, also after it was opened again", async () => {
    const rollouts = await Promise.all([0, 1, 2].map(episode));
    if (rollouts[0]?.trace.turns[0]) rollouts[0].trace.turns[0].completion = "é \ud800 \u2028 𝄞";
    const spans: Span[] = [];
    for (const rollout of rollouts) {
      const journal = await Journal.open(folder);
      spans.push(journal.append(rollout));
      await journal.close();
    }
    const found: Span[] = [];
    await recoverRollouts(folder, (_rollout, span) => found.push(span));
    expect(found).toEqual(spans);
    const reader = await TraceReader.open(folder);
    for (const i of [2, 0, 1]) expect(await reader.read(spans[i]!)).toEqual(rollouts[i]?.trace);
    await expect(reader.read({ start: 2, end: 9 })).rejects.toMatchObject({ code: "bad_run_folder" });
    await reader.close();
  });

  it("keeps the private line of every trace, whenever it is read", async () => {
    const rollout = await episode(0);
    const journal = await Journal.open(folder);
    let appended = 0;
    const count = async (name: string) => (await readFile(join(folder, name), "utf8")).split("\n").length - 1;
    for (let round = 0; round < 30; round++) {
      for (let i = 0; i < 40; i++, appended++) journal.append(rollout);
      const traces = await count("traces.jsonl");
      expect(await count("private.jsonl")).toBeGreaterThanOrEqual(traces);
    }
    await journal.flush();
    expect(journal.backlog).toBe(0);
    expect(await count("traces.jsonl")).toBe(appended);
    await journal.close();
  });

  it.skipIf(process.platform !== "linux")("says that the disk is full, then and at every later call", async () => {
    await symlink("/dev/full", join(folder, "traces.jsonl"));
    const journal = await Journal.open(folder);
    journal.append(await episode(0));
    const full = {
      code: "bad_run_folder",
      message: expect.stringContaining("ENOSPC"),
      hint: expect.stringContaining("--resume"),
    };
    await expect(journal.flush()).rejects.toMatchObject(full);
    expect(() => journal.append({} as Rollout)).toThrow(expect.objectContaining(full));
    await expect(journal.close()).rejects.toMatchObject(full);
  });
});
