/**
 * Certification: proof that a task has exactly the faults it claims. With fault i alone, the reference request fails at
 * the station of fault i, at one place, with one label. That the reference itself passes is certain when it is drawn:
 * every value is sampled from its schema and validated, and its credential is made to work (tests hold that over
 * thousands of seeds).
 */
import { type Draft, withEdit } from "./draft.ts";
import type { Fault } from "./faults/fault.ts";
import { similar } from "./faults/strays.ts";
import type { Operation } from "./operation.ts";
import { isWithin } from "./pointer.ts";
import { receiveDraft } from "./server/receive.ts";
import type { World } from "./world.ts";

/** Why the faults are no task, or null when they are certified. */
export function objection(
  operation: Operation,
  world: World,
  reference: Draft,
  faults: readonly Fault[],
): string | null {
  const clash = findClash(faults);
  if (clash) return clash;
  for (const fault of faults) {
    const reason = fault.edit && faultObjection(operation, world, reference, fault);
    if (reason) return `${fault.label} at ${fault.place}: ${reason}`;
  }
  return null;
}

function faultObjection(operation: Operation, world: World, reference: Draft, fault: Fault): string | null {
  if (!fault.edit) return null;
  const verdict = receiveDraft(operation, world, withEdit(reference, fault.edit));
  if (!verdict) return "the server takes it";
  if (verdict.check !== fault.check) return `it is refused at ${verdict.check}`;
  const [problem, another] = verdict.problems;
  if (!problem || another) return "it shows at several places";
  if (problem.place !== fault.place) return `it shows at ${problem.place}`;
  return problem.label === fault.label ? null : `it shows as ${problem.label}`;
}

/** Faults must not touch each other's places, nor be mistakable for one another. */
function findClash(faults: readonly Fault[]): string | null {
  for (const [index, fault] of faults.entries()) {
    for (const other of faults.slice(index + 1)) {
      if (isWithin(fault.place, other.place) || isWithin(other.place, fault.place)) return "two faults share a place";
      if (fault.label === other.label) return "two faults share a label";
      const pair = [fault, other].map(({ label }) => label);
      if (pair.includes("extra_unknown_field") && pair.includes("missing_required_field"))
        if (similar(lastKey(fault.place), lastKey(other.place))) return "the unknown field could be the missing one";
    }
  }
  return null;
}

function lastKey(place: string): string {
  return place.slice(place.lastIndexOf("/") + 1).replace(/^query\./, "");
}
