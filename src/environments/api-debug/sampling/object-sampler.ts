import type { Json } from "../../../core/json.ts";
import { isObject } from "../openapi/document.ts";
import type { JsonSchema } from "../operation.ts";
import { anyKey } from "./text-of.ts";
import { type Sampler, samplerOf } from "./value.ts";

interface Member {
  name: string;
  required: boolean;
  draw: Sampler;
}

const optionalChance = 0.6;

/** Names that say what a member is, but not what it is for: the name of the object does. */
const generic = /^(date ?time|date|time|value|amount)$/i;

/** How to draw an object called `owner`; null when a required member cannot be drawn. */
export function objectSampler(schema: JsonSchema, owner: string): Sampler | null {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = new Set(Array.isArray(schema.required) ? (schema.required as string[]) : []);
  const siblings = Object.keys(properties);
  const members: Member[] = [];
  for (const name of new Set([...siblings, ...required])) {
    const member = Object.hasOwn(properties, name) && isObject(properties[name]) ? properties[name] : {};
    const draw =
      name === "__proto__"
        ? null
        : samplerOf(member, { name: generic.test(name) ? `${owner} ${name}` : name, siblings });
    if (draw) members.push({ name, required: required.has(name), draw });
    else if (required.has(name)) return null;
  }
  const fewest = Math.max(
    typeof schema.minProperties === "number" ? schema.minProperties : 0,
    Math.min(2, members.length),
  );
  if (members.length === 0) return mapSampler(schema);
  return (random, scene, sparse) => {
    const chosen = new Set<Member>();
    for (const member of members) if (member.required || (!sparse && random.chance(optionalChance))) chosen.add(member);
    const missing = fewest - chosen.size;
    if (missing > 0)
      for (const member of random.sample(
        members.filter((one) => !chosen.has(one)),
        missing,
      ))
        chosen.add(member);
    const entries: [string, Json][] = [];
    for (const member of members)
      if (chosen.has(member)) entries.push([member.name, member.draw(random, scene, sparse)]);
    return Object.fromEntries(entries);
  };
}

/** An object of free keys. */
function mapSampler(schema: JsonSchema): Sampler | null {
  const values = isObject(schema.additionalProperties)
    ? samplerOf(schema.additionalProperties, { name: "value", siblings: [] })
    : null;
  const low = typeof schema.minProperties === "number" ? schema.minProperties : 0;
  if (!values || low > 8) return low === 0 ? () => ({}) : null;
  const high = Math.min(typeof schema.maxProperties === "number" ? schema.maxProperties : 3, Math.max(low, 3));
  return (random, scene, sparse) => {
    const count = sparse ? low : random.int(Math.max(low, Math.min(1, high)), high);
    const result: Record<string, Json> = {};
    for (let tries = 0; Object.keys(result).length < count && tries < 50; tries++)
      result[anyKey(random, scene)] = values(random, scene, sparse);
    return result;
  };
}
