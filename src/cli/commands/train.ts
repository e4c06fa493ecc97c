import { z } from "zod";
import { trainOptionsSchema } from "../../training/options.ts";
import { defineCommand } from "../command.ts";
import { loadEnvironment, taskOptions } from "../environments.ts";
import { option, optionsOf } from "../options.ts";
import { chooseRunFolder } from "../run-folders.ts";
import { servicesFor } from "../services.ts";

export const train = defineCommand({
  arguments: { environment: { about: "An environment: its name, or the path of a module that exports one" } },
  options: {
    ...optionsOf(trainOptionsSchema),
    out: option(z.string().optional(), "Folder of the run; a new one below runs/ when absent", {
      placeholder: "folder",
    }),
    ...taskOptions,
  },
  examples: [
    ["train api-debug", "supervised warm start, GRPO and the held-out table in about a quarter of an hour"],
    ["train api-debug --minutes 60 --seed 1", "a longer run"],
    ["train api-debug --resume", "go on with the newest run after an interruption"],
  ],
  async run({ arguments: { environment: name }, options }, terminal) {
    const environment = await loadEnvironment(name, options, (line) => terminal.note(line));
    const services = await servicesFor(environment, terminal);
    const { openapi: _openapi, dataset: _dataset, set: _set, out: _out, ...training } = options;
    const out = chooseRunFolder(`train-${environment.name}`, options);
    const { train: learn } = await import("../../training/train.ts");
    const { showTraining } = await import("../../training/live-view.ts");
    const { reportText } = await import("../../training/report-text.ts");
    const view = showTraining(process.stderr);
    try {
      const report = await learn({
        environment,
        services,
        ...training,
        out,
        signal: terminal.signal,
        onEvent: (event) => view.onEvent(event),
      });
      view.close();
      terminal.result({ folder: out, ...report }, reportText(report));
      terminal.note(`Checkpoint, metrics and plots: ${out}. Evaluate it: fettle evaluate ${name} --model ${out}`);
      return 0;
    } finally {
      view.close();
    }
  },
});
