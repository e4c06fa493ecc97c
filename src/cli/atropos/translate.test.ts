import { describe, expect, it } from "vitest";
import { translateConfig, translateWords } from "./translate.ts";

describe("flags of Atropos", () => {
  it("become ours, in both spellings and in their places", () => {
    const line =
      "process code-debug --env.data_path_to_save_groups data/code_debug.jsonl --env.group_size 8 --env.total_steps=20 " +
      "--openai.base_url http://localhost:8000/v1 --openai.model_name=NousResearch/DeepHermes --seed 3";
    expect(translateWords(line.split(" "), "process")).toEqual({
      words: [
        ...["process", "code-debug", "--out=data/code_debug.jsonl", "--group-size=8", "--groups=20"],
        ...["--base-url=http://localhost:8000/v1", "--model=openai:NousResearch/DeepHermes", "--seed", "3"],
      ],
      variables: {},
      notes: [],
    });
  });

  it("take values that begin with a dash, bare switches and None", () => {
    const words = ["--env.max_num_workers", "-1", "--env.ensure_scores_are_not_same", "--env.wandb_name", "None", "x"];
    expect(translateWords(words, "process")).toMatchObject({
      words: ["--mixed-only", "x"],
      notes: [expect.stringMatching(/max_num_workers has no effect here: --concurrency/)],
    });
    expect(translateWords(["--env.ensure_scores_are_not_same", "False"], "process").words).toEqual([]);
    expect(translateWords(["--env.batch_size=-1", "--env.use_wandb"], "evaluate").notes).toHaveLength(2);
    expect(translateWords(["--slurm", "false", "--testing=False"], "evaluate").words).toEqual([]);
  });

  it("keep the key out of the words", () => {
    const { words, variables } = translateWords(["--openai.api_key", "sk-secret"], "evaluate");
    expect(words).toEqual([]);
    expect(variables).toEqual({ OPENAI_API_KEY: "sk-secret" });
  });

  it("mean what the command can do", () => {
    const words = ["--env.data_dir_to_save_evals=evals", "--env.data_path_to_save_groups=x.jsonl"];
    expect(translateWords(words, "evaluate").words).toEqual(["--evals-dir=evals"]);
    expect(translateWords(words, "process").words).toEqual(["--out=x.jsonl"]);
    expect(translateWords(["--openai.server_type", "sglang", "--openai.timeout=1200"], "process").words).toEqual([
      "--token-ids",
      "--request-timeout=290",
    ]);
    expect(translateWords(["--openai.server_type", "openai"], "process").words).toEqual([]);
  });

  it("are refused where they do not exist or would change what the model is asked", () => {
    expect(() => translateWords(["--env.groupsize", "8"], "process")).toThrow(/--env\.groupsize: Atropos/);
    expect(() => translateWords(["--openai.constructor", "8"], "process")).toThrow(/no such flag/);
    expect(() => translateWords(["--env.thinking_mode", "True"], "process")).toThrow(/cannot be honoured/);
    expect(translateWords(["--env.thinking_mode", "False"], "process").words).toEqual([]);
  });

  it("may come from a configuration file", () => {
    const file = {
      env: { group_size: 8, wandb_name: null, max_token_length: 512 },
      openai: [{ model_name: "qwen", base_url: "http://localhost:8000/v1", api_key: "x" }],
      slurm: false,
      seed: 3,
    };
    expect(translateConfig(file, "process")).toEqual({
      flags: { groupSize: "8", maxTokens: "512", model: "openai:qwen", baseUrl: "http://localhost:8000/v1" },
      variables: { OPENAI_API_KEY: "x" },
      notes: [expect.stringMatching(/slurm has no effect/)],
      rest: { seed: 3 },
    });
    expect(() => translateConfig({ openai: [{}, {}] }, "process")).toThrow(/one mapping/);
  });
});
