import { canonicalJson } from "../../../core/json.ts";
import type { JsonSchema } from "../operation.ts";
import { isObject } from "./document.ts";

const annotations = new Set(["description", "default", "examples", "deprecated"]);

/**
 * A schema equal to `{ ...beside, allOf: parts }`, as one object where that is certain (objects whose members do not
 * clash), else with the `allOf` kept.
 */
export function mergeAllOf(parts: readonly JsonSchema[], beside: JsonSchema): JsonSchema {
  const all = Object.keys(beside).length === 0 ? parts : [...parts, beside];
  const merged: JsonSchema = {};
  // "additionalProperties" looks at the members its own object lists, so that merging changes what it means.
  const closed = all.some((part) => ["additionalProperties", "patternProperties"].some((word) => word in part));
  if (closed && all.filter((part) => Object.keys(part).some((key) => !annotations.has(key))).length > 1)
    return { ...beside, allOf: parts };
  for (const part of all)
    for (const [keyword, value] of Object.entries(part))
      if (!mergeKeyword(merged, keyword, value)) return { ...beside, allOf: parts };
  return merged;
}

function mergeKeyword(merged: JsonSchema, keyword: string, value: unknown): boolean {
  const present = merged[keyword];
  if (present === undefined || annotations.has(keyword)) merged[keyword] = value;
  else if (keyword === "required" && Array.isArray(present) && Array.isArray(value))
    merged.required = [...new Set([...present, ...value])];
  else if (keyword === "properties" && isObject(present) && isObject(value)) {
    const members: Record<string, unknown> = { ...present };
    for (const [name, schema] of Object.entries(value)) {
      const other = members[name];
      members[name] = isObject(other) && isObject(schema) ? mergeAllOf([other, schema], {}) : schema;
    }
    merged.properties = members;
  } else return canonicalJson(present) === canonicalJson(value);
  return true;
}
