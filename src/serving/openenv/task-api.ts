import { z } from "zod";
import { type Split, splits } from "../../core/splits.ts";
import type { Door } from "./door.ts";
import { InvalidRequest } from "./protocol.ts";

/**
 * OpenEnv's Task API. A task is what a reset needs to play it: `reset(**task)`. Indices run over seeds, the levels
 * taking turns, so that any range holds every level; the list is a sample, as every seed >= 0 can be played.
 */
export interface ListedTask {
  index: number;
  task: string;
  seed: number;
  split: Split;
}

/** Seeds per level that are listed. */
const listedSeeds = 1000;

function countTasks(door: Door): number {
  return door.levelNames.length * listedSeeds;
}

/** The task of an index. Throws InvalidRequest when there is none. */
export function taskAt(door: Door, split: Split, index: number): ListedTask {
  if (!Number.isInteger(index) || index < 0 || index >= countTasks(door))
    throw InvalidRequest.at(["index"], "Invalid task index");
  const level = door.levelNames[index % door.levelNames.length] ?? door.defaultLevel;
  return { index, task: level, seed: Math.floor(index / door.levelNames.length), split };
}

/** Tasks with start <= index < stop, clipped to what is listed. */
function taskRange(door: Door, split: Split, start: number | null, stop: number | null): ListedTask[] {
  const from = Math.max(0, start ?? 0);
  const to = Math.min(countTasks(door), stop ?? countTasks(door));
  return Array.from({ length: Math.max(0, to - from) }, (_, offset) => taskAt(door, split, from + offset));
}

const split = z.enum(splits);
const bound = z.int().nullish();

export const taskRequests = {
  tasks: z.strictObject({ split }),
  num_tasks: z.strictObject({ split }),
  task: z.strictObject({ split, index: z.int() }),
  task_range: z.strictObject({ split, start: bound, stop: bound }),
};
export type TaskRoute = keyof typeof taskRequests;

/** Answers a POST of the Task API, already validated by `taskRequests`. */
export function answerTasks(
  door: Door,
  route: TaskRoute,
  body: z.infer<(typeof taskRequests)["task_range"]> & { index?: number },
) {
  switch (route) {
    case "num_tasks":
      return { num_tasks: countTasks(door) };
    case "task":
      return { task: taskAt(door, body.split, body.index ?? -1) };
    case "tasks":
      return { tasks: taskRange(door, body.split, null, null), env_name: door.environment.name };
    case "task_range":
      return { tasks: taskRange(door, body.split, body.start ?? null, body.stop ?? null) };
  }
}
