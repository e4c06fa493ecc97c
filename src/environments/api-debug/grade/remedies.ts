/** How the repair of a fault is put into words. */
import { type Draft, textAt } from "../draft.ts";
import type { Fault } from "../faults/fault.ts";
import type { Operation } from "../operation.ts";
import { authPlace, mediaTypePlace, placeKind } from "../place.ts";
import { getAt } from "../pointer.ts";
import type { World } from "../world.ts";

/** A statement that makes one claim: what a good explanation consists of. */
export function claim(place: string, cause: string, remedy: string): string {
  return `${place} ${cause}: ${remedy}`;
}

interface Explained {
  reference: Draft;
  faults: readonly Fault[];
  world: World;
}

/** The explanation that is right: one claim for each fault. */
export function explanationOf({ reference, faults, world }: Explained): string {
  return faults.map((fault) => claim(fault.place, fault.label, remedyOf(reference, fault, world))).join("; ");
}

function remedyOf(reference: Draft, { label, place }: Fault, world: World): string {
  if (label === "extra_unknown_field") return "remove";
  switch (placeKind(place)) {
    case "body":
      return JSON.stringify(getAt(reference.body, place));
    case "method":
      return JSON.stringify(reference.method);
    case "endpoint":
      return JSON.stringify(reference.endpoint);
    case "wait":
      return JSON.stringify(String(world.retryAfter));
    default: {
      const text = textAt(reference, place);
      return JSON.stringify(world.credentials.find(({ value }) => value === text)?.name ?? text ?? "");
    }
  }
}

/** Also as the first word of a sentence. */
const removals = ["remove", "removed", "delete", "deleted", "drop", "dropped"].flatMap((word) => [
  word,
  word.charAt(0).toUpperCase() + word.slice(1),
]);

/** What a statement may say to give the repaired value of a fault. */
export function remediesOf(operation: Operation, world: World, reference: Draft, { label, place }: Fault): string[] {
  if (label === "extra_unknown_field") return removals;
  if (place === authPlace(operation)) {
    const sent = textAt(reference, place);
    const working = world.credentials.find(({ value }) => value === sent);
    return working ? [working.name, working.value] : [];
  }
  switch (placeKind(place)) {
    case "body": {
      const value = getAt(reference.body, place);
      return value === undefined ? [] : [typeof value === "string" ? value : JSON.stringify(value)];
    }
    case "method":
      return [reference.method];
    case "endpoint":
      return [reference.endpoint];
    case "wait":
      return [String(world.retryAfter)];
    case "status":
      return [];
    default:
      return place === mediaTypePlace ? (operation.body?.mediaTypes ?? []) : [textAt(reference, place) ?? ""];
  }
}
