import { FettleError } from "../../../core/errors.ts";
import { sleep } from "../../../models/deadline.ts";
import type { RolloutClient } from "./client.ts";
import type { WorkerOptions } from "./options.ts";

/** What an environment knows once it has joined. */
export interface Membership {
  id: number;
  /** The name that the server gave. */
  name: string;
  startingStep: number;
  /** The trainer's steps; Infinity when it does not say. */
  steps: number;
  /** Sequences in a batch. */
  batchSize: number;
  /** Tokens from which a sequence is too long for the trainer; Infinity for any. */
  tooLong: number;
}

export interface JoinRequest extends Required<Pick<WorkerOptions, "groupSize" | "weight" | "name">> {
  minBatchAllocation: number | null;
  /** Tokens of an answer at most: longer answers count for more in the weight. */
  maxTokens: number;
}

/**
 * Registers an environment, once a trainer has started. Throws FettleError `bad_option` for groups larger than the
 * trainer's batch.
 */
export async function join(
  client: RolloutClient,
  request: JoinRequest,
  { signal, note }: { signal: AbortSignal; note: (line: string) => void },
): Promise<Membership> {
  const { groupSize, weight, minBatchAllocation, name, maxTokens } = request;
  const wire = {
    max_token_length: maxTokens,
    desired_name: name,
    weight,
    group_size: groupSize,
    min_batch_allocation: minBatchAllocation,
  };
  let env = await client.register(wire);
  if (!env) note("Waiting for a trainer to start.");
  while (!env) {
    await sleep(1000, signal);
    env = await client.register(wire);
  }
  const { batch_size: batchSize, max_token_len: tooLong } = await client.info();
  if (groupSize > batchSize)
    throw new FettleError("bad_option", `A group of ${groupSize} does not fit the trainer's batch of ${batchSize}.`, {
      hint: "Choose a smaller --group-size, or a larger batch.",
    });
  note(`Registered as ${env.wandb_name} at step ${env.starting_step}, for batches of ${batchSize}.`);
  const orNone = (value: number) => (value > 0 ? value : Number.POSITIVE_INFINITY);
  return {
    id: env.env_id,
    name: env.wandb_name,
    startingStep: env.starting_step,
    steps: orNone(env.num_steps),
    batchSize,
    tooLong: orNone(tooLong),
  };
}
