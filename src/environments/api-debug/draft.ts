/** Requests in two forms: the draft, in which every place can be edited, and the attempt, which goes over the wire. */
import type { Json } from "../../core/json.ts";
import { limits, parseJsonText } from "./json-text.ts";
import { decodeForm, encodeForm } from "./openapi/wire.ts";
import type { ApiRequest, JsonSchema, Operation } from "./operation.ts";
import { placeKind } from "./place.ts";
import { withAt } from "./pointer.ts";

/** A request as sent, and the seconds its sender waited before. */
export interface Attempt extends ApiRequest {
  wait: number;
}

export interface Draft extends Omit<Attempt, "body"> {
  /** undefined: no body. */
  body: Json | undefined;
  /** Values replaced by text that is not JSON, by pointer. */
  malformed: Readonly<Record<string, string>>;
}

/** What stands at a place instead: a value, nothing (`to` absent), or text that is not JSON. */
export interface Edit {
  place: string;
  to?: Json;
  token?: string;
  /** Position of a new member among the others; last when absent. */
  at?: number;
}

/** How the body of an operation is written. */
export interface BodyFormat {
  mediaType: string;
  schema: JsonSchema;
}

export const isForm = ({ mediaType }: BodyFormat): boolean => /^application\/x-www-form-urlencoded/i.test(mediaType);

/** A copy of the draft with one place edited. */
export function withEdit(draft: Draft, { place, to, token, at }: Edit): Draft {
  switch (placeKind(place)) {
    case "body": {
      const malformed = token === undefined ? draft.malformed : { ...draft.malformed, [place]: token };
      return { ...draft, malformed, body: withAt(draft.body, place, token === undefined ? to : null, at) };
    }
    case "method":
      return { ...draft, method: String(to) };
    case "endpoint":
      return { ...draft, endpoint: String(to) };
    case "wait":
      return { ...draft, wait: Number(to) };
    case "query":
      return { ...draft, query: withEntry(draft.query, place.slice("query.".length), to) };
    case "header":
      return { ...draft, headers: withEntry(draft.headers, place, to) };
    case "status":
      return draft;
  }
}

/** The draft with every fault in it; those of the answer leave it as it is. */
export function brokenBy(reference: Draft, faults: readonly { edit: Edit | null }[]): Draft {
  return faults.reduce((draft, { edit }) => (edit ? withEdit(draft, edit) : draft), reference);
}

/** Replaces an entry in place (keeping its position), adds it at the end, or leaves it out. */
function withEntry(entries: Record<string, string>, name: string, to: Json | undefined): Record<string, string> {
  const rest = { ...entries };
  if (to === undefined) delete rest[name];
  else rest[name] = String(to);
  return rest;
}

/** The wire form. JSON bodies are indented by 2. */
export function toAttempt(operation: Operation, draft: Draft): Attempt {
  const { malformed: _, body, ...rest } = draft;
  return { ...rest, body: body === undefined ? null : writeBody(operation.body, body, draft.malformed) };
}

/** A body as text, with some values replaced by text that is not JSON. */
export function writeBody(format: BodyFormat | null, body: Json, malformed: Readonly<Record<string, string>>): string {
  if (format && isForm(format)) return encodeForm(body);
  const tokens = Object.entries(malformed);
  if (tokens.length === 0) return JSON.stringify(body, null, 2);
  let marked: Json | undefined = body;
  for (const [index, [pointer]] of tokens.entries()) marked = withAt(marked, pointer, `\u0001${index}`);
  return JSON.stringify(marked, null, 2).replaceAll(
    /"\\u0001(\d+)"/g,
    (_, index) => tokens[Number(index)]?.[1] ?? "null",
  );
}

export interface DecodedBody {
  value: Json;
  malformed: { pointer: string; token: string }[];
  duplicates: string[];
  inexact: string[];
}

/** A body's text as a value, or why it is none. Malformed single values are recovered from. */
export function decodeBody(format: BodyFormat | null, text: string): DecodedBody | { problem: string } {
  if (!format || !isForm(format)) return parseJsonText(text);
  if (text.length > limits.bytes) return { problem: `the body is larger than ${limits.bytes / 1024} kB` };
  const value = decodeForm(text, format.schema);
  return value === null ? { problem: "the body is not a form" } : { value, malformed: [], duplicates: [], inexact: [] };
}

/** Finds a header whatever its case. */
export function header(headers: Readonly<Record<string, string>>, name: string): string | undefined {
  if (Object.hasOwn(headers, name)) return headers[name];
  const lower = name.toLowerCase();
  for (const key of Object.keys(headers)) if (key.toLowerCase() === lower) return headers[key];
  return undefined;
}

/** An own entry; undefined for what every object inherits. */
export function ownText(entries: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(entries, name) ? entries[name] : undefined;
}

/** The text at a place in the query (`query.NAME`) or the headers. */
export function textAt({ query, headers }: Pick<ApiRequest, "query" | "headers">, place: string): string | undefined {
  return place.startsWith("query.") ? ownText(query, place.slice("query.".length)) : header(headers, place);
}
