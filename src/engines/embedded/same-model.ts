import { FettleError } from "../../core/errors.ts";
import { readCheckpointConfig } from "./checkpoint.ts";
import type { ResolvedConfig } from "./config.ts";

/** What gives weights their meaning. Some of it no tensor's shape shows: how many heads there are, or layers to leave out. */
const decisive = [
  "vocabularySize",
  "hiddenSize",
  "layers",
  "heads",
  "kvHeads",
  "intermediateSize",
  "tieEmbeddings",
  "ropeTheta",
  "normEpsilon",
] as const satisfies readonly (keyof ResolvedConfig)[];

/** Throws FettleError `bad_input_file` unless a checkpoint's weights mean the same in a model of this configuration. */
export async function requireSameModel(folder: string, config: ResolvedConfig): Promise<void> {
  const stored = await readCheckpointConfig(folder);
  const other = decisive.find((name) => stored[name] !== config[name]);
  if (other === undefined) return;
  throw new FettleError(
    "bad_input_file",
    `${folder} is of another model: its ${other} is ${stored[other]}, and ${config[other]} is wanted.`,
    {
      hint: "Choose the shape it was made with (of `fettle train`: --width, --layers, --heads), or another checkpoint.",
    },
  );
}
