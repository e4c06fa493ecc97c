import { FettleError } from "../core/errors.ts";
import { clusterMeans, type Estimate, mean, type Observed, pairedDifference } from "../core/statistics.ts";
import { loadRun } from "./load-run.ts";
import type { Outcome } from "./outcome.ts";

/** One row: what A and B earn on the tasks both have finished, and the paired difference A - B. */
export interface ComparisonRow {
  name: string;
  tasks: number;
  a: number;
  b: number;
  /** Of mean returns per task, with its 95 % interval over tasks. */
  difference: Estimate;
  /** Of shares solved per task. */
  solvedDifference: Estimate;
  /** Tasks on which A's mean return is above B's, below it, and equal. */
  better: number;
  worse: number;
  equal: number;
}

export interface Comparison {
  a: string;
  b: string;
  environment: string;
  overall: ComparisonRow;
  levels: ComparisonRow[];
  labels: ComparisonRow[];
  /** Tasks that only one side has, or that the other side only has errors for. */
  onlyA: number;
  onlyB: number;
}

/** Outcomes under a name. */
export interface Side {
  name: string;
  outcomes: readonly Outcome[];
}

/**
 * Compares two evaluations, each a run folder, on the tasks they share. Throws FettleError `bad_run_folder` when a folder
 * is none or they share no task.
 */
export async function compare(a: string, b: string): Promise<Comparison> {
  const [left, right] = [await loadRun(a), await loadRun(b)];
  if (left.environment !== right.environment || left.version !== right.version)
    throw new FettleError(
      "bad_run_folder",
      `${a} is of ${left.environment} ${left.version} and ${b} of ${right.environment} ${right.version}: they share no task.`,
    );
  // Two runs of one model are told apart by their folders.
  const sides: [Side, Side] =
    left.name === right.name
      ? [
          { ...left, name: a },
          { ...right, name: b },
        ]
      : [left, right];
  return { ...compareOutcomes(...sides), environment: left.environment };
}

/** As `compare`, for outcomes in memory. `environment` is left empty. */
export function compareOutcomes(a: Side, b: Side): Comparison {
  const [left, right] = [scored(a), scored(b)];
  const [inA, inB] = [new Set(left.map(({ task }) => task)), new Set(right.map(({ task }) => task))];
  const shared = (outcomes: Outcome[]) => outcomes.filter(({ task }) => inA.has(task) && inB.has(task));
  const [mine, theirs] = [shared(left), shared(right)];
  if (mine.length === 0)
    throw new FettleError("bad_run_folder", `${a.name} and ${b.name} share no task that both finished.`, {
      hint: "Evaluate both with the same levels, split, seed and environment options.",
    });
  const distinct = (pick: (outcome: Outcome) => readonly string[]) => [...new Set(mine.flatMap(pick))];
  const rows = (names: string[], has: (outcome: Outcome, name: string) => boolean) =>
    names.map((name) =>
      row(
        name,
        mine.filter((outcome) => has(outcome, name)),
        theirs.filter((outcome) => has(outcome, name)),
      ),
    );
  return {
    a: a.name,
    b: b.name,
    environment: "",
    overall: row("overall", mine, theirs),
    levels: rows(
      distinct(({ level }) => [level]),
      ({ level }, name) => level === name,
    ),
    labels: rows(distinct(({ labels }) => labels).sort(), ({ labels }, name) => labels.includes(name)),
    onlyA: [...inA].filter((task) => !inB.has(task)).length,
    onlyB: [...inB].filter((task) => !inA.has(task)).length,
  };
}

function scored({ outcomes }: Side): Outcome[] {
  return outcomes.filter((outcome) => outcome.return !== null);
}

function row(name: string, a: readonly Outcome[], b: readonly Outcome[]): ComparisonRow {
  const returns = (outcomes: readonly Outcome[]): Observed[] =>
    outcomes.map((outcome) => ({ cluster: outcome.task, value: outcome.return ?? 0 }));
  const solved = (outcomes: readonly Outcome[]): Observed[] =>
    outcomes.map((outcome) => ({ cluster: outcome.task, value: outcome.solved ? 1 : 0 }));
  const [left, right] = [clusterMeans(returns(a)), clusterMeans(returns(b))];
  const differences = [...left].map(([task, value]) => value - (right.get(task) ?? 0));
  const better = differences.filter((difference) => difference > 1e-9).length;
  const worse = differences.filter((difference) => difference < -1e-9).length;
  return {
    name,
    tasks: left.size,
    a: mean([...left.values()]),
    b: mean([...right.values()]),
    difference: pairedDifference(returns(a), returns(b)),
    solvedDifference: pairedDifference(solved(a), solved(b)),
    better,
    worse,
    equal: differences.length - better - worse,
  };
}
