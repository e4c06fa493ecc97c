import { z } from "zod";
import { splits } from "../../core/splits.ts";
import { metricsOptions } from "../../metrics/options.ts";
import { defineCommand } from "../command.ts";
import { loadEnvironment, taskOptions } from "../environments.ts";
import { modelOptions, openModel } from "../models.ts";
import { option, optionsOf } from "../options.ts";
import { playOptions, playSettings } from "../play-options.ts";
import { chooseRunFolder } from "../run-folders.ts";
import { servicesFor } from "../services.ts";

export const evaluate = defineCommand({
  arguments: { environment: { about: "An environment: its name, or the path of a module that exports one" } },
  options: {
    ...modelOptions,
    levels: option(z.array(z.string()).optional(), "Levels to play; all when absent", { placeholder: "names" }),
    n: option(z.int().min(1).default(100), "Tasks per level"),
    groupSize: option(z.int().min(1).default(1), "Episodes per task, which pass@k is counted over"),
    split: option(z.enum(splits).default("test"), "Split of the tasks"),
    seed: option(z.int().min(0).default(0), "First seed of the tasks; fixes what is sampled, too"),
    ...playOptions,
    baselines: option(
      z.boolean().default(true),
      "Play no-op, random, the best constant answer and the oracle on the same tasks",
    ),
    out: option(z.string().optional(), "Folder of the run; a new one below runs/ when absent", {
      placeholder: "folder",
    }),
    evalsDir: option(
      z.string().optional(),
      "Also write metrics.json and samples.jsonl into this folder, as Atropos' environments do",
      { placeholder: "folder" },
    ),
    resume: option(z.boolean().default(false), "Continue a run: what is finished stays, errors are tried again"),
    ...optionsOf(metricsOptions),
    ...taskOptions,
  },
  atropos: "evaluate",
  examples: [
    ["evaluate api-debug --model oracle --n 20", "the reference repair, on 20 tasks per level"],
    [
      "evaluate api-debug --model openai:qwen3 --base-url http://localhost:8000/v1 --levels easy,hard --group-size 4",
      "an endpoint; its key comes from OPENAI_API_KEY",
    ],
    ["evaluate api-debug --model runs/train-api-debug", "what a training run has learnt"],
  ],
  async run({ arguments: { environment: name }, options }, terminal) {
    const environment = await loadEnvironment(name, options, (line) => terminal.note(line));
    const services = await servicesFor(environment, terminal);
    const folder = chooseRunFolder(`evaluate-${environment.name}-${options.model}`, options);
    const { evaluate: play } = await import("../../evaluation/evaluate.ts");
    const { labelTable, summaryTable } = await import("../../evaluation/report.ts");
    const { showProgress } = await import("../run-events.ts");
    const model = await openModel(environment, options, (line) => terminal.note(line));
    try {
      const { n, seed, split, groupSize, baselines, resume, levels, metrics, evalsDir } = options;
      const summary = await play({
        environment,
        services,
        model: model.player,
        ...{ n, seed, split, groupSize, baselines, resume, folder, metrics },
        ...(levels && { levels }),
        ...(evalsDir !== undefined && { evals: evalsDir }),
        ...playSettings(options),
        signal: terminal.signal,
        onEvent: await showProgress(terminal),
      });
      const tables = [summaryTable(summary), ...(summary.labels.length > 0 ? [labelTable(summary)] : [])];
      terminal.result({ folder, ...summary }, tables.join("\n"));
      if (summary.overall.errors > 0)
        terminal.note("Repeat the command with --resume to try the episodes again that ended in an error.");
      terminal.note(`Episodes, summary and plots: ${folder}. See them with: fettle show ${folder}`);
      return 0;
    } finally {
      await model.close();
    }
  },
});
