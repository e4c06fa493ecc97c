import { randomInt } from "node:crypto";
import { z } from "zod";
import type { PromptForm } from "../../core/environment.ts";
import { type Split, splits } from "../../core/splits.ts";
import type { Door } from "./door.ts";
import { detailsOf, InvalidRequest, isRecord } from "./protocol.ts";
import { taskAt } from "./task-api.ts";

/** A validated reset. */
export interface ResetRequest {
  /** null: none was given, the server draws them. */
  seed: number | null;
  episodeId: string | null;
  /** A level's name, or `auto`: the curriculum decides. */
  task: string;
  split: Split;
  /** Sessions that name the same curriculum share one. */
  curriculum: string | null;
  /** Adds the rendered messages of each turn to the metadata. */
  prompt: PromptForm | null;
  /** The environment's own options, validated. */
  options: unknown;
  /** Keys nobody knows; named in the answer's metadata so that a misspelt option does not go unnoticed. */
  ignored: string[];
}

const absent = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null);

const ownFields = z.object({
  seed: absent(z.int("The seed is a whole number").min(0, "The seed is at least 0")),
  episode_id: absent(z.string().max(255, "An episode_id has at most 255 characters")),
  task: absent(z.string()),
  split: absent(z.enum(splits)),
  index: absent(z.int().min(0)),
  curriculum: absent(z.string().min(1).max(255)),
  prompt: absent(z.enum(["full", "compact"])),
});
const ownKeys = new Set(Object.keys(ownFields.shape));

/**
 * Reads the `data` of a reset. An `index` of the Task API stands for a level and a seed.
 * Throws InvalidRequest for a seed that is no whole number >= 0, an unknown level or an option the environment refuses.
 */
export function parseReset(door: Door, data: Record<string, unknown>): ResetRequest {
  const parsed = ownFields.safeParse(data);
  if (!parsed.success) {
    const errors = detailsOf(parsed.error, data);
    throw new InvalidRequest(errors[0]?.msg ?? "Invalid message", errors);
  }
  const { seed, episode_id, split, index, curriculum, prompt } = parsed.data;
  const indexed = index === null ? null : taskAt(door, split ?? "train", index);
  const task = parsed.data.task ?? (curriculum === null ? (indexed?.task ?? door.defaultLevel) : "auto");
  if (task !== "auto" && !door.levelNames.includes(task))
    throw InvalidRequest.at(["task"], `Unknown task "${task}". Tasks: ${[...door.levelNames, "auto"].join(", ")}.`);
  if (task !== "auto" && curriculum !== null)
    throw InvalidRequest.at(["curriculum"], 'A curriculum chooses the level itself: leave "task" out or say "auto".');

  // Some clients nest the environment's options; both places mean the same.
  const given = isRecord(data.options) && !door.optionKeys.has("options") ? { ...data.options, ...data } : data;
  const keys = Object.keys(given);
  const own = Object.fromEntries(keys.filter((key) => door.optionKeys.has(key)).map((key) => [key, given[key]]));
  const options = door.environment.options.safeParse(own);
  if (!options.success) {
    const errors = detailsOf(options.error, own);
    throw new InvalidRequest(`Option "${errors[0]?.loc.join(".")}": ${errors[0]?.msg}`, errors);
  }
  return {
    seed: seed ?? indexed?.seed ?? null,
    episodeId: episode_id,
    task,
    split: split ?? "train",
    curriculum,
    prompt,
    options: options.data,
    ignored: keys.filter((key) => !ownKeys.has(key) && !door.optionKeys.has(key) && key !== "options").slice(0, 20),
  };
}

/** A seed nobody can predict: a client that may not choose its tasks cannot know them in advance either. */
export function drawSeed(): number {
  return randomInt(2 ** 48 - 1);
}
