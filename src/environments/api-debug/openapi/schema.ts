import type { JsonSchema } from "../operation.ts";
import { mergeAllOf } from "./all-of.ts";
import { discriminate } from "./discriminator.ts";
import { brief, isObject, type RawObject, Unsupported } from "./document.ts";
import { linearPattern } from "./pattern.ts";
import type { References } from "./references.ts";

/** What a schema is read for: `readOnly` members are no part of a request, `writeOnly` ones of a response. */
export type Direction = "request" | "response";

export interface Inlining {
  references: References;
  dialect: "3.0" | "3.1";
  direction: Direction;
}

const deepest = 64;
/** Most parts of a value given as `enum`, `const`, `default` or example, and its deepest nesting. */
const heaviestValue = 500;
const deepestValue = 16;
/** A schema with more parts would not fit into a slice anyway. */
const mostNodes = 600;

/**
 * A self-contained JSON Schema 2020-12 from one of a document: `$ref`s inlined, OpenAPI 3.0 dialect translated, unknown
 * keywords dropped. Recursive schemas go to `$defs`. Throws Unsupported for what cannot be used safely, with the reason.
 */
export function inlineSchema(raw: unknown, base: string, inlining: Inlining): JsonSchema {
  return new Inliner(inlining).root(raw, base);
}

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const isCount = (value: unknown) => isNumber(value) && Number.isSafeInteger(value) && value >= 0;
const isText = (value: unknown) => typeof value === "string";
const isFlag = (value: unknown) => typeof value === "boolean";
const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText);
const anything = (value: unknown) => weigh(value, 0) <= heaviestValue;
const types = ["null", "boolean", "object", "array", "number", "integer", "string"];
const isType = (value: unknown) => typeof value === "string" && types.includes(value);

/** Keywords that hold no schemas, with what their values must be. */
const plain: Readonly<Record<string, (value: unknown) => boolean>> = {
  type: (value) => (Array.isArray(value) ? value.length > 0 && value.every(isType) : isType(value)),
  enum: (value) => Array.isArray(value) && value.length > 0 && anything(value),
  const: anything,
  format: isText,
  pattern: isText,
  required: isTexts,
  uniqueItems: isFlag,
  deprecated: isFlag,
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  multipleOf: (value) => isNumber(value) && value > 0,
  minLength: isCount,
  maxLength: isCount,
  minItems: isCount,
  maxItems: isCount,
  minContains: isCount,
  maxContains: isCount,
  minProperties: isCount,
  maxProperties: isCount,
  dependentRequired: (value) => isObject(value) && Object.values(value).every(isTexts),
};

const single = ["items", "contains", "not", "if", "then", "else", "propertyNames"];
const singleOrFlag = ["additionalProperties", "unevaluatedProperties", "unevaluatedItems"];
const lists = ["allOf", "anyOf", "oneOf", "prefixItems"];
const maps = ["properties", "patternProperties", "dependentSchemas"];

class Inliner {
  readonly #inlining: Inlining;
  readonly #open: string[] = [];
  readonly #recursive = new Map<string, string>();
  readonly #definitions: Record<string, JsonSchema> = {};
  #nodes = 0;

  constructor(inlining: Inlining) {
    this.#inlining = inlining;
  }

  root(raw: unknown, base: string): JsonSchema {
    const schema = this.#schema(raw, base, 0);
    return this.#recursive.size === 0 ? schema : { ...schema, $defs: this.#definitions };
  }

  #schema(raw: unknown, base: string, depth: number): JsonSchema {
    if (depth > deepest) throw new Unsupported(`a schema is nested deeper than ${deepest}`);
    if (++this.#nodes > mostNodes) throw new Unsupported(`a schema has more than ${mostNodes} parts`);
    if (typeof raw === "boolean") return raw ? {} : { not: {} };
    if (!isObject(raw)) throw new Unsupported("a schema is neither an object nor a boolean");
    return Object.hasOwn(raw, "$ref") ? this.#reference(raw, base, depth) : this.#keywords(raw, base, depth);
  }

  #reference(raw: RawObject, base: string, depth: number): JsonSchema {
    const target = this.#inlining.references.follow(raw, base);
    const key = target.key ?? "";
    const schema = this.#open.includes(key)
      ? { $ref: `#/$defs/${this.#definitionName(key)}` }
      : this.#target(key, target.value, target.base, depth);
    // In OpenAPI 3.0 whatever stands beside a $ref is ignored.
    const { $ref: _, ...siblings } = raw;
    if (this.#inlining.dialect === "3.0" || Object.keys(siblings).length === 0) return schema;
    return mergeAllOf([schema, this.#keywords(siblings, base, depth)], {});
  }

  #target(key: string, value: unknown, base: string, depth: number): JsonSchema {
    this.#open.push(key);
    const schema = this.#schema(value, base, depth + 1);
    this.#open.pop();
    const name = this.#recursive.get(key);
    if (name !== undefined) this.#definitions[name] = schema;
    return schema;
  }

  #definitionName(key: string): string {
    let name = this.#recursive.get(key);
    if (name === undefined) {
      const last = key.slice(key.lastIndexOf("/") + 1).replaceAll(/[^A-Za-z0-9_]/g, "_");
      name = [...this.#recursive.values(), "__proto__"].includes(last) ? `${last}_${this.#recursive.size}` : last;
      this.#recursive.set(key, name);
    }
    return name;
  }

  #keywords(raw: RawObject, base: string, depth: number): JsonSchema {
    const source = this.#inlining.dialect === "3.0" ? modernise(raw) : raw;
    const schema: JsonSchema = {};
    for (const [keyword, accepts] of Object.entries(plain)) {
      if (!Object.hasOwn(source, keyword)) continue;
      if (!accepts(source[keyword])) throw new Unsupported(`a schema has an unusable "${keyword}"`);
      schema[keyword] = source[keyword];
    }
    if (typeof schema.pattern === "string") linearPattern(schema.pattern);
    for (const keyword of ["$dynamicRef", "$recursiveRef"])
      if (Object.hasOwn(source, keyword)) throw new Unsupported(`a schema uses ${keyword}`);
    if (typeof source.description === "string") schema.description = brief(source.description);
    if (Object.hasOwn(source, "default") && anything(source.default)) schema.default = source.default;
    const examples = Array.isArray(source.examples) ? source.examples : "example" in source ? [source.example] : [];
    if (examples.length > 0 && anything(examples)) schema.examples = examples;

    for (const keyword of single)
      if (Object.hasOwn(source, keyword)) schema[keyword] = this.#schema(source[keyword], base, depth + 1);
    for (const keyword of singleOrFlag) {
      const value = Object.hasOwn(source, keyword) ? source[keyword] : undefined;
      if (typeof value === "boolean") schema[keyword] = value;
      else if (value !== undefined) schema[keyword] = this.#schema(value, base, depth + 1);
    }
    for (const keyword of lists) {
      if (!Object.hasOwn(source, keyword)) continue;
      const value = source[keyword];
      if (!Array.isArray(value) || value.length === 0) throw new Unsupported(`a schema has an unusable "${keyword}"`);
      const parts = value.map((part) => this.#schema(part, base, depth + 1));
      schema[keyword] = keyword === "oneOf" || keyword === "anyOf" ? discriminate(source, keyword, parts) : parts;
    }
    for (const keyword of maps)
      if (Object.hasOwn(source, keyword)) schema[keyword] = this.#map(keyword, source[keyword], base, depth, schema);
    return simplify(schema);
  }

  #map(keyword: string, value: unknown, base: string, depth: number, owner: JsonSchema): Record<string, JsonSchema> {
    if (!isObject(value)) throw new Unsupported(`a schema has an unusable "${keyword}"`);
    const hidden = this.#inlining.direction === "request" ? "readOnly" : "writeOnly";
    const result: Record<string, JsonSchema> = {};
    for (const [name, part] of Object.entries(value)) {
      if (name === "__proto__") continue;
      if (keyword === "patternProperties") linearPattern(name);
      const target = this.#inlining.references.follow(part, base).value;
      if (keyword === "properties" && isObject(target) && target[hidden] === true) {
        if (Array.isArray(owner.required)) owner.required = owner.required.filter((wanted) => wanted !== name);
      } else result[name] = this.#schema(part, base, depth + 1);
    }
    return result;
  }
}

/** Parts of a value, counted until they are too many; Infinity when it is nested too deeply. */
function weigh(value: unknown, depth: number): number {
  if (typeof value !== "object" || value === null) return 1;
  if (depth > deepestValue) return Number.POSITIVE_INFINITY;
  let weight = 1;
  for (const part of Object.values(value)) if ((weight += weigh(part, depth + 1)) > heaviestValue) break;
  return weight;
}

/** OpenAPI 3.0's dialect in terms of JSON Schema 2020-12. */
function modernise(raw: RawObject): RawObject {
  const schema: Record<string, unknown> = { ...raw };
  for (const [limit, exclusive] of [
    ["minimum", "exclusiveMinimum"],
    ["maximum", "exclusiveMaximum"],
  ] as const) {
    if (typeof schema[exclusive] !== "boolean") continue;
    if (schema[exclusive] && schema[limit] !== undefined) {
      schema[exclusive] = schema[limit];
      delete schema[limit];
    } else delete schema[exclusive];
  }
  if (schema.nullable === true && typeof schema.type === "string") {
    schema.type = [schema.type, "null"];
    if (Array.isArray(schema.enum) && !schema.enum.includes(null)) schema.enum = [...schema.enum, null];
  }
  return schema;
}

/** Equal schemas in a form that is easier to read: merged `allOf`s, and "a type or null" as one list of types. */
function simplify(schema: JsonSchema): JsonSchema {
  const { allOf, ...rest } = schema;
  let result = Array.isArray(allOf) ? mergeAllOf(allOf, rest) : schema;
  for (const keyword of ["anyOf", "oneOf"]) {
    const { [keyword]: branches, ...others } = result;
    if (!Array.isArray(branches)) continue;
    const [only, ...more] = branches.filter((branch: JsonSchema) => branch.type !== "null");
    if (branches.length === 1) result = mergeAllOf(branches, others);
    else if (branches.length === 2 && more.length === 0 && typeof only?.type === "string" && !("type" in others)) {
      const { enum: values, const: value, ...plainOnly } = only;
      if (values === undefined && value === undefined)
        result = mergeAllOf([{ ...plainOnly, type: [only.type, "null"] }], others);
    }
  }
  return result;
}
