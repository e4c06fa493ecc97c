import os from "node:os";
import { z } from "zod";
import { FettleError } from "../../core/errors.ts";

const count = z.number().int().positive();

/** Shape of a Llama-like transformer, and how to run it. The defaults give about 1.2 million parameters. */
const embeddedConfigSchema = z
  .strictObject({
    vocabularySize: count.describe("Token ids are below this"),
    hiddenSize: count.default(128),
    layers: count.default(4),
    heads: count.default(4).describe("Query heads; hiddenSize / heads must be even"),
    kvHeads: count.optional().describe("Key and value heads, a divisor of heads; heads by default"),
    intermediateSize: count.default(512).describe("Width of the gated feed-forward layer"),
    contextLength: count.default(1024).describe("Longest sequence in tokens"),
    tieEmbeddings: z.boolean().default(true).describe("Whether the head shares the embedding's weights"),
    ropeTheta: z.number().positive().default(10_000),
    normEpsilon: z.number().positive().default(1e-5),
    endToken: z.number().int().nonnegative().nullable().default(0).describe("Sampling stops after it; null: never"),
    seed: z.union([z.string(), z.number()]).default(0).describe("Fixes the initial weights"),
    threads: count
      .max(64)
      .default(() => Math.min(4, os.availableParallelism()))
      .describe("Threads of the numeric kernels"),
  })
  .transform((config) => ({ ...config, kvHeads: config.kvHeads ?? config.heads }));

export type EmbeddedConfig = z.input<typeof embeddedConfigSchema>;
export type ResolvedConfig = z.output<typeof embeddedConfigSchema>;

/** Fills in defaults. Throws FettleError `bad_option` that names what does not fit. */
export function resolveConfig(config: EmbeddedConfig): ResolvedConfig {
  const parsed = embeddedConfigSchema.safeParse(config);
  if (!parsed.success)
    throw new FettleError("bad_option", `The engine's configuration is not usable: ${z.prettifyError(parsed.error)}`);
  const { hiddenSize, heads, kvHeads, endToken, vocabularySize } = parsed.data;
  const reject = (problem: string): never => {
    throw new FettleError("bad_option", `The engine's configuration is not usable: ${problem}.`);
  };
  if (hiddenSize % (2 * heads) !== 0) reject(`hiddenSize ${hiddenSize} is not an even multiple of heads ${heads}`);
  if (heads % kvHeads !== 0) reject(`heads ${heads} is not a multiple of kvHeads ${kvHeads}`);
  if (endToken !== null && endToken >= vocabularySize)
    reject(`endToken ${endToken} is not below vocabularySize ${vocabularySize}`);
  return parsed.data;
}
