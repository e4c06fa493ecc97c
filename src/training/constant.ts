import type { AnyEnvironment, PromptForm, Services, Task } from "../core/environment.ts";
import { Random } from "../core/random.ts";
import { mean } from "../core/statistics.ts";
import type { Model } from "../models/model.ts";
import { demonstrate } from "./demonstrations.ts";
import { type HeldOutSettings, play } from "./held-out.ts";

/** A model that always says the same. */
export function constantModel(text: string, form: PromptForm): Model {
  const completion = {
    text,
    reasoning: null,
    tokens: null,
    usage: null,
    finish: "stop" as const,
    weightsVersion: null,
  };
  return { id: "constant", form, complete: async () => completion };
}

/**
 * The best of the answers that the oracle gives most often, tried on tasks of training: what can be had without reading
 * the task. null when there are no tasks.
 */
export async function bestConstant(
  settings: HeldOutSettings & { form: PromptForm; services: Services; environment: AnyEnvironment },
  tasks: readonly Task[],
  candidates = 12,
): Promise<string | null> {
  const counts = new Map<string, number>();
  for (const task of tasks) {
    const turns = await demonstrate(settings, task, { recover: false, random: new Random("constant") });
    const text = turns?.at(-1)?.completion;
    if (text !== undefined) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const frequent = [...counts].sort((a, b) => b[1] - a[1]).slice(0, candidates);
  let best: { text: string; mean: number } | null = null;
  for (const [text] of frequent) {
    const results = await play(settings, constantModel(text, settings.form), tasks);
    const value = mean(results.map((result) => result.return));
    if (!best || value > best.mean) best = { text, mean: value };
  }
  return best?.text ?? null;
}
