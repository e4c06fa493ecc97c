import { z } from "zod";
import { option } from "./options.ts";

const seconds = { placeholder: "seconds" };

/** Options of every command that plays episodes with a model. */
export const playOptions = {
  temperature: option(z.number().min(0).default(1), "Sampling temperature; 0 is greedy"),
  topP: option(z.number().gt(0).max(1).default(1), "Share of probability that is sampled from"),
  maxTokens: option(z.int().positive().default(1024), "Most tokens of one answer"),
  concurrency: option(z.int().positive().default(32), "Most episodes in flight"),
  retries: option(z.int().min(0).default(2), "Fresh episodes tried after one that ended in an error"),
  turnTimeout: option(z.number().positive().optional(), "Seconds for one turn; longer counts as a timeout", seconds),
  episodeTimeout: option(z.number().positive().optional(), "Seconds for one episode", seconds),
  episodeTokens: option(z.int().positive().optional(), "Most tokens written in one episode"),
};

interface PlayValues {
  temperature: number;
  topP: number;
  maxTokens: number;
  concurrency: number;
  retries: number;
  turnTimeout?: number | undefined;
  episodeTimeout?: number | undefined;
  episodeTokens?: number | undefined;
}

/** The same as the library takes them. */
export function playSettings({ temperature, topP, maxTokens, concurrency, retries, ...limits }: PlayValues) {
  const milliseconds = (value: number | undefined) => (value === undefined ? null : value * 1000);
  return {
    sampling: { temperature, topP, maxTokens },
    limits: {
      turnMs: milliseconds(limits.turnTimeout),
      episodeMs: milliseconds(limits.episodeTimeout),
      episodeTokens: limits.episodeTokens ?? null,
    },
    concurrency,
    retries,
  };
}
