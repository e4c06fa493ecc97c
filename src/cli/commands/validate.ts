import { z } from "zod";
import { defineCommand } from "../command.ts";
import { environmentSource, loadEnvironment, taskOptions } from "../environments.ts";
import { option } from "../options.ts";
import { servicesFor } from "../services.ts";

export const validate = defineCommand({
  arguments: { environment: { about: "An environment: its name, or the path of a module that exports one" } },
  options: {
    n: option(z.int().min(1).default(1000), "Tasks per level"),
    levels: option(z.array(z.string()).optional(), "Levels to check; all when absent", { placeholder: "names" }),
    constantSeeds: option(
      z.int().min(1).default(1000),
      "Training tasks on which the best constant answer is searched",
      {
        placeholder: "n",
      },
    ),
    ...taskOptions,
  },
  examples: [
    ["validate api-debug --n 10000", "every promise of the environment; exit code 1 when one does not hold"],
    ["validate ./mine.ts --levels first", "one level of your own environment"],
  ],
  async run({ arguments: { environment: name }, options }, terminal) {
    const environment = await loadEnvironment(name, options, (line) => terminal.note(line));
    const services = await servicesFor(environment, terminal);
    const { validate: check } = await import("../../evaluation/validate.ts");
    const { validationTable } = await import("../../evaluation/report.ts");
    const { showProgress } = await import("../run-events.ts");
    const report = await check(environment, {
      services,
      seeds: options.n,
      constantSeeds: options.constantSeeds,
      ...(options.levels && { levels: options.levels }),
      source: environmentSource(name, options),
      signal: terminal.signal,
      onEvent: await showProgress(terminal),
    });
    terminal.result(report, validationTable(report));
    return report.ok ? 0 : 1;
  },
});
