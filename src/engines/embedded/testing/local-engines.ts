/** Small engines for tests, in the thread of the test, and what to give them. */
import { afterEach } from "vitest";
import { Random } from "../../../core/random.ts";
import type { SampleRequest } from "../../engine.ts";
import { type EmbeddedConfig, resolveConfig } from "../config.ts";
import { LocalEngine } from "../local-engine.ts";

const tiny: EmbeddedConfig = {
  vocabularySize: 50,
  hiddenSize: 32,
  layers: 2,
  heads: 4,
  kvHeads: 2,
  intermediateSize: 48,
  contextLength: 128,
  tieEmbeddings: false,
  threads: 1,
};

/** Starts engines, which are closed after the test. */
export function localEngines(): (config?: Partial<EmbeddedConfig>) => Promise<LocalEngine> {
  const open: LocalEngine[] = [];
  afterEach(async () => {
    for (const engine of open.splice(0)) await engine.close();
  });
  return async (config = {}) => {
    const engine = await LocalEngine.create(resolveConfig({ ...tiny, ...config }));
    open.push(engine);
    return engine;
  };
}

/** Tokens in [1, 49], fixed by the seed: 0 would end a sequence. */
export function randomTokens(seed: string, length: number): number[] {
  const random = new Random(seed);
  return Array.from({ length }, () => random.int(1, 49));
}

/**
 * Groups of unequal size and prompts of unequal length, some with a common beginning, with ends of sequence on the way.
 */
export function mixedRequests(): SampleRequest[] {
  return [5, 1, 3, 4].flatMap((rows, prompt) =>
    Array.from({ length: rows }, (_, row) => ({
      prompt: [
        ...randomTokens(`prompt ${prompt}`, 12 + 9 * prompt),
        ...(prompt === 3 ? randomTokens(`end ${row}`, 3 * row) : []),
      ],
      maxTokens: 20 + 10 * row,
      temperature: row === 0 ? 0 : 1,
      seed: `${prompt}/${row}`,
    })),
  );
}

/** Coefficients of `length` places: different ones in [from, to), 0 elsewhere. */
export const only = (length: number, from: number, to = length) =>
  Array.from({ length }, (_, i) => (i >= from && i < to ? 0.5 + (i % 3) : 0));
