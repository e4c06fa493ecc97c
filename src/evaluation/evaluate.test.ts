import { existsSync } from "node:fs";
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AnyEnvironment } from "../core/environment.ts";
import { FettleError } from "../core/errors.ts";
import type { Completion, Model } from "../models/model.ts";
import { ModelError } from "../models/model-error.ts";
import { scriptedModel } from "../models/scripted.ts";
import type { RunEvent } from "../rollouts/progress.ts";
import { numberRepair } from "../rollouts/testing/number-repair.ts";
import { type EvaluateOptions, evaluate, runEvaluation } from "./evaluate.ts";
import { summarySchema } from "./summary.ts";

const environment: AnyEnvironment = numberRepair();
let folder: string;

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), "fettle-evaluate-")), "run");
});
afterEach(() => rm(join(folder, ".."), { recursive: true, force: true }));

const base: EvaluateOptions = { environment, model: scriptedModel("random"), n: 12, groupSize: 3, baselines: false };

async function lines(name: string): Promise<Record<string, unknown>[]> {
  const text = await readFile(join(folder, name), "utf8");
  expect(text.endsWith("\n")).toBe(true);
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

const completion = (text: string): Completion => ({
  text,
  reasoning: null,
  tokens: null,
  usage: { prompt: 10, completion: 2 },
  finish: "stop",
  weightsVersion: null,
});

describe("evaluate", () => {
  it("reports model and baselines per level and label", async () => {
    const summary = await evaluate({ ...base, model: scriptedModel("oracle"), n: 40, baselines: true });
    expect(summarySchema.parse(summary)).toEqual(summary);
    expect(summary.levels.map(({ level }) => level)).toEqual(["one", "two"]);
    const [one] = summary.levels;
    expect(one?.metrics).toMatchObject({ tasks: 40, episodes: 120, errors: 0, errorRate: 0, stops: { solved: 120 } });
    expect(one?.metrics.return).toMatchObject({ mean: 1, low: expect.closeTo(0.912, 3), high: 1 });
    expect(one?.metrics.pass.map(({ k }) => k)).toEqual([1, 2, 3]);
    const baseline = Object.fromEntries(
      one?.baselines.map(({ name, return: value }) => [name, value.mean ?? -1]) ?? [],
    );
    expect(baseline).toMatchObject({ noop: 0, oracle: 1 });
    expect(baseline.constant).toBeLessThanOrEqual(0.1);
    expect(baseline.constant).toBeGreaterThan(0.03);
    expect(one?.labels.map(({ label }) => label)).toEqual(["doubled", "negated", "off_by_one"]);
    expect(one?.labels.reduce((sum, { metrics }) => sum + metrics.tasks, 0)).toBe(40);
  });

  it("keeps errors apart from zeros, and says both readings", async () => {
    const { summary } = await runEvaluation({
      ...base,
      environment: numberRepair({ unscoredEvery: 4 }),
      model: scriptedModel("oracle"),
      levels: ["one"],
    });
    const { metrics } = summary.levels[0] ?? expect.fail();
    expect(metrics).toMatchObject({ episodes: 36, errors: 9, errorRate: 0.25, incompleteGroups: 3 });
    expect(metrics.return.mean).toBe(1);
    expect(metrics.returnErrorsAsZero.mean).toBe(0.75);
    expect(metrics.pass[0]?.any).toMatchObject({ mean: 1, clusters: 9 });
  });

  it("counts tokens, and completions cut off", async () => {
    let calls = 0;
    const model: Model = {
      id: "cut",
      form: "full",
      complete: async () => ({ ...completion("{"), finish: calls++ % 2 === 0 ? "length" : "stop" }),
    };
    const summary = await evaluate({ ...base, model, n: 4, groupSize: 1, levels: ["one"], concurrency: 1 });
    expect(summary.overall).toMatchObject({ truncationRate: 1, turns: 3, tokens: { prompt: 120, completion: 24 } });
  });

  it("leaves out tasks that cannot be made, and says so when there is none", async () => {
    const picky = (refuse: (seed: number) => boolean): AnyEnvironment => ({
      ...environment,
      generate(request) {
        if (refuse(request.seed)) throw new FettleError("no_task", "nothing certified");
        return environment.generate(request);
      },
    });
    const summary = await evaluate({ ...base, environment: picky((seed) => seed % 3 === 0), baselines: true });
    expect(summary.levels[0]).toMatchObject({ refused: 4, metrics: { tasks: 8, errors: 0 } });
    await expect(evaluate({ ...base, environment: picky(() => true) })).rejects.toMatchObject({
      code: "no_task",
      message: expect.stringContaining("nothing certified"),
    });
  });

  it("says before anything is played that a level has no training tasks for the baselines", async () => {
    const heldOut: AnyEnvironment = {
      ...environment,
      generate(request) {
        if (request.level === "two" && request.split === "train") throw new FettleError("no_task", "all are held out");
        return environment.generate(request);
      },
    };
    const events: RunEvent[] = [];
    const onEvent = (event: RunEvent) => events.push(event);
    const given = { ...base, environment: heldOut, folder, onEvent };
    await expect(evaluate({ ...given, baselines: true })).rejects.toMatchObject({
      code: "no_task",
      message: 'Level "two" has no training task for its baselines: all are held out',
      hint: expect.stringContaining("--no-baselines"),
    });
    expect(events).toEqual([]);
    expect(existsSync(folder)).toBe(false);
    expect(await evaluate({ ...given, levels: ["one"], baselines: true })).toMatchObject({ overall: { errors: 0 } });
  });

  it("tells its progress", async () => {
    const events: RunEvent[] = [];
    await evaluate({ ...base, folder, onEvent: (event) => events.push(event) });
    expect(events[0]).toEqual({ type: "start", total: 72, done: 0, folder });
    expect(events.filter(({ type }) => type === "episode")).toHaveLength(72);
    const last = events.filter((event) => event.type === "progress").at(-1);
    expect(last).toMatchObject({ done: 72, total: 72, errors: 0 });
    expect(events.at(-1)).toMatchObject({ type: "end", done: 72 });
  });

  it.each([
    [{ levels: ["three"] }, "unknown_level", 'no level "three"'],
    [{ model: scriptedModel("genius") }, "bad_option", 'no scripted policy "genius"'],
    [{ n: 0 }, "bad_option", '"n" must be a whole number of at least 1, not 0.'],
    [{ options: 7 }, "bad_option", 'Options of "number-repair" are not usable: Invalid input: expected object'],
  ])("refuses %j", async (wrong, code, message) => {
    const refusal = expect.stringContaining(message);
    await expect(evaluate({ ...base, ...wrong })).rejects.toMatchObject({ code, message: refusal });
  });
});

describe("the run folder", () => {
  it("holds configuration, traces, truth, summary and plots, and no truth where all may look", async () => {
    const summary = await evaluate({ ...base, folder });
    expect((await readdir(folder)).sort()).toEqual([
      "config.json",
      "plots",
      "private.jsonl",
      "summary.json",
      "traces.jsonl",
    ]);
    expect(await readdir(join(folder, "plots"))).toContain("success_by_level.png");
    expect(JSON.parse(await readFile(join(folder, "summary.json"), "utf8"))).toEqual(summary);
    const [traces, truths] = [await lines("traces.jsonl"), await lines("private.jsonl")];
    expect(traces.map(({ id }) => id)).toEqual(truths.map(({ id }) => id));
    expect(new Set(traces.map(({ id }) => id)).size).toBe(72);
    for (const trace of traces) {
      expect(JSON.stringify(trace)).not.toMatch(/truth:|"secret"|"seed":\d/);
      expect(trace).not.toHaveProperty("labels");
    }
  });

  it("is not overwritten, and resumes only the same configuration", async () => {
    await evaluate({ ...base, folder });
    await expect(evaluate({ ...base, folder })).rejects.toMatchObject({
      code: "bad_run_folder",
      hint: expect.stringContaining("--resume"),
    });
    await expect(evaluate({ ...base, folder, resume: true, groupSize: 4 })).rejects.toThrow(
      "groupSize is 3 there and 4 here",
    );
    await expect(evaluate({ ...base, folder, resume: true, model: scriptedModel("oracle") })).rejects.toThrow(
      /model is "random" there/,
    );
    await expect(evaluate({ ...base, folder: join(folder, "typo"), resume: true })).rejects.toMatchObject({
      code: "bad_run_folder",
    });
  });

  it("resumes a finished run without playing anything", async () => {
    const summary = await evaluate({ ...base, folder });
    const before = await readFile(join(folder, "traces.jsonl"), "utf8");
    expect(await evaluate({ ...base, folder, resume: true })).toEqual(summary);
    expect(await readFile(join(folder, "traces.jsonl"), "utf8")).toBe(before);
  });

  it.each([
    ["a torn trace", () => appendFile(join(folder, "traces.jsonl"), '{"format":"fettle-trace/1","id"')],
    ["a private line without its trace", () => appendFile(join(folder, "private.jsonl"), '{"id":"x","seed":1}\n{"i')],
    [
      "a torn character",
      async () => {
        const text = await readFile(join(folder, "traces.jsonl"));
        await writeFile(join(folder, "traces.jsonl"), Buffer.concat([text, Buffer.from("é").subarray(0, 1)]));
      },
    ],
    ["traces lost in the cache", async () => truncate(join(folder, "traces.jsonl"), 70_000)],
    ["zeros after a power cut", () => appendFile(join(folder, "traces.jsonl"), Buffer.alloc(300))],
  ])("recovers from %s", async (_name, damage) => {
    const summary = await evaluate({ ...base, folder });
    await damage();
    expect(await evaluate({ ...base, folder, resume: true })).toEqual(summary);
    const [traces, truths] = [await lines("traces.jsonl"), await lines("private.jsonl")];
    expect(traces.map(({ id }) => id)).toEqual(truths.map(({ id }) => id));
    expect(new Set(traces.map(({ id }) => id)).size).toBe(72);
    expect(traces).toHaveLength(72);
  });

  it("does not touch a file damaged in the middle, and says where", async () => {
    await evaluate({ ...base, folder });
    const text = await readFile(join(folder, "traces.jsonl"), "utf8");
    const broken = text.replace('{"format"', '{"for');
    await writeFile(join(folder, "traces.jsonl"), broken);
    await expect(evaluate({ ...base, folder, resume: true })).rejects.toThrow("line 1 of traces.jsonl");
    expect(await readFile(join(folder, "traces.jsonl"), "utf8")).toBe(broken);
  });

  it("belongs to one process at a time", async () => {
    const endless: Model = { id: "endless", form: "full", complete: () => new Promise(() => {}) };
    const controller = new AbortController();
    const first = evaluate({ ...base, model: endless, folder, signal: controller.signal });
    first.catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 50));
    await expect(evaluate({ ...base, model: endless, folder, resume: true })).rejects.toThrow(/is writing to/);
    controller.abort();
    await expect(first).rejects.toMatchObject({ code: "interrupted" });
  });

  it("says that a folder cannot be made", async () => {
    await writeFile(join(folder, "..", "file"), "");
    await expect(evaluate({ ...base, folder: join(folder, "..", "file", "run") })).rejects.toMatchObject({
      code: "bad_run_folder",
    });
  });

  it("writes how it stands as it goes, and goes on with that when it is resumed", async () => {
    const stop = new AbortController();
    const metrics = ["jsonl", "tensorboard"] as const;
    const onEvent = (event: RunEvent) => {
      if (event.type === "episode" && ++episodes === 20) stop.abort();
    };
    let episodes = 0;
    const options = { ...base, n: 100, folder, metrics };
    await expect(evaluate({ ...options, onEvent, signal: stop.signal })).rejects.toMatchObject({ code: "interrupted" });
    // What a kill leaves: half a line.
    await appendFile(join(folder, "metrics.jsonl"), '{"step":');
    const { overall, levels } = await evaluate({ ...options, resume: true });
    const rows = await lines("metrics.jsonl");
    const steps = rows.map(({ step }) => Number(step));
    expect(steps).toEqual([...new Set(steps)].sort((a, b) => a - b));
    expect(rows.at(-1)).toMatchObject({
      ...{ step: 600, episodes: 600, errors: 0, return: expect.closeTo(overall.return.mean ?? -1, 10) },
      levels: { one: { episodes: 300, return: expect.closeTo(levels[0]?.metrics.return.mean ?? -1, 10) } },
    });
    expect(await readdir(join(folder, "tensorboard"))).toHaveLength(2);
  });

  it("tries errors again on resume, and counts each episode once", async () => {
    const flaky = numberRepair({ unscoredEvery: 4 });
    const first = await evaluate({ ...base, environment: flaky, model: scriptedModel("oracle"), folder });
    expect(first.overall.errors).toBe(18);
    const second = await evaluate({ ...base, model: scriptedModel("oracle"), folder, resume: true });
    expect(second.overall).toMatchObject({ episodes: 72, errors: 0, return: { mean: 1 } });
  });
});

describe("stopping", () => {
  /** Answers after a moment, so that there is a middle to stop in. */
  const slow: Model = {
    id: "slow",
    form: "full",
    async complete({ messages, sampling }) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      return completion(JSON.stringify([messages.length, sampling.seed]));
    },
  };

  it("keeps what is finished, says how to go on, and ends with the same result", async () => {
    const whole = await evaluate({ ...base, model: slow });
    let sessions = 0;
    for (;;) {
      const controller = new AbortController();
      let episodes = 0;
      const onEvent = ({ type }: RunEvent) => {
        if (type === "episode" && ++episodes === 20) controller.abort();
      };
      const options = { ...base, model: slow, folder, resume: sessions > 0, signal: controller.signal, onEvent };
      const result = await evaluate(options).catch((error: unknown) => error);
      sessions++;
      if (!(result instanceof Error)) {
        expect(result).toEqual(whole);
        break;
      }
      expect(result).toMatchObject({ code: "interrupted", hint: expect.stringContaining("--resume") });
    }
    expect(sessions).toBe(4);
    const ids = (await lines("traces.jsonl")).map(({ id }) => id);
    expect([ids.length, new Set(ids).size]).toEqual([72, 72]);
  });

  it("gives up on a model that only fails, and at once on one that refuses", async () => {
    let calls = 0;
    const failing = (kind: "server" | "refused"): Model => ({
      id: "down",
      form: "full",
      async complete() {
        calls++;
        throw new ModelError(kind, "the endpoint is down");
      },
    });
    const options = { ...base, n: 500, concurrency: 4, retries: 0, folder };
    await expect(evaluate({ ...options, model: failing("server") })).rejects.toMatchObject({
      code: "model_failed",
      message: expect.stringContaining("the endpoint is down"),
      hint: expect.stringContaining("--resume"),
    });
    expect(calls).toBeLessThan(60);
    // Too few for a streak, but nothing was measured.
    await expect(evaluate({ ...options, n: 2, model: failing("server"), folder: join(folder, "c") })).rejects.toThrow(
      "Every episode failed: the endpoint is down",
    );
    calls = 0;
    await expect(evaluate({ ...options, model: failing("refused"), folder: join(folder, "b") })).rejects.toThrow(
      "the endpoint is down",
    );
    expect(calls).toBeLessThan(10);
  });
});

describe("the files of Atropos", () => {
  const samples = () => lines("../evals/samples.jsonl");

  it("hold a line per episode and the metrics, and no truth", async () => {
    const evals = join(folder, "..", "evals");
    const summary = await evaluate({ ...base, folder, evals });
    const written = await samples();
    expect(written).toHaveLength(72);
    const traces = await lines("traces.jsonl");
    expect(written.map(({ task, sample, score }) => [task, sample, score])).toEqual(
      traces.map(({ task, sample, return: value }) => [(task as { key: string }).key, sample, value]),
    );
    expect(written[0]).toMatchObject({
      messages: [{ role: "system" }, { role: "user" }, { role: "assistant" }, ...Array(4).fill({})],
      question: expect.stringContaining("broken"),
      model_parsed: { numbers: expect.any(Array) },
      correct: expect.any(Boolean),
      finish_reason: "stop",
    });
    expect(JSON.stringify(written)).not.toMatch(/truth:|"secret"|"seed"/);
    const { config_general: general, results } = JSON.parse(await readFile(join(evals, "metrics.json"), "utf8"));
    expect(general).toMatchObject({
      model_name: "random",
      total_evaluation_time_seconds: expect.stringMatching(/^\d/),
    });
    expect(results.all).toMatchObject({ "eval/percent_correct": summary.overall.solved.mean, "eval/error_rate": 0 });
    expect(results["atropos|number-repair_eval|0"]).toEqual(results.all);
  });

  it("are streamed, and after an interruption hold each episode once", async () => {
    const controller = new AbortController();
    let episodes = 0;
    const onEvent = ({ type }: RunEvent) => {
      if (type === "episode" && ++episodes === 30) controller.abort();
    };
    const options = { ...base, folder, evals: join(folder, "..", "evals"), concurrency: 3 };
    await expect(evaluate({ ...options, signal: controller.signal, onEvent })).rejects.toMatchObject({
      code: "interrupted",
    });
    const early = await samples();
    expect(early.length).toBeGreaterThanOrEqual(30);
    expect(early.length).toBeLessThan(72);
    await evaluate({ ...options, resume: true });
    const ids = (await samples()).map(({ task, sample }) => `${task}/${sample}`);
    expect([ids.length, new Set(ids).size]).toEqual([72, 72]);
  });

  it("are named when they cannot be written, as the summary is", async () => {
    const evals = join(folder, "..", "evals");
    await mkdir(join(evals, "metrics.json"), { recursive: true });
    await expect(evaluate({ ...base, folder, evals })).rejects.toMatchObject({
      code: "bad_input_file",
      message: expect.stringContaining("metrics.json cannot be written"),
    });
    await rm(join(folder, "summary.json"));
    await mkdir(join(folder, "summary.json"));
    await expect(evaluate({ ...base, folder, resume: true })).rejects.toMatchObject({
      code: "bad_run_folder",
      message: expect.stringContaining(`Cannot write to ${folder}`),
    });
  });

  it("stay when another run's folder is refused", async () => {
    const options = { ...base, folder, evals: join(folder, "..", "evals") };
    await evaluate(options);
    await expect(evaluate({ ...options, n: 3, resume: true })).rejects.toMatchObject({ code: "bad_run_folder" });
    expect(await samples()).toHaveLength(72);
  });

  it("hold groups as a whole where the environment settles them, also when one of a group was lost", async () => {
    const halving: AnyEnvironment = {
      ...environment,
      settle: (group) => group.map((one) => one.return / (group.length === 3 ? 2 : Number.NaN)),
    };
    const options = { ...base, environment: halving, folder, evals: join(folder, "..", "evals") };
    const summary = await evaluate(options);
    for (const name of ["traces.jsonl", "private.jsonl"]) {
      const text = await readFile(join(folder, name), "utf8");
      await writeFile(join(folder, name), text.slice(0, text.lastIndexOf("\n", text.length - 2) + 1));
    }
    expect(await evaluate({ ...options, resume: true })).toEqual(summary);
    const highest = Math.max(...(await samples()).map(({ score }) => Number(score)));
    expect(highest).toBeLessThanOrEqual(0.5);
    expect(await samples()).toHaveLength(72);
  });
});
