/**
 * Which fault a rejected value shows: the first row of the table that applies. Broken rules without a row (ranges,
 * lengths, patterns, other formats) have no name among the fifteen; no fault is ever drawn that shows them alone.
 *
 * | precedence | keyword                                     | label                                            |
 * |------------|---------------------------------------------|--------------------------------------------------|
 * | 1          | any, the value being null                   | null_value_in_required                           |
 * | 2          | required                                    | missing_required_field                           |
 * | 3          | additionalProperties, unevaluatedProperties | extra_unknown_field                              |
 * | 4          | type                                        | wrong_field_type                                 |
 * | 5          | enum, const                                 | invalid_enum_value                               |
 * | 6          | format                                      | invalid_email_format, datetime_format_error      |
 * | 7          | minimum, pattern, maxLength, …              | none                                             |
 */
import type { Json } from "../../core/json.ts";
import { schemaAt } from "./fields.ts";
import type { JsonSchema, SchemaViolation } from "./operation.ts";
import { getAt } from "./pointer.ts";
import type { FaultLabel } from "./vocabulary.ts";

const byKeyword: readonly (readonly [string, FaultLabel])[] = [
  ["required", "missing_required_field"],
  ["additionalProperties", "extra_unknown_field"],
  ["unevaluatedProperties", "extra_unknown_field"],
  ["type", "wrong_field_type"],
  ["enum", "invalid_enum_value"],
  ["const", "invalid_enum_value"],
];

const byFormat: Readonly<Record<string, FaultLabel>> = {
  email: "invalid_email_format",
  "date-time": "datetime_format_error",
  date: "datetime_format_error",
  time: "datetime_format_error",
};

/** `value` is the offending value (undefined when absent), `format` the format its schema asks for. */
export function labelOf(keywords: ReadonlySet<string>, value: Json | undefined, format: unknown): FaultLabel | null {
  if (value === null) return "null_value_in_required";
  for (const [keyword, label] of byKeyword) if (keywords.has(keyword)) return label;
  return keywords.has("format") && typeof format === "string" ? (byFormat[format] ?? null) : null;
}

/** One rejected place of a value, with every rule it breaks. */
export interface Rejection {
  pointer: string;
  label: FaultLabel | null;
  message: string;
}

/** Violations by place, each with the label its keywords map to. */
export function rejections(violations: readonly SchemaViolation[], schema: JsonSchema, value: Json): Rejection[] {
  if (violations.length === 0) return [];
  const places = new Map<string, { keywords: Set<string>; message: string }>();
  for (const { pointer, keyword, message } of violations) {
    const place = places.get(pointer);
    if (place) place.keywords.add(keyword);
    else places.set(pointer, { keywords: new Set([keyword]), message });
  }
  return [...places].map(([pointer, { keywords, message }]) => {
    const format = keywords.has("format") ? schemaAt(schema, pointer)?.format : undefined;
    return { pointer, label: labelOf(keywords, getAt(value, pointer), format), message };
  });
}
