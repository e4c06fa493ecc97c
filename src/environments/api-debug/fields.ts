/** What a schema says about a value, field by field. */
import type { Json } from "../../core/json.ts";
import type { JsonSchema } from "./operation.ts";
import { child, escapeKey, isRecord, splitPointer } from "./pointer.ts";

export interface Field {
  /** JSON pointer in the whole value. */
  pointer: string;
  /** null: the schema does not know this member. */
  schema: JsonSchema | null;
  /** Whether the object it belongs to requires it. */
  required: boolean;
  /** undefined: absent. */
  value: Json | undefined;
  /** An object or array whose members are listed by themselves. */
  container: boolean;
}

/** The parts of a schema that tell which members and items a value may have. */
export interface Shape {
  properties: ReadonlyMap<string, JsonSchema>;
  required: ReadonlySet<string>;
  /** Schema of members that are not listed; null when there may be none. */
  others: JsonSchema | null;
  /** Whether the schema says in so many words what unlisted members may be. */
  open: boolean;
  items: JsonSchema | null;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A schema with a `$ref` into the root's `$defs` followed. */
function followed(schema: JsonSchema, root: JsonSchema): JsonSchema {
  if (typeof schema.$ref !== "string") return schema;
  const name = schema.$ref.replace("#/$defs/", "");
  const target = isSchema(root.$defs) ? root.$defs[name] : undefined;
  return isSchema(target) ? target : {};
}

const shapes = new WeakMap<JsonSchema, Shape>();

export function shapeOf(schema: JsonSchema, root: JsonSchema): Shape {
  const target = followed(schema, root);
  let shape = shapes.get(target);
  if (!shape) shapes.set(target, (shape = readShape(target, root)));
  return shape;
}

function readShape(schema: JsonSchema, root: JsonSchema): Shape {
  const properties = new Map<string, JsonSchema>();
  const required = new Set<string>();
  const all = Array.isArray(schema.allOf) ? schema.allOf.filter(isSchema) : [];
  for (const part of [schema, ...all.map((inner) => followed(inner, root))]) {
    if (isSchema(part.properties))
      for (const [name, inner] of Object.entries(part.properties)) if (isSchema(inner)) properties.set(name, inner);
    if (Array.isArray(part.required)) for (const name of part.required) required.add(String(name));
  }
  const others = schema.additionalProperties ?? schema.unevaluatedProperties;
  return {
    properties,
    required,
    others: others === false ? null : isSchema(others) ? others : {},
    open: others !== undefined && others !== false,
    items: isSchema(schema.items) ? schema.items : null,
  };
}

/** The schema of the value at a pointer; null where the schema knows nothing of it. */
export function schemaAt(root: JsonSchema, pointer: string): JsonSchema | null {
  let schema: JsonSchema | null = root;
  for (const key of splitPointer(pointer)) {
    if (!schema) return null;
    const shape = shapeOf(schema, root);
    schema = shape.properties.get(key) ?? shape.items ?? (shape.open ? shape.others : null);
  }
  return schema && followed(schema, root);
}

/**
 * The fields of a value, parents before their members: what the schema lists, in its order, then what it does not know.
 * Absent members are listed too. Items of arrays of objects are entered; other items belong to their array.
 */
export function fieldsOf(root: JsonSchema, value: Json | undefined): Field[] {
  const fields: Field[] = [];
  if (value !== undefined) enter(root, root, value, "", fields);
  return fields;
}

function enter(schema: JsonSchema, root: JsonSchema, value: Json, pointer: string, fields: Field[]): void {
  const shape = shapeOf(schema, root);
  if (Array.isArray(value)) {
    if (!shape.items) return;
    for (const [index, item] of value.entries())
      if (isRecord(item)) enter(shape.items, root, item, `${pointer}/${index}`, fields);
    return;
  }
  if (!isRecord(value)) return;
  for (const [name, inner] of shape.properties)
    add(inner, root, child(value, name), `${pointer}/${escapeKey(name)}`, shape.required.has(name), fields);
  for (const name of Object.keys(value)) {
    if (shape.properties.has(name)) continue;
    const inner = shape.open ? shape.others : null;
    add(inner, root, child(value, name), `${pointer}/${escapeKey(name)}`, shape.required.has(name), fields);
  }
}

function add(
  schema: JsonSchema | null,
  root: JsonSchema,
  value: Json | undefined,
  pointer: string,
  required: boolean,
  fields: Field[],
): void {
  const target = schema && followed(schema, root);
  const shape = target && shapeOf(target, root);
  const container =
    target !== null &&
    ((isRecord(value) && typesOf(target).includes("object") && (shape?.properties.size ?? 0) > 0) ||
      (Array.isArray(value) && typesOf(target).includes("array") && value.length > 0 && value.every(isRecord)));
  fields.push({ pointer, schema: target, required, value, container });
  if (container && target && value !== undefined) enter(target, root, value, pointer, fields);
}

/** Types a schema allows, as far as it says; an enum or const speaks for itself. */
export function typesOf(schema: JsonSchema): string[] {
  const { type } = schema;
  if (typeof type === "string") return [type];
  if (Array.isArray(type)) return type.filter((name) => typeof name === "string");
  if (isSchema(schema.properties)) return ["object"];
  return isSchema(schema.items) ? ["array"] : [];
}

/** A schema in few words: `email`, `paid|open`, `[integer]`, `integer 1..100`; `or null` where null is allowed. */
export function describeSchema(schema: JsonSchema | null): string {
  if (!schema) return "?";
  const types = typesOf(schema);
  const nullable = types.includes("null") ? "|null" : "";
  const values = Array.isArray(schema.enum) ? schema.enum : "const" in schema ? [schema.const] : null;
  if (values) return values.map((value) => (typeof value === "string" ? value : JSON.stringify(value))).join("|");
  const type = types.find((name) => name !== "null") ?? "any";
  if (type === "array") return `[${isSchema(schema.items) ? describeSchema(schema.items) : "any"}]${nullable}`;
  return `${type === "string" && typeof schema.format === "string" ? schema.format : type}${nullable}`;
}
