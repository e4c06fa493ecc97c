import { canonicalJson } from "../../../core/json.ts";
import type { JsonSchema } from "../operation.ts";

const annotations = new Set(["description", "default", "examples", "deprecated"]);

/**
 * A schema equal to `{ ...beside, allOf: parts }`, as one object where that is certain (objects whose members do not
 * clash), else with the `allOf` kept.
 */
export function mergeAllOf(parts: readonly JsonSchema[], beside: JsonSchema): JsonSchema {
  const all = Object.keys(beside).length === 0 ? parts : [...parts, beside];
  const merged: JsonSchema = {};
  // "additionalProperties" looks at the members its own object lists, so that merging changes what it means.
  const closed =
    all.some((part) => "additionalProperties" in part || "patternProperties" in part) ||
    parts.some((part) => "unevaluatedProperties" in part);
  if (closed && all.filter((part) => Object.keys(part).some((key) => !annotations.has(key))).length > 1)
    return { ...beside, allOf: [...parts] };
  for (const part of all)
    for (const [keyword, value] of Object.entries(part))
      if (!mergeKeyword(merged, keyword, value)) return { ...beside, allOf: [...parts] };
  const required = all.flatMap((part) => part.required ?? []);
  if (required.length > 0) merged.required = [...new Set(required)];
  const properties = all.map((part) => part.properties).filter((members) => members !== undefined);
  if (properties.length > 0) merged.properties = mergeProperties(...properties);
  return merged;
}

function mergeKeyword(merged: JsonSchema, keyword: string, value: unknown): boolean {
  const present = merged[keyword];
  if (present === undefined || annotations.has(keyword)) merged[keyword] = value;
  else if (keyword !== "required" && keyword !== "properties") return canonicalJson(present) === canonicalJson(value);
  return true;
}

/** Members of several objects in one; a member of both has to fit both schemas. */
function mergeProperties(...all: Record<string, JsonSchema>[]): Record<string, JsonSchema> {
  const members: Record<string, JsonSchema> = {};
  for (const properties of all)
    for (const [name, schema] of Object.entries(properties)) {
      const other = Object.hasOwn(members, name) ? members[name] : undefined;
      members[name] = other ? mergeAllOf([other, schema], {}) : schema;
    }
  return members;
}
