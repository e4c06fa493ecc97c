import type { AnyEnvironment, Task, TaskRequest } from "../core/environment.ts";
import { FettleError } from "../core/errors.ts";

export interface SeededTasks extends Omit<TaskRequest, "seed"> {
  seeds: Iterable<number>;
  signal?: AbortSignal | undefined;
}

/**
 * Tasks of the seeds that have one, in order, and why the last of the others has none (null: all have one). Throws what
 * `generate` throws beside `no_task`, and the reason of the signal.
 */
export async function tasksOf(
  environment: AnyEnvironment,
  { seeds, signal, ...request }: SeededTasks,
): Promise<{ tasks: Task[]; refusal: FettleError | null }> {
  const tasks: Task[] = [];
  let refusal: FettleError | null = null;
  for (const seed of seeds) {
    if (seed % 16 === 0) await new Promise((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
    try {
      tasks.push(await environment.generate({ ...request, seed }));
    } catch (error) {
      if (!(FettleError.isInstance(error) && error.code === "no_task")) throw error;
      refusal = error;
    }
  }
  return { tasks, refusal };
}
