import type { AnyEnvironment } from "../core/environment.ts";
import type { ErrorCode } from "../core/errors.ts";
import type { Score } from "../core/score.ts";
import type { StopReason, Trace, TraceTurn } from "../core/trace.ts";
import type { EpisodeRequest, Rollout } from "./settings.ts";

/** How an attempt at an episode went. */
export interface Played {
  turns: TraceTurn[];
  /** Per turn, every score with its reason. */
  scores: Score[][];
  /** The last one that the acting role saw. */
  observation: unknown;
  stop: StopReason;
  outcome: { return: number; solved: boolean };
  /** Set when `stop` is `error`. */
  error: string | null;
  /** Of that error, where it was an expected one. */
  code?: ErrorCode;
}

/** The two records of an episode. `failures`: of the attempts before; `milliseconds`: of all attempts. */
export function rolloutOf(
  environment: AnyEnvironment,
  { task, sample, group = task.key }: EpisodeRequest,
  { turns, scores, observation, stop, outcome, error, code }: Played,
  { failures, milliseconds }: { failures: string[]; milliseconds: number },
): Rollout {
  const id = `${group}/${sample}`;
  const totals = { prompt: 0, completion: 0, milliseconds };
  for (const { usage } of turns) {
    totals.prompt += usage?.prompt ?? 0;
    totals.completion += usage?.completion ?? 0;
  }
  const scored = stop !== "error" && stop !== "cancelled";
  const trace: Trace = {
    format: "fettle-trace/1",
    id,
    environment: environment.name,
    version: environment.version,
    level: task.level,
    split: task.split,
    task: { key: task.key, hash: task.hash },
    group,
    sample,
    turns,
    final: observation,
    stop,
    return: scored ? outcome.return : null,
    solved: scored && outcome.solved,
    totals,
    failures,
    error,
  };
  const { seed, structure, labels, secret } = task;
  const truth = { id, seed, structure, labels, secret, scores };
  return { trace, truth, ...(code && { code }) };
}
