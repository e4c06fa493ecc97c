import { z } from "zod";
import { splits } from "../../core/environment.ts";
import { defineCommand } from "../command.ts";
import { loadEnvironment, taskOptions } from "../environments.ts";
import { option } from "../options.ts";
import { formatTask, showTask } from "../show-task.ts";

export const show = defineCommand({
  arguments: { target: { about: "An environment (name or module path), or the folder of a run" } },
  options: {
    level: option(z.string().optional(), "Level of the task, the first when absent; levels of episodes", {
      placeholder: "name",
    }),
    seed: option(z.int().min(0).default(0), "Seed of the task", { placeholder: "n" }),
    split: option(z.enum(splits).default("train"), "Split of the task"),
    form: option(
      z.enum(["full", "compact"]).default("full"),
      "Prompt for large models, or the short one for small models",
    ),
    truth: option(z.boolean().default(false), "Print the oracle's answer as well"),
    ...taskOptions,
  },
  examples: [
    ["show api-debug --level easy --seed 3", "a task as a model sees it"],
    ["show api-debug --level hard --form compact --truth", "the short form, with the answer"],
  ],
  async run({ arguments: { target }, options }, terminal) {
    const environment = await loadEnvironment(target, options);
    const level = options.level ?? environment.levels[0]?.name ?? "";
    const { seed, split, form, truth } = options;
    const request = { level, seed, split, options: environment.options.parse({}) };
    const shown = await showTask(environment, request, { form, truth });
    terminal.result(shown, formatTask(shown));
    return 0;
  },
});
