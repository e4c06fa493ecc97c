import { statSync } from "node:fs";
import { z } from "zod";
import { splits } from "../../core/splits.ts";
import { defineCommand } from "../command.ts";
import { loadEnvironment, taskOptions } from "../environments.ts";
import { option } from "../options.ts";
import { formatEpisode, showRun, showTraining } from "../show-run.ts";
import { formatTask, showTask } from "../show-task.ts";
import type { Terminal } from "../terminal.ts";

/** Folders are runs; modules are files, and built-in environments are names. */
function isFolder(target: string): boolean {
  return statSync(target, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

async function showFolder(
  folder: string,
  options: { failed: boolean; level?: string | undefined; limit: number },
  terminal: Terminal,
): Promise<number> {
  const training = await showTraining(folder);
  if (training) {
    terminal.result(training.data, training.text);
    return 0;
  }
  const levels = options.level?.split(",") ?? null;
  const { episodes, found } = await showRun(folder, { ...options, levels });
  for (const episode of episodes) terminal.result(episode, `${formatEpisode(episode)}\n`);
  if (found === 0) terminal.note("No such episode.");
  else if (found > episodes.length) terminal.note(`${episodes.length} of ${found} episodes; --limit shows more.`);
  return 0;
}

export const show = defineCommand({
  arguments: { target: { about: "An environment (name or module path), or the folder of a run" } },
  options: {
    level: option(z.string().optional(), "Level of the task, the first when absent; of a run, only episodes of it", {
      placeholder: "name",
    }),
    seed: option(z.int().min(0).default(0), "Seed of the task"),
    split: option(z.enum(splits).default("train"), "Split of the task"),
    form: option(
      z.enum(["full", "compact"]).default("full"),
      "Prompt for large models, or the short one for small models",
    ),
    truth: option(z.boolean().default(false), "Print the oracle's answer as well"),
    failed: option(z.boolean().default(false), "Of a run, only episodes that were not solved"),
    limit: option(z.int().min(1).default(20), "Most episodes of a run"),
    ...taskOptions,
  },
  examples: [
    ["show api-debug --level easy --seed 3", "a task as a model sees it"],
    ["show api-debug --level hard --form compact --truth", "the short form, with the answer"],
    [
      "show runs/evaluate-api-debug-random --failed",
      "episodes that went wrong: what was said, what it scored, and why",
    ],
  ],
  async run({ arguments: { target }, options }, terminal) {
    if (isFolder(target)) return showFolder(target, options, terminal);
    const environment = await loadEnvironment(target, options, (line) => terminal.note(line));
    const level = options.level ?? environment.levels[0]?.name ?? "";
    const { seed, split, form, truth } = options;
    const request = { level, seed, split, options: environment.options.parse({}) };
    const shown = await showTask(environment, request, { form, truth });
    terminal.result(shown, formatTask(shown));
    return 0;
  },
});
