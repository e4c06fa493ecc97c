import { z } from "zod";
import { FettleError } from "../core/errors.ts";
import { readRollouts } from "../rollouts/journal.ts";
import { readRunConfig } from "../rollouts/run-folder.ts";
import { type Outcome, outcomeOf, sortOutcomes } from "./outcome.ts";

export interface LoadedRun {
  name: string;
  environment: string;
  version: string;
  /** The last outcome of every episode, by level, seed and sample. */
  outcomes: Outcome[];
}

/** Outcomes of an evaluation's run folder, finished or not. Throws FettleError `bad_run_folder`. */
export async function loadRun(path: string): Promise<LoadedRun> {
  const { kind, identity } = await readRunConfig(path);
  if (kind !== "evaluate")
    throw new FettleError("bad_run_folder", `${path} holds a run of "${kind}", not an evaluation.`, {
      hint: "Evaluate its model first: fettle evaluate ENV --model RUN.",
    });
  const outcomes = new Map<string, Outcome>();
  for await (const rollout of readRollouts(path)) outcomes.set(rollout.trace.id, outcomeOf(rollout));
  if (outcomes.size === 0) throw new FettleError("bad_run_folder", `${path} holds no finished episode yet.`);
  return {
    name: String(identity.model ?? path),
    environment: String(identity.environment),
    version: String(identity.version),
    outcomes: sortOutcomes(outcomes.values(), z.array(z.string()).catch([]).parse(identity.levels)),
  };
}
