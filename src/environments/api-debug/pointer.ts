/** JSON pointers (RFC 6901) into plain values. Own members only: `__proto__` is a name like any other. */
import type { Json } from "../../core/json.ts";

export function escapeKey(key: string): string {
  return key.includes("~") || key.includes("/") ? key.replaceAll("~", "~0").replaceAll("/", "~1") : key;
}

export function splitPointer(pointer: string): string[] {
  if (pointer === "") return [];
  const parts = pointer.slice(1).split("/");
  return pointer.includes("~") ? parts.map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~")) : parts;
}

export function isRecord(value: unknown): value is { [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A member or item; undefined when there is none. */
export function child(value: Json | undefined, key: string): Json | undefined {
  if (Array.isArray(value)) return /^(0|[1-9]\d*)$/.test(key) ? value[Number(key)] : undefined;
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

export function getAt(value: Json | undefined, pointer: string): Json | undefined {
  let at = value;
  for (const key of splitPointer(pointer)) at = child(at, key);
  return at;
}

/** Sets an own member, whatever its name. */
export function define(target: { [key: string]: Json }, key: string, value: Json): void {
  if (key === "__proto__")
    Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
  else target[key] = value;
}

/**
 * A copy with the value at `pointer` set, or removed when `value` is undefined; everything beside the path is shared.
 * Returns the value itself when the parent of `pointer` does not exist. A new member comes last, or at position `at`.
 */
export function withAt(
  root: Json | undefined,
  pointer: string,
  value: Json | undefined,
  at?: number,
): Json | undefined {
  return replace(root, splitPointer(pointer), 0, value, at);
}

function replace(
  node: Json | undefined,
  path: string[],
  depth: number,
  value: Json | undefined,
  at: number | undefined,
): Json | undefined {
  const key = path[depth];
  if (key === undefined) return value;
  const next = replace(child(node, key), path, depth + 1, value, at);
  if (Array.isArray(node)) {
    const index = Number(key);
    if (!(index >= 0 && index <= node.length)) return node;
    return next === undefined ? node.toSpliced(index, 1) : node.toSpliced(index, 1, next);
  }
  if (!isRecord(node)) return node;
  if (at !== undefined && next !== undefined && !Object.hasOwn(node, key)) {
    const entries = Object.entries(node);
    return Object.fromEntries(entries.toSpliced(at, 0, [key, next]));
  }
  const copy = { ...node };
  if (next === undefined) delete copy[key];
  else define(copy, key, next);
  return copy;
}

/** True when `inner` is `outer` or lies inside it. */
export function isWithin(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(`${outer}/`);
}
