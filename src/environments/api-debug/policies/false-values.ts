/** Values for hacks that look like a repair. */
import type { Json } from "../../../core/json.ts";
import { shapeOf, typesOf } from "../fields.ts";
import type { JsonSchema } from "../operation.ts";
import { define, isRecord } from "../pointer.ts";

/** Every entry removed. */
export function nulls(entries: Record<string, string>): Record<string, null> {
  return Object.fromEntries(Object.keys(entries).map((name) => [name, null]));
}

/** Every entry with another text. */
export function replaced(entries: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, `${value}0`]));
}

/** A small valid value; of a list of allowed ones the first that is not `wanted`. */
export function smallest(schema: JsonSchema, root: JsonSchema, wanted: string): Json {
  if (Array.isArray(schema.enum))
    return (schema.enum.find((value) => !wanted.includes(String(value))) ?? "none") as Json;
  if ("const" in schema) return schema.const as Json;
  const shape = shapeOf(schema, root);
  switch (typesOf(schema).find((type) => type !== "null")) {
    case "object": {
      const value: { [key: string]: Json } = {};
      for (const name of shape.required) define(value, name, smallest(shape.properties.get(name) ?? {}, root, wanted));
      return value;
    }
    case "array":
      return shape.items && Number(schema.minItems ?? 0) > 0 ? [smallest(shape.items, root, wanted)] : [];
    case "integer":
    case "number":
      return Number(schema.minimum ?? 0);
    case "boolean":
      return !wanted.includes("true");
    default:
      return schema.format === "email"
        ? "a@b.co"
        : schema.format === "date-time"
          ? "2000-01-01T00:00:00Z"
          : "x".repeat(Number(schema.minLength ?? 1));
  }
}

/** The same shape, with another value of its type at every leaf. */
export function otherValues(value: Json): Json {
  return mapLeaves(value, (leaf) =>
    typeof leaf === "string"
      ? `${leaf}x`
      : typeof leaf === "number"
        ? leaf + 1
        : typeof leaf === "boolean"
          ? !leaf
          : "x",
  );
}

function mapLeaves(value: Json, change: (leaf: Json) => Json): Json {
  if (Array.isArray(value)) return value.map((item) => mapLeaves(item, change));
  if (!isRecord(value)) return change(value);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapLeaves(inner, change)]));
}
