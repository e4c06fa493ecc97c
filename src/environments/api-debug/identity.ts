/** What makes a task the same or another. */
import { createHash } from "node:crypto";
import type { TaskRequest } from "../../core/environment.ts";
import type { Operation } from "./operation.ts";
import type { Options } from "./options.ts";
import type { ApiDebugTask, Secret } from "./task.ts";

/** Who makes the tasks, and from what. */
export interface Identity {
  name: string;
  version: string;
  /** Hash of the user's documents; "" for the built-in ones. */
  documents: string;
}

/** Identity, sameness and structure of a task. */
export function finishTask(
  me: Identity,
  { level, split, seed, options }: TaskRequest<Options>,
  operation: Operation,
  secret: Secret,
  shown: ApiDebugTask["public"],
  wrong: readonly { label: string; place: string }[],
): ApiDebugTask {
  const places = wrong.map(({ label, place }) => `${label}@${place.replaceAll(/\/\d+(?=\/|$)/g, "/#")}`).sort();
  return {
    key: digest(
      JSON.stringify([me.name, me.version, me.documents, level, split, seed, options.verbosity, options.actions]),
    ),
    hash: digest(contentOf(operation, shown)),
    structure: `${operation.id} ${places.join(" ")}`,
    labels: wrong.map(({ label }) => label),
    level,
    split,
    seed,
    public: shown,
    secret,
    parents: [],
  };
}

/** All of an observation that does not follow from its operation. */
function contentOf(operation: Operation, shown: ApiDebugTask["public"]): string {
  const { broken_headers, query, credentials, response_headers } = shown;
  return [
    operation.id,
    shown.task,
    shown.http_method,
    shown.endpoint,
    shown.broken_request,
    shown.intent,
    shown.current_time,
    shown.error_count,
    shown.response_status_code,
    shown.response_body,
    JSON.stringify([broken_headers, query, credentials, response_headers]),
  ].join("\0");
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}
