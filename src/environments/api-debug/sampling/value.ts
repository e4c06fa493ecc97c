import { mergeAllOf } from "../openapi/all-of.ts";
import type { JsonSchema } from "../operation.ts";
import { numberByName } from "./number-by-name.ts";
import { objectSampler } from "./object-sampler.ts";
import type { Place, Sampler } from "./sampler.ts";
import { nextScene } from "./scene.ts";
import { stringSampler } from "./string-sampler.ts";

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
  const { const: constant } = schema;
  if (constant !== undefined) return () => structuredClone(constant);
  if (schema.enum) {
    const { enum: all } = schema;
    const values = all.length > 1 ? all.filter((value) => value !== null) : all;
    return (random) => structuredClone(random.pick(values));
  }
  const { oneOf, anyOf, allOf, ...beside } = schema;
  const alternatives = oneOf ?? anyOf;
  if (alternatives) return branches(alternatives, { ...beside, ...(allOf && { allOf }) }, place);
  if (allOf) return samplerOf(mergeLoosely([beside, ...allOf]), place);
  const types = drawnTypes(schema).filter((type) => type !== "null");
  const samplers = types.map((type) => ofType(type, schema, place)).filter((sampler) => sampler !== null);
  if (samplers.length === 0) return drawnTypes(schema).includes("null") ? () => null : null;
  const [first = () => null] = samplers;
  const typed: Sampler = samplers.length === 1 ? first : (...given) => given[0].pick(samplers)(...given);
  if (!drawnTypes(schema).includes("null")) return typed;
  return (random, scene, sparse) => (random.chance(0.1) ? null : typed(random, scene, sparse));
}

function ofType(type: string, schema: JsonSchema, place: Place): Sampler | null {
  switch (type) {
    case "object":
      return objectSampler(schema, place.name, samplerOf);
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

/** One of several alternatives, together with what stands beside them. */
function branches(alternatives: readonly JsonSchema[], beside: JsonSchema, place: Place): Sampler | null {
  const samplers = alternatives
    .map((alternative) => samplerOf(mergeLoosely([beside, alternative]), place))
    .filter((sampler) => sampler !== null);
  return samplers.length === 0 ? null : (random, scene, sparse) => random.pick(samplers)(random, scene, sparse);
}

/** One schema from several, for drawing only: a later keyword wins where two clash, as validation has the last word. */
function mergeLoosely(parts: readonly JsonSchema[]): JsonSchema {
  const used = parts.filter((part) => Object.keys(part).length > 0);
  const { allOf, ...merged } = mergeAllOf(used, {});
  if (!allOf) return merged;
  const all = [merged, ...allOf];
  const required = all.flatMap((part) => part.required ?? []);
  const properties = all.map((part) => part.properties).filter((members) => members !== undefined);
  return {
    ...Object.assign({}, ...all),
    ...(required.length > 0 && { required: [...new Set(required)] }),
    ...(properties.length > 0 && { properties: Object.assign({}, ...properties) }),
  };
}

function arraySampler(schema: JsonSchema, place: Place): Sampler | null {
  const { items = {}, minItems: low = 0, maxItems: high = Number.POSITIVE_INFINITY } = schema;
  const item = samplerOf(items, { name: place.name.replace(/s$/, ""), siblings: [] });
  if (low > 50 || low > high) return null;
  if (!item || high === 0) return low === 0 ? () => [] : null;
  const most = Math.min(high, Math.max(low, 1) + 2);
  const values = items.enum;
  return (random, scene, sparse) => {
    const count = random.int(Math.max(low, sparse ? 0 : 1), sparse ? Math.max(low, 1) : most);
    // Repeating a choice is seldom meant.
    if (values && values.length >= count) return structuredClone(random.sample(values, count));
    // Each item is about somebody else.
    return Array.from({ length: count }, () => item(random, nextScene(random, scene.now), sparse));
  };
}

function numberSampler(schema: JsonSchema, integer: boolean, name: string): Sampler | null {
  const { NEGATIVE_INFINITY: least, POSITIVE_INFINITY: most } = Number;
  const { minimum = least, maximum = most, exclusiveMinimum = least, exclusiveMaximum = most } = schema;
  const { multipleOf: step = 0 } = schema;
  const unit = step > 0 ? step : integer ? 1 : 0.01;
  const range = {
    min: Math.max(minimum, exclusiveMinimum + unit),
    max: Math.min(maximum, exclusiveMaximum - unit),
    integer,
    step: integer && step > 0 && !Number.isInteger(step) ? 1 : step,
  };
  return numberByName(name, range);
}

/** Types of which a value may be drawn: those the schema names, else what its other keywords suggest, else text. */
function drawnTypes(schema: JsonSchema): string[] {
  if (schema.type !== undefined) return [schema.type].flat();
  if (schema.properties || schema.required || typeof schema.additionalProperties === "object") return ["object"];
  if (schema.items) return ["array"];
  if ("minimum" in schema || "maximum" in schema || "multipleOf" in schema) return ["number"];
  return ["string"];
}
