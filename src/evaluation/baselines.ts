import { z } from "zod";
import type { AnyEnvironment, Services, Task } from "../core/environment.ts";
import { FettleError } from "../core/errors.ts";
import { clusteredMean } from "../core/statistics.ts";
import { type Answering, playPolicy } from "../rollouts/play-policy.ts";
import { bestConstant, reportSeeds, sideBySide } from "./best-constant.ts";
import { estimateSchema } from "./metrics.ts";
import { tasksOf } from "./tasks.ts";

export const baselineSchema = z.object({
  /** `noop`, `random`, `constant` or `oracle`. */
  name: z.string(),
  return: estimateSchema,
  /** Share of tasks solved. */
  solved: z.number().nullable(),
  errors: z.int(),
  /** The answer given on every turn, for `constant`. */
  answer: z.unknown().optional(),
});
export type Baseline = z.infer<typeof baselineSchema>;

export interface BaselineOptions {
  level: string;
  options: unknown;
  services?: Services;
  signal?: AbortSignal;
}

/**
 * Throws FettleError `no_task` when a level has no training task, which the best constant answer is found on. To be asked
 * before anything is played; as a rule, it generates one task.
 */
export async function requireTrainingTask(
  environment: AnyEnvironment,
  { level, options, signal }: BaselineOptions,
): Promise<void> {
  let refusal: FettleError | null = null;
  for (let seed = 0; seed < reportSeeds(environment); seed++) {
    const first = await tasksOf(environment, { level, split: "train", options, seeds: [seed], signal });
    if (first.tasks.length > 0) return;
    refusal = first.refusal;
  }
  throw new FettleError("no_task", `Level "${level}" has no training task for its baselines: ${refusal?.message}`, {
    hint: "Play it without baselines (--no-baselines), or leave the level out (--levels).",
    cause: refusal,
  });
}

/** What no-op, random, the best constant answer and the oracle earn on given tasks, one episode per task. */
export async function playBaselines(
  environment: AnyEnvironment,
  tasks: readonly Task[],
  { level, options, services, signal }: BaselineOptions,
): Promise<Baseline[]> {
  const constant = await bestConstant(environment, level, {
    options,
    ...(services && { services }),
    seeds: reportSeeds(environment),
    ...(signal && { signal }),
  });
  const play = async (name: string, answering: Answering): Promise<Baseline> => {
    const scored: { cluster: string; value: number }[] = [];
    let [solved, errors] = [0, 0];
    for (let at = 0; at < tasks.length; at += sideBySide) {
      await new Promise((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
      const some = tasks.slice(at, at + sideBySide);
      const results = await Promise.all(
        some.map((task) => playPolicy(environment, task, answering, services && { services })),
      );
      for (const [i, result] of results.entries()) {
        if (result.error === null) scored.push({ cluster: some[i]?.key ?? "", value: result.return });
        else errors++;
        if (result.solved) solved++;
      }
    }
    const estimate = clusteredMean(scored, { unit: true });
    return { name, return: estimate, solved: scored.length === 0 ? null : solved / scored.length, errors };
  };
  return [
    await play("noop", { policy: "noop" }),
    await play("random", { policy: "random" }),
    { ...(await play("constant", { constant: constant.action })), answer: constant.action },
    await play("oracle", { policy: "oracle" }),
  ];
}
