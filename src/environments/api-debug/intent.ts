/**
 * The caller's intent. Where a request is only judged, it is what the operation does. Where it is to be repaired, it also
 * states every value that a fault destroyed, among about half of the others in random order: enough to repair with, not
 * enough to write the request anew, and nothing in it tells which values are the destroyed ones.
 */
import type { Json } from "../../core/json.ts";
import type { Random } from "../../core/random.ts";
import type { Draft } from "./draft.ts";
import type { Fault } from "./faults/fault.ts";
import { sentParameters } from "./faults/parameters.ts";
import type { Operation, Parameter } from "./operation.ts";
import { parameterPlace, placeKind } from "./place.ts";
import { escapeKey, isRecord, isWithin, splitPointer } from "./pointer.ts";

/** What the operation does, without any value. */
export function summaryOf({ summary }: Operation): string {
  return `${summary.trim().replace(/\.$/, "")}.`;
}

/** One value of a request and where it stands. */
export interface Stated {
  place: string;
  /** The place in words, without a word of what kind of place it is. */
  name: string;
  /** The value as JSON. */
  text: string;
}

/**
 * The intent of a request to be repaired; null where all that could be left out has been destroyed, so that the intent
 * alone would be the whole request.
 */
export function intentOf(
  operation: Operation,
  reference: Draft,
  faults: readonly Fault[],
  random: Random,
): string | null {
  const all = statedBy(operation, reference);
  const isLost = ({ place }: Stated) => faults.some((fault) => destroys(fault, place));
  const [lost, kept] = [all.filter(isLost), all.filter((value) => !isLost(value))];
  // The body is what could be written anew, where there is one.
  const unsaid = random.shuffle(all.some(isInBody) ? kept.filter(isInBody) : kept)[0];
  if (!unsaid && lost.length > 0) return null;
  const others = kept.filter((value) => value !== unsaid && random.chance(0.5));
  const values = random.shuffle([...lost, ...others]).map(({ name, text }) => `${name} ${text}`);
  const summary = summaryOf(operation);
  return values.length === 0 ? summary : `${summary.slice(0, -1)}, with ${values.join(", ")}.`;
}

/** The whole body counts, too. */
const isInBody = ({ place }: Stated): boolean => place === "" || place.startsWith("/");

/** Whether a fault destroys or removes what stands at a place. Moved endpoints are told by the answer. */
function destroys({ label, place: at }: Fault, place: string): boolean {
  if (label === "redirect_loop") return false;
  return placeKind(at) === "body" ? isWithin(place, at) : at.toLowerCase() === place.toLowerCase();
}

/** Every value of a request, with names that tell them apart. */
export function statedBy(
  operation: { path: string; parameters: readonly Pick<Parameter, "name" | "in">[] },
  draft: Draft,
): Stated[] {
  const values = sentParameters(operation, draft).map(({ parameter, text }): Named => {
    const place = parameterPlace(parameter);
    const exact = parameter.in === "path" ? `${parameter.name} of the path` : place;
    return { place, name: inWords(parameter.name), exact, text: quoted(text) };
  });
  if (draft.body !== undefined) collect(draft.body, "", values);
  const count = new Map<string, number>();
  for (const { name } of values) count.set(name, (count.get(name) ?? 0) + 1);
  return values.map(({ exact, ...value }) => (count.get(value.name) === 1 ? value : { ...value, name: exact }));
}

/** A value with a second name, for where the first is also that of another. */
interface Named extends Stated {
  exact: string;
}

/** Leaves; a list of plain values is one. */
function collect(value: Json, pointer: string, values: Named[]): void {
  const members = Array.isArray(value) ? value.entries() : isRecord(value) ? Object.entries(value) : null;
  const flat =
    members === null || (Array.isArray(value) ? !value.some(isRecord) : Object.keys(value ?? {}).length === 0);
  if (flat)
    values.push({ place: pointer, name: phrase(pointer), exact: pointer.slice(1), text: JSON.stringify(value) });
  else for (const [key, inner] of members) collect(inner as Json, `${pointer}/${escapeKey(String(key))}`, values);
}

/** `/items/0/unit_price` as "unit price of items no. 1". */
function phrase(pointer: string): string {
  const parts: string[] = [];
  for (const key of splitPointer(pointer)) {
    if (/^\d+$/.test(key) && parts.length > 0) parts.push(`${parts.pop()} no. ${Number(key) + 1}`);
    else parts.push(inWords(key));
  }
  return parts.reverse().join(" of ");
}

/** `due_at`, `dueAt` and `X-Due-At` as "due at". */
function inWords(name: string): string {
  if (!/^[A-Za-z][\w-]*$/.test(name)) return name;
  return name
    .replace(/^[Xx]-/, "")
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/[_-]+/g, " ")
    .trim()
    .toLowerCase();
}

function quoted(text: string): string {
  return /^-?\d+(\.\d+)?$|^(true|false)$/.test(text) ? text : JSON.stringify(text);
}
