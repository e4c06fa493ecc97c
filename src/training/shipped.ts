import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { AnyEnvironment } from "../core/environment.ts";
import { FettleError } from "../core/errors.ts";
import type { TrainOptions } from "./options.ts";

/** Beside `src` and, in the package, beside `dist`. */
const shippedFolder = fileURLToPath(new URL("../../checkpoints/", import.meta.url));

const shapeSchema = z.object({
  hidden_size: z.int(),
  num_hidden_layers: z.int(),
  num_attention_heads: z.int(),
  max_position_embeddings: z.int(),
});

/**
 * The checkpoint folder that a run starts from, or null when it begins with a supervised warm start of its own. A shipped
 * checkpoint fits when it was made on this environment and has the wanted shape. Throws FettleError `bad_option` for a
 * folder that is not there.
 */
export async function findWarm(environment: AnyEnvironment, options: TrainOptions): Promise<string | null> {
  if (options.warm === "none") return null;
  if (options.warm !== "auto") {
    if (existsSync(options.warm)) return options.warm;
    throw new FettleError("bad_option", `There is no checkpoint folder ${options.warm} to start from.`, {
      hint: "--warm takes auto, none or a folder such as runs/train-api-debug/start.",
    });
  }
  if (options.warmSteps !== undefined) return null;
  const folder = join(shippedFolder, environment.name);
  const file = join(folder, "config.json");
  if (!existsSync(file)) return null;
  const shape = shapeSchema.parse(JSON.parse(await readFile(file, "utf8")));
  const fits =
    shape.hidden_size === options.width &&
    shape.num_hidden_layers === options.layers &&
    shape.num_attention_heads === options.heads &&
    shape.max_position_embeddings === options.context;
  return fits ? folder : null;
}
