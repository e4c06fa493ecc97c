import { existsSync } from "node:fs";
import { join } from "node:path";
import { FettleError } from "../core/errors.ts";
import { openEmbeddedEngine } from "../engines/embedded/create-engine.ts";
import { loadTokenizer } from "../engines/tokenizer/files.ts";
import { type EngineModelOptions, engineModel } from "./engine-model.ts";
import type { Model } from "./model.ts";

/** The folder with the weights: the one given, or `model` in the folder of a training run. null when there are none. */
function checkpointFolder(folder: string): string | null {
  return [join(folder, "model"), folder].find((path) => existsSync(join(path, "model.safetensors"))) ?? null;
}

/**
 * What a training run made, by the run's folder or a checkpoint's. Close it when done: its engine runs in a thread. Throws
 * FettleError `bad_input_file` or `engine_unavailable`.
 */
export async function trainedModel(
  folder: string,
  options: Partial<EngineModelOptions> & { threads?: number } = {},
): Promise<Model & { close(): Promise<void> }> {
  const checkpoint = checkpointFolder(folder);
  if (!checkpoint)
    throw new FettleError("bad_input_file", `${folder} holds no checkpoint.`, {
      hint: "Give the folder of a finished training run, or one with model.safetensors.",
    });
  const tokenizer = await loadTokenizer(checkpoint);
  const { threads, ...rest } = options;
  const engine = await openEmbeddedEngine(checkpoint, threads === undefined ? {} : { threads });
  const model = await engineModel(engine, tokenizer, { id: folder, ...rest });
  return { ...model, identity: { weights: await engine.weightsVersion() }, close: () => engine.close() };
}
