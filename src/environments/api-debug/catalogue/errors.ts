import type { ErrorStyle, JsonSchema } from "../operation.ts";

const string: JsonSchema = { type: "string" };
const integer: JsonSchema = { type: "integer" };

function object(required: Record<string, JsonSchema>, optional: Record<string, JsonSchema> = {}): JsonSchema {
  return {
    type: "object",
    additionalProperties: false,
    required: Object.keys(required),
    properties: { ...required, ...optional },
  };
}

/** What an error body of each style looks like; null: plain text. */
export const errorSchemas: Readonly<Record<ErrorStyle, JsonSchema | null>> = {
  problem: object(
    { type: string, title: string, status: integer, detail: string },
    { instance: string, errors: { type: "array", items: object({ pointer: string, detail: string }) } },
  ),
  nested: object({ error: object({ type: string, code: string, message: string }, { param: string }) }),
  google: object({
    error: object(
      { code: integer, status: string, message: string },
      { details: { type: "array", items: object({ field: string, description: string }) } },
    ),
  }),
  "errors-list": object({
    message: string,
    errors: { type: "array", items: object({ code: string, message: string }, { field: string }) },
  }),
  "errors-map": object({
    title: string,
    status: integer,
    errors: { type: "object", additionalProperties: { type: "array", items: string } },
  }),
  flat: object({ code: string, message: string }, { field: string }),
  plain: null,
};

/** Media type of an error body. */
export function errorMediaType(style: ErrorStyle): string {
  if (style === "plain") return "text/plain";
  return style === "problem" ? "application/problem+json" : "application/json";
}

/** A response object that declares errors of a style. */
export function errorAnswer(style: ErrorStyle) {
  const schema = errorSchemas[style];
  return { description: "Error", content: { [errorMediaType(style)]: schema ? { schema } : {} } };
}
