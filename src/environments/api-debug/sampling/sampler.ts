import type { Json } from "../../../core/json.ts";
import type { Random } from "../../../core/random.ts";
import type { JsonSchema } from "../operation.ts";
import type { Scene } from "./scene.ts";

/** Draws a value that is likely, but not certain, to fit its schema. `sparse`: leave out what is optional. */
export type Sampler = (random: Random, scene: Scene, sparse: boolean) => Json;

/** Where a schema stands: its member's name and the names beside it decide what realistic means. */
export interface Place {
  name: string;
  siblings: readonly string[];
}

/** How to draw for a schema at its place; null when nothing that fits can be drawn (recursion, odd patterns). */
export type Compile = (schema: JsonSchema, place: Place) => Sampler | null;
