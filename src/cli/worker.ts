/** `fettle serve ENV --atropos URL`: an environment as a worker of a Rollout API server. */
import { z } from "zod";
import type { AnyEnvironment, Services } from "../core/environment.ts";
import { FettleError } from "../core/errors.ts";
import { openMetrics } from "../metrics/open-metrics.ts";
import type { MetricsKind } from "../metrics/options.ts";
import { workerOptions } from "../serving/atropos/worker/options.ts";
import { modelOptions, openModel } from "./models.ts";
import { type OptionValues, option, optionsOf } from "./options.ts";
import { playOptions, playSettings } from "./play-options.ts";
import type { Terminal } from "./terminal.ts";

const { model, tokenIds: _, ...restOfModel } = modelOptions;
const { concurrency: __, ...restOfPlay } = playOptions;

/** What `serve` takes for it. All but the URL and the model have defaults. */
export const atroposOptions = {
  atropos: option(
    z.string().optional(),
    "Play groups for the trainer of this Rollout API server, instead of waiting for clients; needs --model",
    { placeholder: "url" },
  ),
  model: option(
    model.schema.optional(),
    "Who answers: openai:NAME on vLLM or SGLang, or the folder of a training run or checkpoint",
    {
      placeholder: "model",
    },
  ),
  ...restOfModel,
  ...optionsOf(workerOptions),
  ...restOfPlay,
};

type AtroposValues = OptionValues<typeof atroposOptions> & { metrics: readonly MetricsKind[] };

/** Works until the trainer has enough. `folder` takes the metrics. Throws FettleErrors: see `work`. */
export async function runWorker(
  environment: AnyEnvironment,
  services: Services,
  { atropos: url = "", model: name, metrics: kinds, ...options }: AtroposValues,
  { folder, terminal }: { folder: string; terminal: Terminal },
): Promise<number> {
  if (name === undefined)
    throw new FettleError("bad_option", "--atropos needs --model: this side plays the episodes.", {
      hint: "--model openai:NAME --base-url URL, or the folder of a training run.",
    });
  const { work } = await import("../serving/atropos/index.ts");
  const opened = await openModel(environment, { ...options, model: name, tokenIds: true });
  const metrics = kinds.length === 0 ? null : openMetrics({ folder, kinds, after: undefined });
  try {
    const summary = await work({
      environment,
      services,
      url,
      model: opened.player,
      options,
      ...playSettings({ ...options, concurrency: 1 }),
      signal: terminal.signal,
      note: (line) => terminal.note(line),
      onMetrics(step, values) {
        metrics?.write(step, { ...values });
        const shown = Object.entries(values).map(([key, value]) => `${key} ${Number(value.toFixed(3))}`);
        terminal.note(`Step ${step}: ${shown.join(", ")}`);
      },
    });
    const left = Object.entries(summary.left).filter(([, count]) => count > 0);
    const beside =
      left.length > 0
        ? `; not sent: ${left.map(([why, count]) => `${count} ${why === "tooLong" ? "too long" : why}`).join(", ")}`
        : "";
    terminal.result(summary, `${summary.name}: ${summary.sent} groups sent by step ${summary.step}${beside}.`);
    return 0;
  } finally {
    metrics?.close();
    await opened.close();
  }
}
