/** Merge, then send: an answer's repairs laid over the broken request. */

import type { Json } from "../../../core/json.ts";
import type { Action } from "../action.ts";
import { boundsProblem } from "../bounds.ts";
import { type Attempt, type BodyFormat, type DecodedBody, decodeBody, header, isForm } from "../draft.ts";
import { encodeForm } from "../openapi/wire.ts";
import type { Operation } from "../operation.ts";
import { essence, mediaTypePlace } from "../place.ts";

export interface Merged {
  attempt: Attempt;
  /** The body as a value; null for none. */
  body: DecodedBody | null;
}

type Texts = Record<string, string>;

/** True when the answer repairs anything at all. */
export function hasFix(action: Action): boolean {
  const { fixed_request, fixed_headers, fixed_query, fixed_method, fixed_endpoint, wait_seconds } = action;
  return [fixed_request, fixed_headers, fixed_query, fixed_method, fixed_endpoint, wait_seconds].some(
    (fix) => fix != null,
  );
}

/** The request as repaired, or why it cannot be sent. Absent parts stay as they are in the broken request. */
export function merge(operation: Operation, broken: Attempt, action: Action): Merged | { problem: string } {
  const headers = mergeHeaders(broken.headers, action.fixed_headers ?? {});
  if (headers === null) return { problem: "fixed_headers names one header twice" };
  const target = readEndpoint(action.fixed_endpoint ?? broken.endpoint);
  if (target === null) return { problem: "fixed_endpoint is not a path" };
  const unbounded = typeof action.fixed_request === "object" ? boundsProblem(action.fixed_request) : null;
  if (unbounded !== null) return { problem: `fixed_request cannot be read: ${unbounded}` };
  const attempt: Attempt = {
    method: action.fixed_method?.trim().toUpperCase() ?? broken.method,
    endpoint: target.path,
    query: mergeEntries({ ...broken.query, ...target.query }, action.fixed_query ?? {}),
    headers,
    body: action.fixed_request == null ? broken.body : requestText(formatOf(operation, headers), action.fixed_request),
    wait: action.wait_seconds ?? broken.wait,
  };
  if (attempt.body === null || attempt.body === "") return { attempt: { ...attempt, body: null }, body: null };
  const body = decodeBody(formatOf(operation, headers), attempt.body);
  if ("problem" in body) return { problem: `fixed_request cannot be read: ${body.problem}` };
  if (body.duplicates.length > 0) return { problem: `fixed_request holds ${body.duplicates[0]} twice` };
  return { attempt, body };
}

/** How the body is written: as the media type that is sent, where the operation takes it, else as its first. */
function formatOf({ body }: Operation, headers: Texts): BodyFormat | null {
  const sent = essence(header(headers, mediaTypePlace) ?? "");
  return body?.mediaTypes.some((taken) => essence(taken) === sent) ? { ...body, mediaType: sent } : body;
}

/** Text as it is; an object as its JSON, or as a form where one is sent. */
function requestText(format: BodyFormat | null, request: string | Record<string, unknown>): string {
  const form = format !== null && isForm(format);
  if (typeof request !== "string") return form ? encodeForm(request as Json) : JSON.stringify(request);
  if (!form || !request.trimStart().startsWith("{")) return request;
  try {
    return encodeForm(JSON.parse(request) as Json);
  } catch {
    return request;
  }
}

/** Replaces, adds and (null) removes entries. */
function mergeEntries(entries: Texts, changes: Readonly<Record<string, unknown>>): Texts {
  const kept = Object.entries(entries).filter(([name]) => !Object.hasOwn(changes, name));
  const set = Object.entries(changes).filter(([, value]) => value !== null);
  return Object.fromEntries([...kept, ...set.map(([name, value]) => [name, String(value)])]);
}

/** Like entries, whatever the case of the names; null when two changes name one header. */
function mergeHeaders(headers: Texts, changes: Readonly<Record<string, unknown>>): Texts | null {
  const names = Object.keys(changes).map((name) => name.trim().toLowerCase());
  if (new Set(names).size < names.length) return null;
  const kept = Object.entries(headers).filter(([name]) => !names.includes(name.toLowerCase()));
  const set = Object.entries(changes).filter(([, value]) => value !== null);
  return Object.fromEntries([...kept, ...set.map(([name, value]) => [name.trim(), String(value).trim()])]);
}

/** A path, possibly with an origin before it and a query behind it. */
function readEndpoint(text: string): { path: string; query: Texts } | null {
  const [path = "", query = ""] = text
    .trim()
    .replace(/^https?:\/\/[^/?#]+/i, "")
    .split("?", 2);
  if (!path.startsWith("/") || path.includes("#")) return null;
  return { path, query: Object.fromEntries(new URLSearchParams(query)) };
}
