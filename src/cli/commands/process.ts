import { existsSync } from "node:fs";
import { z } from "zod";
import { splits } from "../../core/splits.ts";
import { metricsOptions } from "../../metrics/options.ts";
import { formatDefaults, processFormats } from "../../processing/formats/index.ts";
import { defineCommand } from "../command.ts";
import { loadEnvironment, taskOptions } from "../environments.ts";
import { modelOptions, openModel } from "../models.ts";
import { option, optionsOf } from "../options.ts";
import { playOptions, playSettings } from "../play-options.ts";
import { servicesFor } from "../services.ts";

export const processCommand = defineCommand({
  arguments: { environment: { about: "An environment: its name, or the path of a module that exports one" } },
  options: {
    ...modelOptions,
    groups: option(z.int().min(1).default(100), "Groups to play, spread evenly over the levels"),
    groupSize: option(z.int().min(1).default(4), "Episodes per group"),
    out: option(z.string().optional(), "The file to write; data/ENVIRONMENT.jsonl, numbered, when absent", {
      placeholder: "file.jsonl",
    }),
    format: option(
      z.enum(processFormats).default(formatDefaults.format),
      "Atropos groups with tokens, conversations for fine-tuning, or chosen and rejected pairs",
    ),
    threshold: option(
      z.number().default(formatDefaults.threshold),
      "Least score of an example (sft) or of the chosen episode (preference)",
    ),
    margin: option(z.number().min(0).default(formatDefaults.margin), "Least difference within a pair (preference)"),
    top: option(z.int().min(1).default(formatDefaults.top), "Most examples or pairs of one group (sft, preference)"),
    mixedOnly: option(z.boolean().default(false), "Leave out groups whose scores are all equal"),
    keepTruncated: option(
      z.boolean().default(false),
      "Let sequences that a limit cut off count like others: no set_advantage_to_zero (atropos)",
    ),
    report: option(z.boolean().default(true), "Write a page to look at the groups beside the file"),
    reportGroups: option(z.int().min(1).default(1000), "Most groups in that page"),
    levels: option(z.array(z.string()).optional(), "Levels to play; all when absent", { placeholder: "names" }),
    split: option(z.enum(splits).default("train"), "Split of the tasks"),
    seed: option(z.int().min(0).default(0), "First seed of the tasks; fixes what is sampled, too"),
    ...playOptions,
    run: option(z.string().optional(), "Folder that keeps every episode; the file's name with .run when absent", {
      placeholder: "folder",
    }),
    resume: option(z.boolean().default(false), "Continue a run: what is finished stays, the file is written anew"),
    ...optionsOf(metricsOptions),
    ...taskOptions,
  },
  atropos: "process",
  examples: [
    [
      "process api-debug --model openai:qwen3 --base-url http://localhost:8000/v1 --token-ids --group-size 8 --out groups.jsonl",
      "groups with exact token ids from a vLLM server",
    ],
    ["process api-debug --model runs/train-api-debug --groups 50", "groups from what a training run has learnt"],
    [
      "process api-debug --model openai:qwen3 --format preference --mixed-only --out pairs.jsonl",
      "chosen and rejected pairs for TRL",
    ],
  ],
  async run({ arguments: { environment: name }, options }, terminal) {
    const environment = await loadEnvironment(name, options, (line) => terminal.note(line));
    const services = await servicesFor(environment, terminal);
    const { processGroups } = await import("../../processing/process.ts");
    const { processText } = await import("../../processing/summary-text.ts");
    const { showProgress } = await import("../run-events.ts");
    const model = await openModel(environment, options, (line) => terminal.note(line));
    const out = options.out ?? freeFile(environment.name, options.resume);
    try {
      const { levels, run, groups, groupSize, split, seed, format, threshold, margin, top, mixedOnly } = options;
      const { keepTruncated, report, reportGroups, resume, metrics } = options;
      const summary = await processGroups({
        environment,
        services,
        model: model.player,
        ...{ out, groups, groupSize, split, seed, format, threshold, margin, top, mixedOnly },
        ...{ keepTruncated, report, reportGroups, resume, metrics },
        ...(levels && { levels }),
        ...(run !== undefined && { run }),
        ...playSettings(options),
        signal: terminal.signal,
        onEvent: await showProgress(terminal),
      });
      terminal.result({ file: out, ...summary }, processText(summary));
      if (summary.groups.incomplete > 0)
        terminal.note("Repeat the command with --resume to try the episodes again that ended in an error.");
      const page = report ? ` Look at the groups in ${out.replace(/\.jsonl?$/, "")}.html.` : "";
      terminal.note(`${summary.rows} lines in ${out}.${page}`);
      return 0;
    } finally {
      await model.close();
    }
  },
});

/** `data/NAME.jsonl`, numbered when it is taken; to resume means the newest of them. */
function freeFile(name: string, resume: boolean): string {
  const numbered = (number: number) => `data/${name}${number === 1 ? "" : `-${number}`}.jsonl`;
  let next = 1;
  while (existsSync(numbered(next))) next++;
  return numbered(resume && next > 1 ? next - 1 : next);
}
