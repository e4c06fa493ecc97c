/**
 * Places: what a fault or an answer points at. `http_method`, `endpoint`, `status_code`, `query.NAME`, a header's name, or
 * a JSON pointer into the body. `Retry-After` stands for the wait before the request.
 */
import type { Operation } from "./operation.ts";
import { escapeKey } from "./pointer.ts";

export type PlaceKind = "body" | "method" | "endpoint" | "status" | "query" | "header" | "wait";

export const waitPlace = "Retry-After";
export const mediaTypePlace = "Content-Type";

/** In lower case. A map, since a header or field may have the name of what every object inherits. */
const special: ReadonlyMap<string, PlaceKind> = new Map([
  ["http_method", "method"],
  ["endpoint", "endpoint"],
  ["status_code", "status"],
  ["retry-after", "wait"],
]);

export function placeKind(place: string): PlaceKind {
  if (place.startsWith("/")) return "body";
  if (place.startsWith("query.")) return "query";
  return special.get(place.toLowerCase()) ?? "header";
}

/** Where the credential of an operation travels; null when it needs none. */
export function authPlace({ security }: Operation): string | null {
  if (!security) return null;
  if (security.type !== "apiKey") return "Authorization";
  return security.in === "query" ? `query.${security.name}` : security.name;
}

/** Place of a parameter. Path parameters are part of the endpoint. */
export function parameterPlace({ in: where, name }: { in: "path" | "query" | "header"; name: string }): string {
  return where === "path" ? "endpoint" : where === "query" ? `query.${name}` : name;
}

const headerNames = new WeakMap<Operation, ReadonlySet<string>>();

/** Lower-case names of the headers that belong to an operation. */
function headersOf(operation: Operation): ReadonlySet<string> {
  let names = headerNames.get(operation);
  if (!names) {
    const parameters = operation.parameters.filter((parameter) => parameter.in === "header").map(({ name }) => name);
    const auth = authPlace(operation);
    names = new Set(["content-type", "authorization", ...parameters, auth ?? ""].map((name) => name.toLowerCase()));
    headerNames.set(operation, names);
  }
  return names;
}

/** One spelling for each place, so that sets of places can be compared; a plain name is a top-level field. */
export function normalisePlace(operation: Operation, text: string): string {
  const place = text.trim().replace(/^[`"']+|[`"']+$/g, "");
  if (place.startsWith("/") || place.startsWith("query.")) return place;
  const lower = place.toLowerCase();
  if (special.has(lower) || headersOf(operation).has(lower)) return lower;
  return place === "" ? "" : `/${escapeKey(place)}`;
}

/** Normalised and without duplicates; empty names are dropped. */
export function normalisePlaces(operation: Operation, texts: readonly string[]): Set<string> {
  return new Set(texts.map((text) => normalisePlace(operation, text)).filter((place) => place !== ""));
}

/** Type and subtype of a media type, without parameters. */
export function essence(mediaType: string): string {
  return (mediaType.split(";", 1)[0] ?? "").trim().toLowerCase();
}
