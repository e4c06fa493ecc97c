/** What a repair is worth: by what the server says to it, never by how it looks. */
import type { Json } from "../../../core/json.ts";
import { type Attempt, type DecodedBody, type Draft, header, ownText, textAt, withEdit } from "../draft.ts";
import type { Fault } from "../faults/fault.ts";
import { decodeParameter, matchPath } from "../openapi/wire.ts";
import type { JsonSchema, Operation } from "../operation.ts";
import { authPlace, essence, mediaTypePlace, placeKind } from "../place.ts";
import { getAt, isWithin } from "../pointer.ts";
import { normaliseCredential } from "../server/auth.ts";
import { receive } from "../server/receive.ts";
import type { World } from "../world.ts";
import { differences, sameMeaning } from "./equal.ts";
import type { Merged } from "./merge.ts";

export interface FixGrade {
  /**
   * Repaired faults over all faults; 0 when something right was changed, when anything was added, or when the request
   * now goes to another wrong endpoint: half a repair there would be one made to some other resource.
   */
  value: number;
  why: string;
}

/**
 * Grades a merged request. A credential that works is worth 1/n² when it is the n-th distinct one tried, so that going
 * through the list pays less than guessing.
 */
export function gradeFix(
  operation: Operation,
  world: World,
  reference: Draft,
  faults: readonly Fault[],
  { attempt, body }: Merged,
  credentialTry = 1,
): FixGrade {
  const changed = changedPlaces(operation, reference, attempt, body).find(
    (place) => !faults.some((fault) => covers(fault, place)),
  );
  if (changed !== undefined) return { value: 0, why: `${changed} was right and was changed` };
  if (!passes(operation, world, { ...undone(reference, faults, attempt, body), wait: reference.wait }))
    return { value: 0, why: "the server refuses what was right, as it is written now" };
  const repaired = faults.filter((fault) => isRepaired(operation, world, reference, fault, attempt, body));
  const unrepaired = faults.filter((fault) => !repaired.includes(fault));
  if (unrepaired.some(({ place, edit }) => place === "endpoint" && edit?.to !== attempt.endpoint))
    return { value: 0, why: "the endpoint was changed to another wrong one" };
  const left = unrepaired.map(({ label, place }) => `${label} at ${place}`);
  const auth = authPlace(operation);
  const worth = repaired.map(({ place }) => (place === auth ? 1 / credentialTry ** 2 : 1));
  return {
    value: worth.reduce((sum, one) => sum + one, 0) / faults.length,
    why: left.length === 0 ? "all repaired" : `not repaired: ${left.join(", ")}`,
  };
}

/** Whether a difference lies where the fault is. */
function covers(fault: Fault, place: string): boolean {
  return placeKind(place) === "body" ? isWithin(place, fault.place) : place.toLowerCase() === fault.place.toLowerCase();
}

/** Repaired: the reference with only this place as submitted passes the server, and says what the intent says. */
function isRepaired(
  operation: Operation,
  world: World,
  reference: Draft,
  { label, place }: Fault,
  attempt: Attempt,
  body: DecodedBody | null,
): boolean {
  const kind = placeKind(place);
  if (kind === "body") {
    if (body?.malformed.some(({ pointer }) => isWithin(pointer, place) || isWithin(place, pointer))) return false;
    if (body?.inexact.some((pointer) => isWithin(pointer, place))) return false;
    const submitted = getAt(body?.value, place);
    if (label === "extra_unknown_field") return submitted === undefined && body !== null;
    if (submitted === undefined || !sameMeaning(submitted, getAt(reference.body, place))) return false;
    return passes(operation, world, withEdit(reference, { place, to: submitted }));
  }
  if (kind === "wait") return passes(operation, world, { ...reference, wait: attempt.wait });
  if (kind === "status") return false;
  if (kind === "method") return passes(operation, world, { ...reference, method: attempt.method });
  if (kind === "endpoint")
    return (
      sameEndpoint(operation, attempt.endpoint, reference.endpoint) &&
      passes(operation, world, { ...reference, endpoint: attempt.endpoint })
    );
  const submitted = textAt(attempt, place);
  if (submitted === undefined) return false;
  const behavesOnly = place === mediaTypePlace || place === authPlace(operation);
  if (!behavesOnly && !sameParameter(operation, kind, place, submitted, reference)) return false;
  return passes(operation, world, withEdit(reference, { place, to: submitted }));
}

/** Whether the server takes a draft. Its body counts as what it says, in whichever media type it is to be sent. */
function passes(operation: Operation, world: World, { malformed: _, body, ...rest }: Draft): boolean {
  if (body === undefined) return receive(operation, world, { ...rest, body: null }) === null;
  return receive(operation, world, { ...rest, body: "" }, { ...sound, value: body }) === null;
}

const sound = { malformed: [], duplicates: [], inexact: [] };

/** The submitted request with the places of the faults taken from the reference: what the answer says beside them. */
function undone(reference: Draft, faults: readonly Fault[], attempt: Attempt, body: DecodedBody | null): Draft {
  let draft: Draft = { ...attempt, body: body?.value, malformed: {} };
  for (const { place } of faults) draft = withEdit(draft, { place, ...valueAt(reference, place) });
  return draft;
}

/** What the reference holds at a place, as an edit holds it. */
function valueAt(reference: Draft, place: string): { to?: Json } {
  const to = {
    body: () => getAt(reference.body, place),
    method: () => reference.method,
    endpoint: () => reference.endpoint,
    query: () => textAt(reference, place),
    header: () => textAt(reference, place),
    wait: () => reference.wait,
    status: () => undefined,
  }[placeKind(place)]();
  return to === undefined ? {} : { to };
}

/** Places where a request differs in meaning from the reference. Waiting longer changes nothing. */
function changedPlaces(operation: Operation, reference: Draft, attempt: Attempt, body: DecodedBody | null): string[] {
  const places: string[] = [];
  if (attempt.method !== reference.method) places.push("http_method");
  if (!sameEndpoint(operation, attempt.endpoint, reference.endpoint)) places.push("endpoint");
  for (const name of new Set([...Object.keys(attempt.query), ...Object.keys(reference.query)]))
    if (!sameParameter(operation, "query", `query.${name}`, ownText(attempt.query, name), reference))
      places.push(`query.${name}`);
  const lower = (headers: Record<string, string>) => Object.keys(headers).map((name) => name.toLowerCase());
  for (const name of new Set([...lower(attempt.headers), ...lower(reference.headers)]))
    if (!sameHeader(operation, name, header(attempt.headers, name), reference)) places.push(name);
  if (!body || reference.body === undefined) {
    if ((body === null) !== (reference.body === undefined)) places.push("body");
    return places;
  }
  const malformed = body.malformed.map(({ pointer }) => pointer);
  for (const pointer of [...differences(body.value, reference.body, ""), ...malformed, ...body.inexact])
    places.push(pointer === "" ? "body" : pointer);
  return places;
}

function sameEndpoint({ path }: Operation, a: string, b: string): boolean {
  if (a === b) return true;
  const [left, right] = [matchPath(path, a), matchPath(path, b)];
  return left !== null && right !== null && sameMeaning(left, right);
}

function sameHeader(operation: Operation, name: string, submitted: string | undefined, reference: Draft): boolean {
  const wanted = header(reference.headers, name);
  if (submitted === wanted) return true;
  if (submitted === undefined || wanted === undefined) return false;
  if (name === "content-type") return sameMediaType(operation, submitted, wanted);
  if (name === "accept")
    return essence(submitted) === essence(wanted) && !/;\s*q\s*=\s*0(\.0*)?\s*(;|$)/i.test(submitted);
  if (name === "authorization") return normaliseCredential(submitted) === normaliseCredential(wanted);
  return sameParameter(operation, "header", name, submitted, reference);
}

/** One media type, or two that the operation takes: the body is read by the one that is sent. */
function sameMediaType({ body }: Operation, submitted: string, wanted: string): boolean {
  const taken = (body?.mediaTypes ?? []).map(essence);
  return [submitted, wanted].every((one) => taken.includes(essence(one))) || essence(submitted) === essence(wanted);
}

/** Equal after decoding by the parameter's schema. */
function sameParameter(
  operation: Operation,
  kind: "query" | "header",
  place: string,
  submitted: string | undefined,
  reference: Draft,
): boolean {
  const name = kind === "query" ? place.slice("query.".length) : place;
  const wanted = kind === "query" ? ownText(reference.query, name) : header(reference.headers, name);
  if (submitted === wanted) return true;
  if (submitted === undefined || wanted === undefined) return false;
  const parameter = operation.parameters.find(
    (other) => other.in === kind && other.name.toLowerCase() === name.toLowerCase(),
  );
  const described: { schema: JsonSchema; explode: boolean } = parameter ?? { schema: {}, explode: false };
  const decode = (text: string): Json => decodeParameter(described, text.trim());
  return sameMeaning(decode(submitted), decode(wanted));
}
