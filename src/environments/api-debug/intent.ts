/** The caller's intent: one sentence that states every value of the request, so that none is lost when a fault destroys it. */
import type { Json } from "../../core/json.ts";
import type { Draft } from "./draft.ts";
import { sentParameters } from "./faults/parameters.ts";
import type { Operation } from "./operation.ts";
import { escapeKey, isRecord } from "./pointer.ts";

export function intentOf(operation: Operation, reference: Draft): string {
  const values = sentParameters(operation, reference).map(({ parameter, text }) => `${parameter.name} ${quoted(text)}`);
  if (reference.body !== undefined) collect(reference.body, "", values);
  const summary = operation.summary.trim().replace(/\.$/, "");
  return values.length === 0 ? `${summary}.` : `${summary}: ${values.join(", ")}.`;
}

/** Leaves as `address/city "Oslo"`: pointers without the first slash. */
function collect(value: Json, pointer: string, values: string[]): void {
  const members = Array.isArray(value) ? value.entries() : isRecord(value) ? Object.entries(value) : null;
  const flat =
    members === null || (Array.isArray(value) ? !value.some(isRecord) : Object.keys(value ?? {}).length === 0);
  if (flat) values.push(`${pointer.slice(1)} ${JSON.stringify(value)}`.trim());
  else for (const [key, inner] of members) collect(inner as Json, `${pointer}/${escapeKey(String(key))}`, values);
}

function quoted(text: string): string {
  return /^-?\d+(\.\d+)?$|^(true|false)$/.test(text) ? text : JSON.stringify(text);
}
