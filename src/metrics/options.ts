import { z } from "zod";

export const metricsKinds = ["jsonl", "tensorboard"] as const;
export type MetricsKind = (typeof metricsKinds)[number];

/** The option `--metrics` of every command that has it, and `metrics` of the library. */
export const metricsOptions = z.object({
  metrics: z
    .array(z.enum(metricsKinds))
    .default([])
    .describe("Also write what is measured as it goes, to metrics.jsonl or as event files to tensorboard/")
    .meta({ placeholder: "kinds" }),
});
