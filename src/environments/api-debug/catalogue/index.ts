/** The built-in operations. Import this module lazily: it reads every document of the catalogue. */
import { operationsOf } from "../openapi/operations.ts";
import type { Operation } from "../operation.ts";
import { payments } from "./payments.ts";
import { users } from "./users.ts";

/** The documents by provider, each with what it is about. */
export const documents = [
  { provider: "coinmill", domain: "payments", document: payments },
  { provider: "staffnest", domain: "users", document: users },
];

let built: readonly Operation[] | undefined;

/** All built-in operations, always in the same order. Built once. */
export function catalogue(): readonly Operation[] {
  built ??= documents.flatMap(({ document, ...about }) => operationsOf(document, about).operations);
  return built;
}
