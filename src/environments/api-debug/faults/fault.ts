import type { Random } from "../../../core/random.ts";
import type { Draft, Edit } from "../draft.ts";
import { type Field, fieldsOf } from "../fields.ts";
import type { Operation } from "../operation.ts";
import type { Verbosity } from "../server/error-body.ts";
import type { Check, FaultLabel } from "../vocabulary.ts";
import type { World } from "../world.ts";
import type { Stray } from "./strays.ts";

/** One thing wrong with a request, and how it comes about. */
export interface Fault {
  label: FaultLabel;
  /** Truth name of the place. */
  place: string;
  /** The station that objects; null for a fault of the answer. */
  check: Check | null;
  /** What breaks the reference request; null for a fault of the answer. */
  edit: Edit | null;
  /** The server's mood that belongs to the fault. */
  world: Partial<World>;
  /** Whether only the server's answer can show it. */
  needsAnswer: boolean;
}

export interface FaultContext {
  operation: Operation;
  reference: Draft;
  world: World;
  verbosity: Verbosity;
  /** Members that other operations know. */
  strays: readonly Stray[];
  random: Random;
}

/** Draws one fault, or null where the request offers no place for it. */
export type FaultMaker = (context: FaultContext) => Fault | null;

/** A fault that stands in the request itself. */
export function inRequest(label: FaultLabel, check: Check, edit: Edit): Fault {
  return { label, place: edit.place, check, edit, world: {}, needsAnswer: false };
}

/** A field of the reference body that is present. */
export type PresentField = Field & { value: Exclude<Field["value"], undefined>; schema: NonNullable<Field["schema"]> };

/** Fields of the reference body that hold a value and that the schema knows. */
export function presentFields({ operation, reference }: FaultContext): PresentField[] {
  if (!operation.body) return [];
  const isPresent = (field: Field): field is PresentField => field.value !== undefined && field.schema !== null;
  return fieldsOf(operation.body.schema, reference.body).filter(isPresent);
}
