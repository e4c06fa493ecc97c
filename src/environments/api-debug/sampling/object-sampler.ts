import type { Json } from "../../../core/json.ts";
import type { JsonSchema } from "../operation.ts";
import type { Compile, Sampler } from "./sampler.ts";
import { anyKey } from "./texts.ts";

interface Member {
  name: string;
  required: boolean;
  draw: Sampler;
}

const optionalChance = 0.6;

/** Names that say what a member is, but not what it is for: the name of the object does. */
const generic = /^(date ?time|date|time|value|amount)$/i;

/** How to draw an object called `owner`, its members by `compile`; null when a required member cannot be drawn. */
export function objectSampler(schema: JsonSchema, owner: string, compile: Compile): Sampler | null {
  const members = membersOf(schema, owner, compile);
  if (!members) return null;
  if (members.length === 0) return mapSampler(schema, compile);
  const fewest = Math.max(schema.minProperties ?? 0, Math.min(2, members.length));
  return (random, scene, sparse) => {
    const wanted = (member: Member) => member.required || (!sparse && random.chance(optionalChance));
    const chosen = new Set(members.filter(wanted));
    if (chosen.size < fewest) {
      const others = members.filter((member) => !chosen.has(member));
      for (const member of random.sample(others, fewest - chosen.size)) chosen.add(member);
    }
    const entries: [string, Json][] = [];
    // In the order of the schema, whatever the order of choosing.
    for (const member of members)
      if (chosen.has(member)) entries.push([member.name, member.draw(random, scene, sparse)]);
    return Object.fromEntries(entries);
  };
}

/** The members that can be drawn; null when a required one cannot. */
function membersOf({ properties = {}, required = [] }: JsonSchema, owner: string, compile: Compile): Member[] | null {
  const siblings = Object.keys(properties);
  const members: Member[] = [];
  for (const name of new Set([...siblings, ...required])) {
    const schema = (Object.hasOwn(properties, name) ? properties[name] : undefined) ?? {};
    const draw = compile(schema, { name: generic.test(name) ? `${owner} ${name}` : name, siblings });
    if (draw) members.push({ name, required: required.includes(name), draw });
    else if (required.includes(name)) return null;
  }
  return members;
}

/** An object of free keys. */
function mapSampler(
  { additionalProperties, minProperties: low = 0, maxProperties = 3 }: JsonSchema,
  compile: Compile,
): Sampler | null {
  const value =
    typeof additionalProperties === "object" ? compile(additionalProperties, { name: "value", siblings: [] }) : null;
  if (!value || low > 8) return low === 0 ? () => ({}) : null;
  const high = Math.min(maxProperties, Math.max(low, 3));
  return (random, scene, sparse) => {
    const count = sparse ? low : random.int(Math.max(low, Math.min(1, high)), high);
    const result: Record<string, Json> = {};
    for (let tries = 0; Object.keys(result).length < count && tries < 50; tries++)
      result[anyKey(random, scene)] = value(random, scene, sparse);
    return result;
  };
}
