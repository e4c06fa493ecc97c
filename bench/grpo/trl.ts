import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { z } from "zod";
import { run, torchPython } from "../../interop/torch.ts";
import { median } from "../median.ts";
import type { Measured, Shape } from "./shapes.ts";

const reportSchema = z.object({
  parameters: z.number(),
  seconds: z.array(z.number()),
  processor: z.array(z.number()),
  peakMiB: z.number(),
});

/** Times GRPO steps of TRL in a process of its own, after one to warm up. */
export function trlSteps(shape: Shape, steps: number, threads: number): Measured {
  const folder = mkdtempSync(path.join(os.tmpdir(), "fettle-bench-grpo-"));
  try {
    const report = path.join(folder, "report.json");
    const settings = JSON.stringify({ ...shape, steps, threads });
    run(torchPython(), ["bench/grpo/trl_steps.py", settings, report], { OMP_NUM_THREADS: String(threads) });
    const { processor, ...rest } = reportSchema.parse(JSON.parse(readFileSync(report, "utf8")));
    return { ...rest, secondsPerStep: median(rest.seconds), processorSecondsPerStep: median(processor) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
