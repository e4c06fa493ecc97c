/** After the last step: the control, the held-out table, and the report. */
import { join } from "node:path";
import { describeError } from "../core/errors.ts";
import { bestConstant, reportSeeds } from "../evaluation/best-constant.ts";
import { type Player, scriptedModel } from "../models/scripted.ts";
import { diskFailure, writeAtomically } from "../rollouts/files.ts";
import type { Control } from "./control.ts";
import { columns, play, playConstant } from "./held-out.ts";
import { readRows } from "./metrics.ts";
import { drawPictures } from "./pictures.ts";
import { labelsOf, type PlayedSet, type PlayerName, type TrainReport, tableOf, trainedMean } from "./report.ts";
import { form, type Run } from "./run.ts";

/**
 * Evaluates every player on the held-out tasks, writes `report.json` and draws the pictures. The engine is left with the
 * trained weights. Throws FettleError `bad_run_folder` when the report cannot be written; pictures are extra.
 */
export async function finish(run: Run, control: Control): Promise<TrainReport> {
  const { options, state, levels, emit } = run.parts;
  await run.export(run.folders.model);
  const controlSeconds =
    options.control && options.evaluationTasks > 0 ? await control.learn(state.grpo.seconds, options.threads) : null;
  const weights: [PlayerName, string][] = [["start", run.folders.start]];
  if (controlSeconds !== null) weights.push(["control", control.model]);
  weights.push(["trained", run.folders.model]);
  const report = await reportOf(run, await playTable(run, weights), controlSeconds);
  try {
    await writeAtomically(join(options.out, "report.json"), `${JSON.stringify(report, null, 2)}\n`);
  } catch (error) {
    throw diskFailure(options.out, error);
  }
  try {
    const rows = await readRows(join(options.out, "metrics.jsonl"));
    await drawPictures(join(options.out, "plots"), report, { rows, levels });
  } catch (error) {
    emit({ type: "note", message: `The plots could not be drawn: ${describeError(error)}` });
  }
  return report;
}

/** What everyone gets on the tasks of the table: scripted policies, the best constant answer, and weights by folder. */
async function playTable(run: Run, weights: readonly [PlayerName, string][]): Promise<PlayedSet[]> {
  const { engine, emit, model } = run.parts;
  const sets = tableLevels(run).flatMap((level) =>
    columns.map((column): PlayedSet => ({ level, column, results: {} })),
  );
  const tasksOf = ({ level, column }: PlayedSet) => run.heldOut.evaluation(level, column);
  const playAll = async (name: PlayerName, player: Player) => {
    emit({ type: "evaluating", what: name });
    for (const set of sets) {
      const tasks = await tasksOf(set);
      if (tasks.length > 0) set.results[name] = await play(run.heldOutSettings, player, tasks);
    }
  };
  for (const name of ["noop", "random", "oracle"] as const) await playAll(name, scriptedModel(name, { form }));
  emit({ type: "evaluating", what: "constant" });
  const constants = await constantAnswers(run);
  for (const set of sets)
    if (constants.has(set.level))
      set.results.constant = await playConstant(run.heldOutSettings, constants.get(set.level), await tasksOf(set));
  for (const [name, folder] of weights) {
    await engine.load(folder);
    await playAll(name, model);
  }
  return sets;
}

async function reportOf(run: Run, sets: PlayedSet[], controlSeconds: number | null): Promise<TrainReport> {
  const { options, environment, engine, state, levels } = run.parts;
  const { model, parameters } = await engine.info();
  const table = tableOf(sets, levels);
  return {
    format: "fettle-train-report/1",
    environment: environment.name,
    version: environment.version,
    splitBy: environment.splitBy ?? null,
    seed: options.seed,
    model,
    parameters,
    seconds: { warm: state.warm.seconds, grpo: state.grpo.seconds, control: controlSeconds },
    steps: state.grpo.steps,
    level: run.curriculum.level,
    table,
    labels: labelsOf(sets),
    promotions: state.confirmations.map(({ from, to, mean: confirmed, step }) => {
      const final = trainedMean(table, from, "training");
      const threshold = levels.find(({ name }) => name === from)?.promoteAt ?? 1;
      return { from, to, step, confirmed, final, counts: (confirmed ?? final ?? 0) >= threshold };
    }),
  };
}

/** The first two levels and every level that was reached. */
function tableLevels(run: Run): string[] {
  if (run.parts.options.evaluationTasks === 0) return [];
  const names = run.parts.levels.map(({ name }) => name);
  return names.slice(0, Math.max(2, names.indexOf(run.curriculum.level) + 1));
}

/** The best constant answer of each level of the table; none for environments with several roles. */
async function constantAnswers(run: Run): Promise<Map<string, unknown>> {
  const { environment, environmentOptions, services, signal } = run.parts;
  const answers = new Map<string, unknown>();
  if (Object.keys(environment.roles).length > 1) return answers;
  for (const level of tableLevels(run)) {
    const settings = {
      options: environmentOptions,
      services,
      seeds: reportSeeds(environment),
      ...(signal && { signal }),
    };
    answers.set(level, (await bestConstant(environment, level, settings)).action);
  }
  return answers;
}
