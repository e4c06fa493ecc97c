import type { ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { chatCompletion, endpoint, type Reply } from "../processing/testing/endpoint.ts";
import { fettle } from "./testing/fettle.ts";

async function seat(reply: Parameters<typeof endpoint>[0]) {
  const server = await endpoint(reply);
  const folder = mkdtempSync(join(tmpdir(), "fettle-process-"));
  onTestFinished(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });
  return { url: server.url, folder };
}

const example = resolve("examples/arithmetic.ts");
const lines = (path: string) => readFileSync(path, "utf8").split("\n").slice(0, -1);
const answer: Reply = { body: chatCompletion("1 + 1") };

describe("fettle process", () => {
  it("takes the original's command line", async () => {
    const keys = new Set<unknown>();
    const asked: Record<string, unknown>[] = [];
    const { url, folder } = await seat(({ headers, body }) => {
      keys.add(headers.authorization);
      asked.push(body);
      return answer;
    });
    const out = join(folder, "code_debug.jsonl");
    const {
      code,
      err,
      out: said,
    } = await fettle([
      ...["process", example, "--env.data_path_to_save_groups", out, "--env.group_size", "3", "--env.total_steps=2"],
      ...["--env.max_num_workers", "-1", "--env.max_token_length=77", "--env.use_wandb", "False"],
      ...["--openai.base_url", url, "--openai.model_name", "NousResearch/DeepHermes-3", "--openai.api_key=sk-secret"],
      ...["--json"],
    ]);
    expect(err).toMatch(/--env\.max_num_workers has no effect here/);
    expect(code).toBe(0);
    expect(JSON.parse(said)).toMatchObject({
      file: out,
      model: "openai:NousResearch/DeepHermes-3",
      groupSize: 3,
      groups: { planned: 2, finished: 2 },
    });
    expect(lines(out)).toHaveLength(2);
    expect(existsSync(join(folder, "code_debug.html"))).toBe(true);
    expect(asked.every(({ model, max_tokens }) => model === "NousResearch/DeepHermes-3" && max_tokens === 77)).toBe(
      true,
    );
    expect([...keys]).toEqual(["Bearer sk-secret"]);
    // The key is nowhere on disk.
    for (const name of [
      "code_debug.jsonl",
      "code_debug.html",
      "code_debug.run/config.json",
      "code_debug.run/traces.jsonl",
    ])
      expect(readFileSync(join(folder, name), "utf8")).not.toContain("sk-secret");
  });

  it("stops on Ctrl-C, keeps what is finished, and goes on", async () => {
    let served = 0;
    let child: ChildProcess | undefined;
    const { url, folder } = await seat(() => {
      if (++served === 30) child?.kill("SIGINT");
      return answer;
    });
    const out = join(folder, "a.jsonl");
    const command = [
      "process",
      example,
      "--model",
      "openai:x",
      "--base-url",
      url,
      "--groups",
      "20",
      "--group-size",
      "2",
    ];
    const options = [...command, "--concurrency", "2", "--no-report", "--out", out];
    const stopped = await fettle(options, (started) => {
      child = started;
    });
    expect(stopped).toMatchObject({
      code: 130,
      err: expect.stringMatching(/Stopped after \d+ of 20 groups[\s\S]*--resume/),
    });
    const before = lines(out);
    expect(before.length).toBeGreaterThan(0);
    expect(before.length).toBeLessThan(20);
    expect(await fettle([...options, "--resume"])).toMatchObject({ code: 0 });
    expect(lines(out)).toHaveLength(20);
    expect(lines(out).slice(0, before.length - 2)).toEqual(before.slice(0, before.length - 2));
  });

  it("says in one line what is wrong", async () => {
    const { folder } = await seat(() => answer);
    const out = join(folder, "a.jsonl");
    const wrong = await fettle(["process", example, "--env.groupsize", "8", "--model", "oracle", "--out", out]);
    expect(wrong).toMatchObject({ code: 2, err: expect.stringMatching(/--env\.groupsize: Atropos/) });
    expect(await fettle(["process", example, "--model", "oracle", "--groups", "-1", "--out", out])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/--groups: -1 does not fit/),
    });
    expect(existsSync(out)).toBe(false);
  });
});

describe("fettle evaluate", () => {
  it("takes the original's command line, and writes its files", async () => {
    const { url, folder } = await seat(() => answer);
    const evals = join(folder, "evals");
    const { code, err } = await fettle([
      ...["evaluate", example, "--n", "2", "--no-baselines", "--out", join(folder, "run")],
      ...["--openai.base_url", url, "--openai.model_name=tiny", "--env.data_dir_to_save_evals", evals],
      ...["--env.steps_per_eval=10", "--env.total_steps", "5"],
    ]);
    expect(err).toMatch(/--env\.total_steps has no effect here: it is for fettle process/);
    expect(code).toBe(0);
    const metrics = JSON.parse(readFileSync(join(evals, "metrics.json"), "utf8"));
    expect(metrics.config_general).toMatchObject({
      model_name: "tiny",
      generation_parameters: { max_new_tokens: 1024 },
    });
    expect(metrics.results.all["eval/percent_correct"]).toBe(0);
    expect(lines(join(evals, "samples.jsonl"))).toHaveLength(4);
  });
});
