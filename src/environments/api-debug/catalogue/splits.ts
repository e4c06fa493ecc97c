import { contentHash } from "../../../core/json.ts";
import type { Split } from "../../../core/splits.ts";
import type { Operation } from "../operation.ts";

/** Built-in operations kept from training; all others are trained on. Fixed: changing it needs a new environment version. */
const builtIn: Readonly<Record<Exclude<Split, "train">, ReadonlySet<string>>> = {
  validation: new Set([
    "coinmill.deleteCustomer",
    "branchyard.mergePullRequest",
    "pigeonry.replaceSubscriber",
    "dayplan.queryFreeBusy",
    "beaconet.postIncidentUpdate",
    "quayline.scaleService",
    "helpwell.searchTickets",
  ]),
  test: new Set([
    "coinmill.createRefund",
    "staffnest.updateUser",
    "branchyard.addCollaborator",
    "pigeonry.createTemplate",
    "stallmart.cancelOrder",
    "stallmart.searchOrders",
    "dayplan.updateEvent",
    "gatewright.rotateSecret",
    "beaconet.muteMonitor",
    "quayline.rollbackDeployment",
    "muselab.createUpload",
    "muselab.listTuningJobs",
    "helpwell.addComment",
    "roamwise.holdSeats",
  ]),
};

/** The split of a built-in operation: about 70 % train, 10 % validation, 20 % test, every domain in train. */
export function splitOf(operation: Pick<Operation, "id">): Split {
  if (builtIn.test.has(operation.id)) return "test";
  return builtIn.validation.has(operation.id) ? "validation" : "train";
}

/**
 * Splits the operations of a user's documents, disjoint by provider; by operation when there are fewer than three
 * providers, as each split needs one. About 70 / 10 / 20, in an order fixed by the names alone.
 */
export function splitByProvider(operations: readonly Operation[]): Record<Split, Operation[]> {
  const providers = new Set(operations.map(({ provider }) => provider));
  const unitOf = providers.size >= 3 ? ({ provider }: Operation) => provider : ({ id }: Operation) => id;
  const units = [...new Set(operations.map(unitOf))].map((unit) => ({ unit, rank: contentHash(unit) }));
  units.sort((a, b) => (a.rank < b.rank ? -1 : 1));
  const share = (part: number) => (units.length < 3 ? 0 : Math.max(1, Math.round(units.length * part)));
  const [test, validation] = [share(0.2), share(0.1)];
  const held = new Map<string, Split>();
  for (const { unit } of units.slice(0, test)) held.set(unit, "test");
  for (const { unit } of units.slice(test, test + validation)) held.set(unit, "validation");
  const result: Record<Split, Operation[]> = { train: [], validation: [], test: [] };
  for (const operation of operations) result[held.get(unitOf(operation)) ?? "train"].push(operation);
  return result;
}
