import type { Json } from "../../../core/json.ts";
import type { Random } from "../../../core/random.ts";
import { mergeAllOf } from "../openapi/all-of.ts";
import { isObject } from "../openapi/document.ts";
import type { JsonSchema } from "../operation.ts";
import { numberByName } from "./number-of.ts";
import { objectSampler } from "./object-sampler.ts";
import { nextScene, type Scene } from "./scene.ts";
import { stringSampler } from "./string-sampler.ts";

/** Draws a value that is likely, but not certain, to fit its schema. `sparse`: leave out what is optional. */
export type Sampler = (random: Random, scene: Scene, sparse: boolean) => Json;

/** Where a schema stands: its member's name and the names beside it decide what realistic means. */
export interface Place {
  name: string;
  siblings: readonly string[];
}

const cache = new WeakMap<JsonSchema, Map<string, Sampler | null>>();

/** The sampler of a schema, compiled once; null when nothing that fits can be drawn (recursion, odd patterns). */
export function samplerOf(schema: JsonSchema, place: Place = { name: "", siblings: [] }): Sampler | null {
  let byPlace = cache.get(schema);
  if (!byPlace) cache.set(schema, (byPlace = new Map()));
  const key = `${place.name} ${place.siblings.join(" ")}`;
  let sampler = byPlace.get(key);
  if (sampler === undefined) byPlace.set(key, (sampler = compile(schema, place)));
  return sampler;
}

function compile(schema: JsonSchema, place: Place): Sampler | null {
  if (typeof schema.$ref === "string") return null;
  if (Object.hasOwn(schema, "const")) return constant(schema.const);
  if (Array.isArray(schema.enum)) {
    const all = schema.enum as Json[];
    const values = all.length > 1 ? all.filter((value) => value !== null) : all;
    return (random) => structuredClone(random.pick(values));
  }
  for (const keyword of ["oneOf", "anyOf"]) if (Array.isArray(schema[keyword])) return branches(schema, keyword, place);
  if (Array.isArray(schema.allOf)) return allOf(schema, place);
  const types = typesOf(schema).filter((type) => type !== "null");
  const samplers = types.map((type) => ofType(type, schema, place)).filter((sampler) => sampler !== null);
  if (samplers.length === 0) return typesOf(schema).includes("null") ? () => null : null;
  const [first = () => null] = samplers;
  const typed: Sampler = samplers.length === 1 ? first : (...given) => given[0].pick(samplers)(...given);
  if (!typesOf(schema).includes("null")) return typed;
  return (random, scene, sparse) => (random.chance(0.1) ? null : typed(random, scene, sparse));
}

function constant(value: unknown): Sampler {
  return () => structuredClone(value) as Json;
}

function ofType(type: string, schema: JsonSchema, place: Place): Sampler | null {
  switch (type) {
    case "object":
      return objectSampler(schema, place.name);
    case "array":
      return arraySampler(schema, place);
    case "string":
      return stringSampler(schema, place);
    case "boolean":
      return (random) => random.chance(0.5);
    default:
      return numberSampler(schema, type === "integer", place.name);
  }
}

/** One branch of `oneOf` or `anyOf`, together with what stands beside it. */
function branches(schema: JsonSchema, keyword: string, place: Place): Sampler | null {
  const { [keyword]: alternatives, ...beside } = schema;
  const samplers = (alternatives as JsonSchema[])
    .map((alternative) => samplerOf(mergeLoosely([beside, alternative]), place))
    .filter((sampler) => sampler !== null);
  return samplers.length === 0 ? null : (random, scene, sparse) => random.pick(samplers)(random, scene, sparse);
}

function allOf(schema: JsonSchema, place: Place): Sampler | null {
  const { allOf: parts, ...beside } = schema;
  return samplerOf(mergeLoosely([beside, ...(parts as JsonSchema[])]), place);
}

/** One schema from several, for drawing only: a later keyword wins where two clash, as validation has the last word. */
function mergeLoosely(parts: readonly JsonSchema[]): JsonSchema {
  const used = parts.filter((part) => Object.keys(part).length > 0);
  const { allOf, ...merged } = mergeAllOf(used, {});
  if (!Array.isArray(allOf)) return merged;
  const loose: JsonSchema = { ...merged };
  for (const part of allOf as JsonSchema[])
    for (const [keyword, value] of Object.entries(part)) {
      const present = loose[keyword];
      if (keyword === "required" && Array.isArray(present) && Array.isArray(value))
        loose.required = [...new Set([...present, ...value])];
      else if (isObject(present) && isObject(value) && keyword === "properties")
        loose.properties = { ...present, ...value };
      else loose[keyword] = value;
    }
  return loose;
}

function arraySampler(schema: JsonSchema, place: Place): Sampler | null {
  const items = isObject(schema.items) ? schema.items : {};
  const name = place.name.replace(/s$/, "");
  const item = samplerOf(items, { name, siblings: [] });
  const low = typeof schema.minItems === "number" ? schema.minItems : 0;
  const high = typeof schema.maxItems === "number" ? schema.maxItems : Number.POSITIVE_INFINITY;
  if (low > 50 || low > high) return null;
  if (!item || high === 0) return low === 0 ? () => [] : null;
  const most = Math.min(high, Math.max(low, 1) + 2);
  const values = Array.isArray(items.enum) ? (items.enum as Json[]) : null;
  return (random, scene, sparse) => {
    const count = random.int(Math.max(low, sparse ? 0 : 1), sparse ? Math.max(low, 1) : most);
    // Repeating a choice is seldom meant.
    if (values && values.length >= count) return structuredClone(random.sample(values, count));
    // Each item is about somebody else.
    return Array.from({ length: count }, () => item(random, nextScene(random, scene.now), sparse));
  };
}

function numberSampler(schema: JsonSchema, integer: boolean, name: string): Sampler | null {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const step = typeof multipleOf === "number" ? multipleOf : 0;
  const unit = step > 0 ? step : integer ? 1 : 0.01;
  const limits = (values: unknown[]) => values.filter((value) => typeof value === "number");
  const above = limits([exclusiveMinimum]).map((value) => value + unit);
  const below = limits([exclusiveMaximum]).map((value) => value - unit);
  const range = {
    min: Math.max(Number.NEGATIVE_INFINITY, ...limits([minimum]), ...above),
    max: Math.min(Number.POSITIVE_INFINITY, ...limits([maximum]), ...below),
    integer,
    step: integer && step > 0 && !Number.isInteger(step) ? 1 : step,
  };
  return numberByName(name, range);
}

/** Types a schema allows, told by its other keywords when it does not say. */
export function typesOf(schema: JsonSchema): string[] {
  if (Array.isArray(schema.type)) return schema.type as string[];
  if (typeof schema.type === "string") return [schema.type];
  if (isObject(schema.properties) || isObject(schema.additionalProperties) || Array.isArray(schema.required))
    return ["object"];
  if (isObject(schema.items)) return ["array"];
  if ("minimum" in schema || "maximum" in schema || "multipleOf" in schema) return ["number"];
  return ["string"];
}
