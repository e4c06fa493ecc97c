import { join } from "node:path";
import { FettleError } from "../core/errors.ts";
import type { Score } from "../core/score.ts";
import type { Rollout } from "../rollouts/settings.ts";
import type { TrainReport } from "../training/report.ts";

export interface ShowRunOptions {
  failed: boolean;
  levels: readonly string[] | null;
  limit: number;
}

/**
 * Episodes of a run in the order written, the last record of each, up to the limit, and how many there are. Throws
 * FettleError `bad_run_folder`.
 */
export async function showRun(
  folder: string,
  options: ShowRunOptions,
): Promise<{ episodes: Rollout[]; found: number }> {
  const { readRunConfig } = await import("../rollouts/run-folder.ts");
  const { readRollouts } = await import("../rollouts/journal.ts");
  await readRunConfig(folder);
  const episodes = new Map<string, Rollout>();
  for await (const rollout of readRollouts(folder)) {
    const { trace } = rollout;
    episodes.delete(trace.id);
    if (options.failed && trace.solved) continue;
    if (options.levels && !options.levels.includes(trace.level)) continue;
    episodes.set(trace.id, rollout);
  }
  return { episodes: [...episodes.values()].slice(0, options.limit), found: episodes.size };
}

/** One episode for people: what was said, what each turn scored, and why. */
export function formatEpisode({ trace, truth }: Rollout): string {
  const outcome = trace.return === null ? `error: ${trace.error}` : `return ${trace.return.toFixed(3)}`;
  const lines = [
    `# ${trace.environment} · ${trace.level} · ${trace.split} · seed ${truth.seed} · sample ${trace.sample}`,
    `${trace.solved ? "solved" : "not solved"}, ${outcome}, ended by ${trace.stop}; faults: ${truth.labels.join(", ") || "-"}`,
  ];
  for (const [index, turn] of trace.turns.entries()) {
    for (const { role, content } of turn.messages) lines.push(`--- ${role}`, content);
    lines.push(`--- ${turn.policy}${turn.finish === "length" ? " (cut off)" : ""}`, turn.completion);
    if (turn.problem !== null) lines.push(`--- could not be read: ${turn.problem}`);
    const reward = turn.reward === null ? "unscored" : turn.reward.toFixed(3);
    lines.push(`--- turn ${index + 1}: reward ${reward}`, ...(truth.scores[index] ?? []).map(formatScore));
  }
  return lines.join("\n");
}

function formatScore({ name, value, weight, kind, why }: Score): string {
  const worth = kind === "reward" ? `x ${weight}` : kind;
  return `  ${name} ${value === null ? "-" : value.toFixed(3)} (${worth}): ${why}`;
}

/**
 * The report of a training run as text, or null when the folder holds none. Throws FettleError `bad_run_folder` for one
 * that is damaged.
 */
export async function showTraining(folder: string): Promise<{ data: unknown; text: string } | null> {
  const { readFile } = await import("node:fs/promises");
  const path = join(folder, "report.json");
  const text = await readFile(path, "utf8").catch(() => null);
  if (text === null) return null;
  const { reportText } = await import("../training/report-text.ts");
  const report = await parseReport(path, text);
  return { data: report, text: reportText(report) };
}

async function parseReport(path: string, text: string): Promise<TrainReport> {
  const { trainReportSchema } = await import("../training/report.ts");
  try {
    return trainReportSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new FettleError("bad_run_folder", `${path} is no report of a training run.`, {
      hint: "Was it written by another version, or edited?",
      cause,
    });
  }
}
