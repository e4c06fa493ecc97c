import { join } from "node:path";
import type { AnyEnvironment, Level, Services } from "../core/environment.ts";
import { FettleError } from "../core/errors.ts";
import { Random } from "../core/random.ts";
import type { Engine } from "../engines/engine.ts";
import { endId } from "../engines/tokenizer/chat-template.ts";
import { loadTokenizer } from "../engines/tokenizer/files.ts";
import { Tokenizer } from "../engines/tokenizer/tokenizer.ts";
import { engineModel } from "../models/engine-model.ts";
import { Checkpoints } from "./checkpoints.ts";
import { demonstrate, textsOf } from "./demonstrations.ts";
import type { TrainOptions } from "./options.ts";
import { form, grpoThreads, Run, type RunParts, warmLevelsOf } from "./run.ts";
import { initialState, runStateSchema } from "./run-state.ts";
import { findWarm } from "./shipped.ts";
import { TaskStream } from "./task-stream.ts";
import { checkLimits } from "./warm-limits.ts";

/** What an engine is made from. */
export interface EngineRequest {
  vocabularySize: number;
  hiddenSize: number;
  layers: number;
  heads: number;
  intermediateSize: number;
  contextLength: number;
  endToken: number;
  seed: string;
  threads: number;
}

/** `log` receives a line that whoever runs this should know; it may repeat. */
export type CreateEngine = (request: EngineRequest, options: { log: (line: string) => void }) => Promise<Engine>;

/** Conversations that the tokenizer is trained on, over all levels of the run. */
const tokenizerTasks = 3000;

export interface SetupSettings {
  environment: AnyEnvironment;
  environmentOptions: unknown;
  services: Services;
  options: TrainOptions;
  createEngine: CreateEngine;
  emit: RunParts["emit"];
  signal: AbortSignal | undefined;
}

/** A run at its beginning, or where its newest checkpoint left it. Throws the signal's reason once it fires. */
export async function setUp(settings: SetupSettings): Promise<Run> {
  const { environment, options, emit } = settings;
  const levels = levelsOf(environment, options);
  checkShape(options);
  const checkpoints = new Checkpoints(join(options.out, "checkpoints"), runStateSchema);
  const saved = options.resume ? await checkpoints.latest() : null;
  const warm = saved ? null : await findWarm(environment, options);
  if (!saved) await checkWarmLimits(settings, levels, warm);
  const source = saved?.folder ?? warm;
  const tokenizer = source ? await loadTokenizer(source) : await trainTokenizer(settings, levels);
  const state = saved?.state ?? initialState(levels);
  const log = noteOnce(emit);
  const openEngine = (threads: number) => {
    const request = {
      vocabularySize: tokenizer.size,
      hiddenSize: options.width,
      layers: options.layers,
      heads: options.heads,
      intermediateSize: 4 * options.width,
      contextLength: options.context,
      endToken: endId,
      seed: `${options.seed}/weights`,
      threads,
    };
    return settings.createEngine(request, { log });
  };
  const engine = await openEngine(state.phase === "warm" ? options.threads : grpoThreads(options));
  try {
    if (source) await engine.load(source);
    const model = await engineModel(engine, tokenizer, { id: "trained", form });
    const run = new Run({ ...settings, levels, engine, openEngine, tokenizer, model, state, checkpoints, warm });
    const { model: name, parameters, backend } = await engine.info();
    emit({
      type: "started",
      out: options.out,
      model: name,
      parameters,
      backend,
      resumedAt: saved ? state.rows : null,
    });
    return run;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** Notes of a run: what every one of its engines says is said once. */
function noteOnce(emit: RunParts["emit"]): (line: string) => void {
  const said = new Set<string>();
  return (message) => {
    if (said.has(message)) return;
    said.add(message);
    emit({ type: "note", message });
  };
}

/**
 * The named levels in the environment's order; all for an empty list. The last one has nowhere to be promoted to. Throws
 * FettleError `unknown_level`, also for the levels of demonstrations.
 */
function levelsOf(environment: AnyEnvironment, { levels: names, warmLevels }: TrainOptions): Level[] {
  for (const name of [...names, ...warmLevels]) environment.level(name);
  const chosen = environment.levels.filter(({ name }) => names.length === 0 || names.includes(name));
  if (chosen.length === 0) throw new FettleError("bad_option", "A run needs at least one level.");
  return [...chosen];
}

/** Throws FettleError `bad_option` for a width that the heads cannot share: each takes an even part of it. */
function checkShape({ width, heads }: TrainOptions): void {
  if (width % (2 * heads) === 0) return;
  throw new FettleError("bad_option", `A width of ${width} cannot be shared by ${heads} heads.`, {
    hint: `Each head takes an even part of it: let --width be a multiple of ${2 * heads}, or choose other --heads.`,
  });
}

/** Throws FettleError `bad_option` for limits that would change nothing. */
async function checkWarmLimits(settings: SetupSettings, levels: readonly Level[], warm: string | null): Promise<void> {
  const { warmLimits } = settings.options;
  const [level] = warmLevelsOf(settings.options, levels);
  if (warmLimits.length === 0 || level === undefined) return;
  if (warm !== null)
    throw new FettleError(
      "bad_option",
      `--warm-limits: there is no warm start to limit, as the run begins from ${warm}.`,
      {
        hint: "Leave them out, or let the run begin with demonstrations: --warm none.",
      },
    );
  await checkLimits(warmLimits, level, tasksBefore(settings, "limits", settings.options.candidates));
}

/** Tasks of a run that are no training tasks. */
function tasksBefore({ environment, environmentOptions, options }: SetupSettings, what: string, candidates: number) {
  const name = `${options.seed}/${what}`;
  return new TaskStream({ environment, options: environmentOptions, name, candidates, exclude: async () => new Set() });
}

async function trainTokenizer(settings: SetupSettings, levels: readonly Level[]): Promise<Tokenizer> {
  const { environment, services, options } = settings;
  const stream = tasksBefore(settings, "tokenizer", 1);
  const texts: string[] = [];
  for (let i = 0; i < tokenizerTasks; i++) {
    settings.signal?.throwIfAborted();
    const random = new Random(`${options.seed}/tokenizer/${i}`);
    const task = await stream.next(levels[i % levels.length]!.name);
    const turns = await demonstrate({ environment, form, services }, task, { recover: i % 2 === 0, random });
    if (turns) texts.push(...textsOf(turns));
  }
  return Tokenizer.train(texts, options.vocabulary);
}
