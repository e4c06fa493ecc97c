import { Random } from "../../src/core/random.ts";
import { createEmbeddedEngine } from "../../src/engines/embedded/create-engine.ts";
import type { Engine } from "../../src/engines/engine.ts";
import { median } from "../median.ts";
import type { Measured, Shape } from "./shapes.ts";

/** Median seconds of sampling and of learning per step, beside the whole. */
export interface OurMeasured extends Measured {
  sampling: number;
  learning: number;
}

interface StepTiming {
  sampling: number;
  learning: number;
  processor: number;
}

/** Times GRPO steps of the embedded engine after one to warm up. */
export async function ourSteps(shape: Shape, steps: number, threads: number): Promise<OurMeasured> {
  const { name: _, prompts, completions, promptTokens, newTokens, ...model } = shape;
  const engine = await createEmbeddedEngine({ ...model, endToken: null, threads });
  const timings: StepTiming[] = [];
  for (let step = 0; step <= steps; step++) timings.push(await grpoStep(engine, shape, step));
  const { parameters } = await engine.info();
  await engine.close();
  const measured = timings.slice(1);
  const seconds = measured.map(({ sampling, learning }) => sampling + learning);
  return {
    parameters,
    seconds,
    secondsPerStep: median(seconds),
    processorSecondsPerStep: median(measured.map(({ processor }) => processor)),
    sampling: median(measured.map(({ sampling }) => sampling)),
    learning: median(measured.map(({ learning }) => learning)),
    peakMiB: Math.round(process.resourceUsage().maxRSS / 1024),
  };
}

async function grpoStep(engine: Engine, shape: Shape, step: number): Promise<StepTiming> {
  const random = new Random(`bench/${step}`);
  const { completions: size, newTokens: maxTokens } = shape;
  const prompts = Array.from({ length: shape.prompts }, () =>
    Array.from({ length: shape.promptTokens }, () => random.int(0, shape.vocabularySize - 1)),
  );
  const requests = prompts.flatMap((prompt, p) =>
    Array.from({ length: size }, (_, c) => ({ prompt, maxTokens, temperature: 1, seed: `${step}/${p}/${c}` })),
  );
  const processor = process.cpuUsage();
  const started = performance.now();
  const completions = await engine.sample(requests);
  const sampled = performance.now();
  const rewards = completions.map(({ tokens }) => tokens.filter((token) => token % 2 === 0).length / tokens.length);
  const total = completions.reduce((sum, { tokens }) => sum + tokens.length, 0);
  if (total !== requests.length * maxTokens) throw new Error("A completion ended early: the shapes differ");
  const sequences = completions.map(({ tokens }, i) => {
    const prompt = requests[i]?.prompt ?? [];
    const group = rewards.slice(i - (i % size), i - (i % size) + size);
    const mean = group.reduce((a, b) => a + b) / size;
    const deviation = Math.sqrt(group.reduce((a, b) => a + (b - mean) ** 2, 0) / (size - 1));
    const advantage = ((rewards[i] ?? 0) - mean) / (deviation + 1e-4);
    const coefficients = [...prompt, ...tokens]
      .slice(1)
      .map((_, at) => (at < prompt.length - 1 ? 0 : advantage / total));
    return { tokens: [...prompt, ...tokens], coefficients };
  });
  await engine.accumulate(sequences);
  await engine.optimStep({ learningRate: 1e-6, maxGradNorm: 1 });
  const learned = performance.now();
  const { user, system } = process.cpuUsage(processor);
  return {
    sampling: (sampled - started) / 1000,
    learning: (learned - sampled) / 1000,
    processor: (user + system) / 1e6,
  };
}
