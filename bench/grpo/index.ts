/**
 * The training bar: one GRPO step, sampling included, of the embedded engine against TRL's GRPOTrainer. Same shapes, same
 * number of threads, same run: 4 prompts x 8 completions x 64 tokens after prompts of about 370 tokens, one optimiser
 * step, no KL term. Every completion is 64 tokens long on both sides (no end token).
 *
 *   npx tsx bench/grpo/index.ts [--shape small|large] [--steps N] [--threads N] [--json FILE]
 */
import { writeFileSync } from "node:fs";
import os from "node:os";
import { parseArgs } from "node:util";
import { ourSteps } from "./ours.ts";
import { type Measured, shapes } from "./shapes.ts";
import { trlSteps } from "./trl.ts";

const { values } = parseArgs({
  options: {
    shape: { type: "string" },
    steps: { type: "string", default: "3" },
    threads: { type: "string", default: String(Math.min(4, os.availableParallelism())) },
    json: { type: "string" },
  },
});
const steps = Number(values.steps);
const threads = Number(values.threads);

const [load = 0] = os.loadavg();
if (load > 0.5) console.warn(`The machine is busy (load ${load.toFixed(1)}): compare processor times.`);

const results = [];
for (const shape of shapes.filter(({ name }) => !values.shape || name === values.shape)) {
  const trl = trlSteps(shape, steps, threads);
  const ours = await ourSteps(shape, steps, threads);
  const ratio = trl.secondsPerStep / ours.secondsPerStep;
  results.push({ shape, threads, trl, ours, ratio });
  console.log(
    `${shape.name}: ${ours.parameters} parameters, ${threads} threads, median of ${steps} steps after a warm-up`,
  );
  console.log(`  TRL     ${describe(trl)}`);
  console.log(
    `  Fettle  ${describe(ours)} (sampling ${ours.sampling.toFixed(2)} s, learning ${ours.learning.toFixed(2)} s)`,
  );
  console.log(`  ${ratio.toFixed(1)} times as fast`);
}
if (values.json) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`);
if (results.some(({ ratio }) => ratio < 1)) process.exitCode = 1;

function describe({ secondsPerStep, processorSecondsPerStep, peakMiB }: Measured): string {
  return `${secondsPerStep.toFixed(2)} s per step, ${processorSecondsPerStep.toFixed(2)} s of processor, ${peakMiB} MiB`;
}
