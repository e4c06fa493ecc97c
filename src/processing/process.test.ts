import { readdirSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AnyEnvironment } from "../core/environment.ts";
import { FettleError } from "../core/errors.ts";
import type { Model } from "../models/model.ts";
import { ModelError } from "../models/model-error.ts";
import { scriptedModel } from "../models/scripted.ts";
import type { RunEvent } from "../rollouts/progress.ts";
import { numberRepair } from "../rollouts/testing/number-repair.ts";
import type { ProcessOptions } from "./plan.ts";
import { processGroups } from "./process.ts";
import { processSummarySchema } from "./summary.ts";

const environment: AnyEnvironment = numberRepair();
let folder: string;
let base: ProcessOptions;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "fettle-process-"));
  const out = join(folder, "a.jsonl");
  base = { environment, model: scriptedModel("random"), groups: 9, groupSize: 3, out, report: false };
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Line {
  scores: number[];
  messages: unknown[][];
  fettle: { level: string; task: string; samples: number[] };
}

async function lines<T = Line>(path = base.out): Promise<T[]> {
  const text = await readFile(path, "utf8");
  if (text !== "") expect(text.endsWith("\n")).toBe(true);
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as T);
}

/** Stops after so many episodes. */
function stopAfter(most: number) {
  const controller = new AbortController();
  let episodes = 0;
  const onEvent = ({ type }: RunEvent) => {
    if (type === "episode" && ++episodes === most) controller.abort();
  };
  return { signal: controller.signal, onEvent };
}

describe("processGroups", () => {
  it("writes whole groups in the order of the run, spread over the levels", async () => {
    const summary = await processGroups(base);
    expect(processSummarySchema.parse(summary)).toEqual(summary);
    expect(summary.groups).toMatchObject({ planned: 9, finished: 9, incomplete: 0, refused: 0, withTokens: 0 });
    expect(summary.rows).toBe(9);
    const written = await lines();
    expect(written.map(({ fettle }) => fettle.level)).toEqual(
      Array.from({ length: 9 }, (_, i) => ["one", "two"][i % 2]),
    );
    for (const [i, { fettle, scores, messages }] of written.entries()) {
      const level = i % 2 === 0 ? "one" : "two";
      const task = environment.generate({ level, seed: Math.floor(i / 2), split: "train", options: {} });
      expect(fettle).toMatchObject({ task: (task as { key: string }).key, samples: [0, 1, 2] });
      expect([scores.length, messages.length]).toEqual([3, 3]);
    }
    const scores = written.flatMap((line) => line.scores);
    expect(summary.episodes).toMatchObject({
      count: 27,
      mean: scores.reduce((sum, score) => sum + score, 0) / 27,
      least: Math.min(...scores),
      most: Math.max(...scores),
    });
    expect(await readFile(base.out, "utf8")).not.toMatch(/truth:|"secret"|"seed"/);
  });

  it("gives the same bytes whatever runs at once", async () => {
    await processGroups({ ...base, concurrency: 1 });
    const other = join(folder, "b.jsonl");
    await processGroups({ ...base, out: other, concurrency: 27 });
    expect(await readFile(other, "utf8")).toBe(await readFile(base.out, "utf8"));
  });

  it("settles whole groups before it writes them, and plays a group whole again of which one was lost", async () => {
    const halving: AnyEnvironment = {
      ...environment,
      settle: (group) => {
        if (group.length !== 3) throw new Error("not a whole group");
        const best = Math.max(...group.map((one) => one.return));
        return group.map((one) => (best === 0 ? 0 : one.return / best / 2));
      },
    };
    const options = { ...base, environment: halving };
    await processGroups(options);
    const whole = await lines();
    expect(Math.max(...whole.flatMap(({ scores }) => scores))).toBe(0.5);
    // As a crash leaves it: one episode of the last group is missing.
    for (const name of ["traces.jsonl", "private.jsonl"]) {
      const path = join(folder, "a.run", name);
      const text = await readFile(path, "utf8");
      await writeFile(path, text.slice(0, text.lastIndexOf("\n", text.length - 2) + 1));
    }
    await processGroups({ ...options, resume: true });
    expect(await lines()).toEqual(whole);
  });

  it("leaves groups with an error out, counts them, and tries them again on resume", async () => {
    const failing = numberRepair({ unscoredEvery: 3 });
    const summary = await processGroups({ ...base, environment: failing, retries: 0 });
    expect(summary.groups).toMatchObject({ finished: 7, incomplete: 2 });
    expect(summary.errors).toEqual([{ reason: "the judge is away", episodes: 6 }]);
    expect(await lines()).toHaveLength(7);
    const again = await processGroups({ ...base, environment: failing, retries: 0, resume: true });
    expect(again.groups).toEqual(summary.groups);
    const mended = await processGroups({ ...base, resume: true });
    expect(mended.groups).toMatchObject({ finished: 9, incomplete: 0 });
    const other = join(folder, "b.jsonl");
    await processGroups({ ...base, out: other });
    expect(await readFile(base.out, "utf8")).toBe(await readFile(other, "utf8"));
  });

  it("stops on a signal with everything finished in the file, and goes on to the file of a run left alone", async () => {
    const stopped = await processGroups({ ...base, concurrency: 3, ...stopAfter(13) }).catch((error: unknown) => error);
    expect(stopped).toMatchObject({ code: "interrupted", hint: expect.stringContaining("--resume") });
    const early = await lines();
    expect(early.length).toBeGreaterThanOrEqual(3);
    expect(early.length).toBeLessThan(9);
    await processGroups({ ...base, resume: true });
    const other = join(folder, "b.jsonl");
    await processGroups({ ...base, out: other });
    expect(await readFile(base.out, "utf8")).toBe(await readFile(other, "utf8"));
    const ids = (await lines<{ id: string }>(join(folder, "a.run", "traces.jsonl"))).map(({ id }) => id);
    expect([ids.length, new Set(ids).size]).toEqual([27, 27]);
  });

  it("writes the episodes of a finished run in another form without playing", async () => {
    await processGroups(base);
    const run = join(folder, "a.run");
    let episodes = 0;
    const onEvent = ({ type }: RunEvent) => {
      if (type === "episode") episodes++;
    };
    const pairs = join(folder, "pairs.jsonl");
    const options = { ...base, run, resume: true, onEvent, out: pairs, format: "preference", threshold: 0.05 } as const;
    const summary = await processGroups({ ...options, margin: 0 });
    expect(episodes).toBe(0);
    expect(summary.groups.finished).toBe(9);
    const rows = await lines<Record<string, unknown>>(pairs);
    expect(rows.length).toBe(summary.rows);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(Object.keys(row).slice(0, 3)).toEqual(["prompt", "chosen", "rejected"]);
  });

  it("writes metrics as it goes when asked", async () => {
    await processGroups({ ...base, metrics: ["jsonl"] });
    const points = await lines<{ step: number; episodes: number }>(join(folder, "a.run", "metrics.jsonl"));
    expect(points.at(-1)).toMatchObject({ step: 27, episodes: 27 });
  });
});

describe("refusals", () => {
  it("keep a file or a run that is there", async () => {
    await writeFile(base.out, "mine");
    await expect(processGroups(base)).rejects.toMatchObject({ code: "bad_option", hint: /--resume/ });
    expect(await readFile(base.out, "utf8")).toBe("mine");
    await rm(base.out);
    await writeFile(join(folder, "a.html"), "mine, too");
    await expect(processGroups({ ...base, report: true })).rejects.toThrow(/a\.html exists already/);
    expect(readdirSync(folder)).toEqual(["a.html"]);
  });

  it("name a place where nothing can be written", async () => {
    const file = join(folder, "file");
    await writeFile(file, "mine");
    await expect(processGroups({ ...base, out: join(file, "a.jsonl") })).rejects.toMatchObject({
      code: "bad_run_folder",
      message: expect.stringContaining("cannot be used as a run folder"),
    });
    await mkdir(join(folder, "b.html"));
    const resumed = processGroups({ ...base, out: join(folder, "b.jsonl"), report: true, resume: true });
    await expect(resumed).rejects.toMatchObject({ code: "bad_run_folder" });
    await processGroups({ ...base, out: join(folder, "b.jsonl") });
    await expect(
      processGroups({ ...base, out: join(folder, "b.jsonl"), report: true, resume: true }),
    ).rejects.toMatchObject({ code: "bad_input_file", message: expect.stringContaining("b.html cannot be written") });
  });

  it("name what differs when another run is resumed", async () => {
    await processGroups(base);
    const before = await readFile(base.out, "utf8");
    await expect(processGroups({ ...base, groups: 10, resume: true })).rejects.toThrow(/groups is 9 there and 10 here/);
    expect(await readFile(base.out, "utf8")).toBe(before);
  });

  it.each([
    [{ groups: 0 }, /"groups" must be/],
    [{ groupSize: 0.5 }, /"groupSize" must be/],
    [{ out: " " }, /must name a file/],
    [{ levels: ["three"] }, /no level "three"/],
    [{ model: scriptedModel("nobody") }, /no scripted policy "nobody"/],
  ])("%j", async (changes, message) => {
    await expect(processGroups({ ...base, ...changes })).rejects.toThrow(message);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("say when no task can be made at all", async () => {
    const barren: AnyEnvironment = {
      ...environment,
      generate() {
        throw new FettleError("no_task", "nothing grows here");
      },
    };
    await expect(processGroups({ ...base, environment: barren })).rejects.toMatchObject({
      code: "no_task",
      message: expect.stringContaining("nothing grows here"),
    });
  });

  it("give up on a model that only fails, with what was finished in the file", async () => {
    let calls = 0;
    const failing: Model = {
      id: "down",
      form: "full",
      async complete() {
        if (++calls > 12) throw new ModelError("server", "the endpoint is down");
        const usage = { prompt: 1, completion: 1 };
        return { text: "x", reasoning: null, tokens: null, usage, finish: "stop", weightsVersion: null };
      },
    };
    const options = { ...base, model: failing, groups: 500, groupSize: 1, concurrency: 1, retries: 0 };
    await expect(processGroups(options)).rejects.toMatchObject({
      code: "model_failed",
      message: expect.stringContaining("the endpoint is down"),
      hint: expect.stringContaining("--resume"),
    });
    expect(await lines()).toHaveLength(4);
  });
});
