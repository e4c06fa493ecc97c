import { FettleError } from "../../core/errors.ts";
import type { Random } from "../../core/random.ts";
import { type Draft, withEdit } from "./draft.ts";
import type { Operation } from "./operation.ts";
import { authPlace } from "./place.ts";
import { type SampledRequest, sampleRequest } from "./sampling/request.ts";
import { drawWorld, type World } from "./world.ts";

export interface DrawnRequest {
  /** Valid, with a working credential. */
  draft: Draft;
  world: World;
  sampled: SampledRequest;
}

/** A valid request and its surroundings; null when none can be drawn. */
export function drawRequest(operation: Operation, random: Random): DrawnRequest | null {
  const sampled = sampleOrNull(() => sampleRequest(operation, random.split("request")));
  if (!sampled) return null;
  const { world, working } = drawWorld(operation, sampled.scene.now, random.split("world"));
  const draft: Draft = { ...sampled.request, body: sampled.values.body, malformed: {}, wait: 0 };
  const auth = authPlace(operation);
  return { draft: auth && working ? withEdit(draft, { place: auth, to: working.value }) : draft, world, sampled };
}

/** What a sampler draws, or null where it finds nothing valid. */
export function sampleOrNull<T>(sample: () => T): T | null {
  try {
    return sample();
  } catch (error) {
    if (FettleError.isInstance(error) && error.code === "no_task") return null;
    throw error;
  }
}
