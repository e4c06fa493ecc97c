/** When two values mean the same. */
import type { Json } from "../../../core/json.ts";
import { isDateTime } from "../openapi/formats.ts";
import { escapeKey, isRecord } from "../pointer.ts";

/** Equal as JSON: 1.0 is 1, members in any order, two date-times of the same instant. */
export function sameMeaning(a: Json | undefined, b: Json | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return differences(a, b, "").next().done === true;
}

/** Pointers of the outermost places where two values differ; a member that only one of them has is such a place. */
export function* differences(a: Json, b: Json, pointer: string): Generator<string, undefined> {
  if (a === b || sameInstant(a, b)) return;
  const bothLists = Array.isArray(a) && Array.isArray(b) && a.length === b.length;
  if (!bothLists && !(isRecord(a) && isRecord(b))) {
    yield pointer;
    return;
  }
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const inner = `${pointer}/${escapeKey(key)}`;
    const [left, right] = [member(a, key), member(b, key)];
    if (left === undefined || right === undefined) yield inner;
    else yield* differences(left, right, inner);
  }
}

function member(value: Json, key: string): Json | undefined {
  if (Array.isArray(value)) return value[Number(key)];
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Only what the validator takes is an instant: another notation of it is another value. */
function sameInstant(a: Json, b: Json): boolean {
  if (typeof a !== "string" || typeof b !== "string" || !isDateTime(a) || !isDateTime(b)) return false;
  const [left, right] = [instantOf(a), instantOf(b)];
  return left.second === right.second && left.fraction === right.fraction;
}

/** Whole seconds since 1970 and the digits behind them, of which a double would lose some. */
function instantOf(text: string): { second: number; fraction: string } {
  const [, fraction = ""] = /\.(\d+)/.exec(text) ?? [];
  return { second: Date.parse(text.replace(/\.\d+/, "")), fraction: fraction.replace(/0+$/, "") };
}
