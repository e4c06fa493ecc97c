/**
 * Members that stand where they do not belong. They are drawn from what other operations know, so that no list of words
 * tells them: every name is right somewhere.
 */
import type { Json } from "../../../core/json.ts";
import type { Random } from "../../../core/random.ts";
import { shapeOf, typesOf } from "../fields.ts";
import type { JsonSchema } from "../operation.ts";
import { pickOrNull } from "../pick.ts";
import { drawScene } from "../sampling/scene.ts";
import { samplerOf } from "../sampling/value.ts";
import { strayNames, strayWords } from "./words.ts";

/** A member by its name, and the schema that its value follows where it is at home; null for none. */
export interface Stray {
  name: string;
  schema: JsonSchema | null;
}

/** Used where operations know too few names of their own. */
const common: readonly Stray[] = strayNames.map((name) => ({ name, schema: null }));

const deepest = 4;

/** Members with plain values that the schemas list at any depth, one of each name. */
export function straysOf(schemas: readonly JsonSchema[]): Stray[] {
  const found = new Map<string, Stray>();
  const collect = (schema: JsonSchema, root: JsonSchema, depth: number): void => {
    if (depth > deepest) return;
    const { properties, items } = shapeOf(schema, root);
    for (const [name, inner] of properties) {
      const plain = typesOf(inner).some((type) => ["string", "integer", "number", "boolean"].includes(type));
      if (plain && !found.has(name)) found.set(name, { name, schema: inner });
      collect(inner, root, depth + 1);
    }
    if (items) collect(items, root, depth + 1);
  };
  for (const schema of schemas) collect(schema, schema, 0);
  return [...found.values()];
}

/** Draws a name that is unlike all known ones, with a value; null where there is none. */
export function drawStray(
  strays: readonly Stray[],
  known: readonly string[],
  random: Random,
): { name: string; value: Json } | null {
  const unlike = ({ name }: Stray) => !known.some((other) => similar(name, other));
  const fitting = strays.filter(unlike);
  const stray = pickOrNull(random, fitting.length > 0 ? fitting : common.filter(unlike));
  return stray && { name: stray.name, value: drawValue(stray, random) };
}

function drawValue({ name, schema }: Stray, random: Random): Json {
  const drawn = schema && samplerOf(schema, { name, siblings: [] })?.(random, drawScene(random), true);
  return drawn ?? random.pick<Json>([random.pick(strayWords), random.int(1, 9999), random.chance(0.5)]);
}

/** Whether one could be a misspelling of the other. */
export function similar(a: string, b: string): boolean {
  const [short, long] = [a, b]
    .map((name) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, ""))
    .sort((x, y) => x.length - y.length);
  return long!.includes(short!) && short!.length * 2 >= long!.length;
}
