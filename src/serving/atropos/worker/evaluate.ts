import type { AnyEnvironment } from "../../../core/environment.ts";
import { type GroupSettings, runGroups } from "../../../rollouts/run-groups.ts";
import type { GroupPlan } from "../../../rollouts/settings.ts";

export interface EvalMetrics {
  /** Share of episodes solved. */
  "eval/percent_correct": number;
  "eval/avg_return": number;
}

export interface EvaluatorOptions {
  tasks: number;
  temperature: number;
  /** First seed of the tasks. */
  seed: number;
}

/** Evaluates a model now and then, on the same test tasks every time, one evaluation after the other. */
export class Evaluator {
  readonly #settings: GroupSettings;
  readonly #options: EvaluatorOptions;
  #running = false;

  constructor(settings: GroupSettings, options: EvaluatorOptions) {
    const { temperature } = options;
    this.#settings = { ...settings, sampling: { ...settings.sampling, temperature } };
    this.#options = options;
  }

  get running(): boolean {
    return this.#running;
  }

  /** Plays the tasks, spread over levels. Null when none could be scored or the signal fired. */
  async run(levels: readonly string[]): Promise<EvalMetrics | null> {
    this.#running = true;
    try {
      let [scored, solved, sum] = [0, 0, 0];
      for await (const { episodes } of runGroups(this.#settings, this.#plans(levels)))
        for (const { trace } of episodes) {
          // Errors are no results of the model.
          if (trace.return === null) continue;
          scored++;
          sum += trace.return;
          if (trace.solved) solved++;
        }
      if (scored === 0 || this.#settings.signal?.aborted) return null;
      return { "eval/percent_correct": solved / scored, "eval/avg_return": sum / scored };
    } finally {
      this.#running = false;
    }
  }

  *#plans(levels: readonly string[]): Generator<GroupPlan> {
    const environment: AnyEnvironment = this.#settings.environment;
    const options: unknown = environment.options.parse({});
    const { tasks, seed } = this.#options;
    for (let i = 0; i < tasks; i++)
      yield { level: levels[i % levels.length] ?? "", seed: seed + i, split: "test", options, samples: [0] };
  }
}
