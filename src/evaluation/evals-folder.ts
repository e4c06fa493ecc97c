import { join } from "node:path";
import type { Sampling, Trace } from "../core/trace.ts";
import { atroposMessages } from "../rollouts/atropos-record.ts";
import { fileFailure, writeAtomically } from "../rollouts/files.ts";
import { LineFile } from "../rollouts/line-file.ts";
import type { Summary } from "./summary.ts";

export interface EvalsOptions {
  /** Created when missing; its two files are begun anew with the first episode. */
  folder: string;
  /** Episodes of one task that are written together: they are scored together. 1 where each has its own score. */
  together: number;
}

/**
 * The two files that Atropos' environments write when they evaluate: `samples.jsonl`, a line as soon as an episode has its
 * score, and `metrics.json` in the form of lighteval. Neither holds truth: there is no reference answer in them.
 */
export class EvalsFolder {
  readonly #folder: string;
  readonly #together: number;
  readonly #samples: LineFile;
  readonly #started = performance.now();
  /** Episodes that wait for others of their group. */
  readonly #waiting = new Map<string, Map<number, Trace>>();

  private constructor({ folder, together }: EvalsOptions, samples: LineFile) {
    this.#folder = folder;
    this.#together = together;
    this.#samples = samples;
  }

  /** Throws FettleError `bad_input_file`, as all methods do. */
  static async open(options: EvalsOptions): Promise<EvalsFolder> {
    return new EvalsFolder(options, await LineFile.create(join(options.folder, "samples.jsonl")));
  }

  /** Episodes that ended in an error are no samples. Each episode with a score is added once. */
  add(trace: Trace): void {
    if (trace.return === null) return;
    const group = this.#waiting.get(trace.group) ?? new Map<number, Trace>();
    group.set(trace.sample, trace);
    this.#waiting.set(trace.group, group);
    if (group.size < this.#together) return;
    this.#waiting.delete(trace.group);
    for (const one of group.values()) this.#samples.write(`${JSON.stringify(sampleOf(one))}\n`);
  }

  async finish(summary: Summary, sampling: Sampling | null): Promise<void> {
    const seconds = (performance.now() - this.#started) / 1000;
    const path = join(this.#folder, "metrics.json");
    try {
      await writeAtomically(path, `${JSON.stringify(metricsOf(summary, sampling, seconds), null, 2)}\n`);
    } catch (error) {
      throw fileFailure(path, error);
    }
  }

  async close(): Promise<void> {
    await this.#samples.close();
  }
}

function sampleOf(trace: Trace) {
  const { turns, task, level, sample, stop, solved } = trace;
  const messages = atroposMessages(trace);
  const last = turns.at(-1);
  return {
    messages,
    question: messages.find(({ role }) => role === "user")?.content ?? "",
    model_parsed: last?.action ?? null,
    problem: last?.problem ?? null,
    score: trace.return,
    correct: solved,
    finish_reason: last?.finish ?? null,
    ...{ task: task.key, level, sample, stop, turns: turns.length },
  };
}

function metricsOf(summary: Summary, sampling: Sampling | null, seconds: number) {
  const { environment, model, overall, levels, groupSize } = summary;
  const results = {
    "eval/percent_correct": overall.solved.mean,
    "eval/avg_score": overall.return.mean,
    "eval/truncation_rate": overall.truncationRate,
    "eval/error_rate": overall.errorRate,
    ...Object.fromEntries(levels.map(({ level, metrics }) => [`eval/percent_correct/${level}`, metrics.solved.mean])),
  };
  return {
    config_general: {
      model_name: model.replace(/^openai:/, ""),
      // A text, as in the original.
      total_evaluation_time_seconds: String(seconds),
      generation_parameters: sampling
        ? { max_new_tokens: sampling.maxTokens, temperature: sampling.temperature, top_p: sampling.topP, n: groupSize }
        : {},
    },
    results: { [`atropos|${environment}_eval|0`]: results, all: results },
  };
}
