/** The built-in operations. Import this module lazily: it reads every document of the catalogue. */
import { operationsOf } from "../openapi/operations.ts";
import type { Operation } from "../operation.ts";
import { ai } from "./ai.ts";
import { auth } from "./auth.ts";
import { calendar } from "./calendar.ts";
import { commerce } from "./commerce.ts";
import { devops } from "./devops.ts";
import { messaging } from "./messaging.ts";
import { monitoring } from "./monitoring.ts";
import { payments } from "./payments.ts";
import { repositories } from "./repositories.ts";
import { support } from "./support.ts";
import { travel } from "./travel.ts";
import { users } from "./users.ts";

/** The documents by provider, each with what it is about. */
export const documents = [
  { provider: "coinmill", domain: "payments", document: payments },
  { provider: "staffnest", domain: "users", document: users },
  { provider: "branchyard", domain: "repositories", document: repositories },
  { provider: "pigeonry", domain: "messaging", document: messaging },
  { provider: "stallmart", domain: "commerce", document: commerce },
  { provider: "dayplan", domain: "calendar", document: calendar },
  { provider: "gatewright", domain: "auth", document: auth },
  { provider: "beaconet", domain: "monitoring", document: monitoring },
  { provider: "quayline", domain: "devops", document: devops },
  { provider: "muselab", domain: "ai", document: ai },
  { provider: "helpwell", domain: "support", document: support },
  { provider: "roamwise", domain: "travel", document: travel },
];

let built: readonly Operation[] | undefined;

/** All built-in operations, always in the same order. Built once. */
export function catalogue(): readonly Operation[] {
  built ??= documents.flatMap(({ document, ...about }) => operationsOf(document, about).operations);
  return built;
}
