import { z } from "zod";
import { scoreSchema } from "./score.ts";
import { splits } from "./splits.ts";

/** Why an episode ended. Everything but `error` is an outcome of the policy; `error` is a failure of ours or of a service. */
const stopReasons = ["solved", "max_turns", "max_tokens", "context_overflow", "timeout", "cancelled", "error"] as const;
export type StopReason = (typeof stopReasons)[number];

const message = z.object({ role: z.enum(["system", "user", "assistant"]), content: z.string() });

const samplingSchema = z.object({
  /** 0 is greedy. */
  temperature: z.number().min(0),
  topP: z.number().gt(0).max(1),
  /** Most completion tokens of one turn. */
  maxTokens: z.int().positive(),
  seed: z.int().nullable(),
});
export type Sampling = z.infer<typeof samplingSchema>;

/** Exactly what the model read and wrote. Never rebuilt from text: unavailable stays unavailable (null). */
const tokensSchema = z.object({
  prompt: z.array(z.int()),
  completion: z.array(z.int()),
  /** Log-probability (natural) of each completion token under the sampling weights at temperature 1. */
  logprobs: z.array(z.number()),
  /** Turns whose prompts extend each other exactly share a segment. */
  segment: z.int(),
  tokenizer: z.string(),
  template: z.string(),
});
export type TurnTokens = z.infer<typeof tokensSchema>;

const publicScoreSchema = scoreSchema.omit({ why: true });

const turnSchema = z.object({
  role: z.string(),
  policy: z.string(),
  weightsVersion: z.string().nullable(),
  sampling: samplingSchema.nullable(),
  /** Messages this turn appended before the completion. */
  messages: z.array(message),
  completion: z.string(),
  /** Text of a reasoning channel, where the endpoint returns one. */
  reasoning: z.string().nullable(),
  tokens: tokensSchema.nullable(),
  usage: z.object({ prompt: z.int(), completion: z.int() }).nullable(),
  finish: z.enum(["stop", "length", "other"]),
  action: z.unknown(),
  /** What could not be read of the completion. */
  problem: z.string().nullable(),
  scores: z.array(publicScoreSchema),
  reward: z.number().min(0).max(1).nullable(),
  /** Milliseconds the model took and the environment took. */
  timing: z.object({ model: z.number(), environment: z.number() }),
});
export type TraceTurn = z.infer<typeof turnSchema>;

/** The versioned record of one episode: what trainers and viewers may read. One line of `traces.jsonl`. */
export const traceSchema = z.object({
  format: z.literal("fettle-trace/1"),
  /** Unique within a run: task key and sample index. */
  id: z.string(),
  environment: z.string(),
  version: z.string(),
  level: z.string(),
  split: z.enum(splits),
  task: z.object({ key: z.string(), hash: z.string() }),
  /** Episodes on one task form a group; `sample` counts within it from 0. */
  group: z.string(),
  sample: z.int(),
  turns: z.array(turnSchema),
  /** The observation after the last turn, as the acting role saw it. */
  final: z.unknown(),
  stop: z.enum(stopReasons),
  /** The episode's return in [0, 1]; null when it ended in an error. */
  return: z.number().min(0).max(1).nullable(),
  solved: z.boolean(),
  totals: z.object({ prompt: z.int(), completion: z.int(), milliseconds: z.number() }),
  /** Attempts thrown away because they ended in an error, oldest first. */
  failures: z.array(z.string()),
  error: z.string().nullable(),
});
export type Trace = z.infer<typeof traceSchema>;

/** What goes to `private.jsonl`, joined to its trace by id: truth that no trainer, export or viewer link may carry. */
export const privateRecordSchema = z.object({
  id: z.string(),
  seed: z.int(),
  structure: z.string(),
  labels: z.array(z.string()),
  secret: z.unknown(),
  /** Per turn, every score with its reason, held-out ones included. */
  scores: z.array(z.array(scoreSchema)),
});
export type PrivateRecord = z.infer<typeof privateRecordSchema>;
