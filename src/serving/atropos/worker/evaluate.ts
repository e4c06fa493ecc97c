import type { AnyEnvironment } from "../../../core/environment.ts";
import type { GroupSettings } from "../../../rollouts/run-groups.ts";
import { runGroups } from "../../../rollouts/run-groups.ts";
import type { GroupPlan } from "../../../rollouts/settings.ts";

export interface EvalMetrics {
  /** Share of episodes solved. */
  "eval/percent_correct": number;
  "eval/avg_return": number;
}

/**
 * Plays the same `tasks` test tasks every time, one episode each, spread over levels. Null when none could be scored or
 * the signal fired. Errors are left out: they are no results of the model.
 */
export async function evaluateOnce(
  settings: GroupSettings,
  { levels, tasks, seed }: { levels: readonly string[]; tasks: number; seed: number },
): Promise<EvalMetrics | null> {
  let [scored, solved, sum] = [0, 0, 0];
  for await (const { episodes } of runGroups(settings, plans(settings.environment, levels, tasks, seed)))
    for (const { trace } of episodes) {
      if (trace.return === null) continue;
      scored++;
      sum += trace.return;
      if (trace.solved) solved++;
    }
  if (scored === 0 || settings.signal?.aborted) return null;
  return { "eval/percent_correct": solved / scored, "eval/avg_return": sum / scored };
}

function* plans(
  environment: AnyEnvironment,
  levels: readonly string[],
  tasks: number,
  seed: number,
): Generator<GroupPlan> {
  const options: unknown = environment.options.parse({});
  for (let i = 0; i < tasks; i++)
    yield { level: levels[i % levels.length] ?? "", seed: seed + i, split: "test", options, samples: [0] };
}
