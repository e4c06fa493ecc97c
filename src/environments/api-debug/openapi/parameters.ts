import type { Parameter } from "../operation.ts";
import { brief, isObject, list, member, type RawObject, text, Unsupported } from "./document.ts";
import { type Inlining, inlineSchema } from "./schema.ts";
import { lazyValidator } from "./validator.ts";

/** Headers that OpenAPI takes from elsewhere in the document. */
const described = new Set(["accept", "content-type", "authorization"]);

/**
 * Parameters of an operation, with those of its path. Optional ones of an unsupported kind are left out; a required one
 * throws Unsupported.
 */
export function parametersOf(pathItem: RawObject, operation: RawObject, base: string, inlining: Inlining): Parameter[] {
  const found = new Map<string, Parameter>();
  for (const raw of [...list(pathItem, "parameters"), ...list(operation, "parameters")]) {
    const { value, base: at } = inlining.references.follow(raw, base);
    if (!isObject(value)) throw new Unsupported("a parameter is not an object");
    const name = text(value, "name") ?? "";
    const place = text(value, "in") ?? "";
    if (place === "header" && described.has(name.toLowerCase())) continue;
    const required = place === "path" || value.required === true;
    try {
      found.set(`${place} ${name}`, parameter(value, name, place, required, at, inlining));
    } catch (error) {
      if (required || !(error instanceof Unsupported)) throw error;
      found.delete(`${place} ${name}`);
    }
  }
  return [...found.values()];
}

function parameter(
  raw: RawObject,
  name: string,
  place: string,
  required: boolean,
  base: string,
  inlining: Inlining,
): Parameter {
  if (name === "" || name === "__proto__") throw new Unsupported("a parameter has no usable name");
  if (place !== "path" && place !== "query" && place !== "header")
    throw new Unsupported(`parameter "${name}" travels in ${place === "" ? "no known place" : `the ${place}`}`);
  const style = text(raw, "style") ?? (place === "query" ? "form" : "simple");
  if (style !== (place === "query" ? "form" : "simple"))
    throw new Unsupported(`parameter "${name}" is written in style "${style}"`);
  if (!Object.hasOwn(raw, "schema")) throw new Unsupported(`parameter "${name}" has no schema`);
  const schema = inlineSchema(raw.schema, base, inlining);
  const explode = place === "query" && (member(raw, "explode") ?? true) === true;
  const types = [schema.type].flat();
  if (types.includes("object") || schema.properties) throw new Unsupported(`parameter "${name}" is an object`);
  if (explode && types.includes("array") && (schema.minItems ?? 0) > 1)
    throw new Unsupported(`parameter "${name}" must be repeated`);
  const description = text(raw, "description");
  if (description !== undefined && schema.description === undefined) schema.description = brief(description);
  return { name, in: place, required, schema, explode, validate: lazyValidator(schema) };
}
