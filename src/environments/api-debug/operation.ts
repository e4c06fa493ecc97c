/** What the environment needs to know of one API operation, whatever document it came from. */
import type { Json } from "../../core/json.ts";

/**
 * JSON Schema 2020-12, self-contained: `$ref`s are inlined, except that a recursive schema points to `#/$defs/…` of the
 * schema it stands in.
 */
export interface JsonSchema {
  /** Names of types; a list for "any of". Absent: any type. */
  type?: string | string[];
  enum?: Json[];
  const?: Json;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  required?: string[];
  properties?: Record<string, JsonSchema>;
  additionalProperties?: boolean | JsonSchema;
  minProperties?: number;
  maxProperties?: number;
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  allOf?: JsonSchema[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  description?: string;
  examples?: Json[];
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  [keyword: string]: unknown;
}

/** One broken rule, as the validator reports it. */
export interface SchemaViolation {
  /** JSON pointer of the offending value; for a missing or unknown member the pointer of that member. */
  pointer: string;
  /** Keyword that failed: type, required, enum, format, minimum, pattern, additionalProperties, … */
  keyword: string;
  message: string;
}

/** A compiled schema. Reports every violation (none: valid), in linear time in the size of the value. Never throws. */
export type Validator = (value: Json) => SchemaViolation[];

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  schema: JsonSchema;
  /** An array travels as repeated names, of which a request here holds one: such an array has one item. Else: commas. */
  explode: boolean;
  /** Takes the value decoded from its text form by the schema's type (`decodeParameter` of openapi/wire.ts). */
  validate: Validator;
}

export interface RequestBody {
  mediaType: string;
  /** All media types the operation declares. */
  mediaTypes: string[];
  required: boolean;
  schema: JsonSchema;
  validate: Validator;
}

export type SecurityScheme =
  | { type: "bearer"; scopes: string[] }
  | { type: "basic" }
  | { type: "apiKey"; in: "header" | "query"; name: string };

export interface ResponseShape {
  status: number;
  /** "" when the answer has no body. */
  mediaType: string;
  /** null: no body, not JSON, or too large to show. */
  schema: JsonSchema | null;
  validate: Validator | null;
}

export interface Operation {
  /** Unique over all documents: provider and operation id. */
  id: string;
  /** Splits of user documents are disjoint by this. */
  provider: string;
  /** Title of the API, for people. */
  api: string;
  domain: string;
  summary: string;
  /** Upper case. */
  method: string;
  /** Template: /v1/customers/{customer_id}. */
  path: string;
  /** Every method that the path declares, upper case. */
  pathMethods: string[];
  parameters: Parameter[];
  body: RequestBody | null;
  /** null: no credentials needed. The first supported alternative of the document. */
  security: SecurityScheme | null;
  success: ResponseShape;
  /** Declared error answers by status. */
  errors: ResponseShape[];
  /** How the provider words its errors. */
  errorStyle: ErrorStyle;
  /** The part of the document that a reader needs to write a request: `$ref`s resolved, bounded size. */
  slice: Json;
  /** The part that a reader needs to judge an answer: `{ [status]: { mediaType, schema? } }`. */
  responseSlice: Json;
}

/**
 * Families of error bodies seen at real providers. `?` members may be absent; `field` and `pointer` name the place.
 * - problem: `{ type, title, status, detail, instance?, errors?: [{ pointer, detail }] }` as application/problem+json
 * - nested: `{ error: { type, code, message, param? } }`
 * - google: `{ error: { code: <status>, status: "INVALID_ARGUMENT", message, details?: [{ field, description }] } }`
 * - errors-list: `{ message, errors: [{ field?, code, message }] }`
 * - errors-map: `{ title, status, errors: { <field>: [message] } }`
 * - flat: `{ code, message, field? }`
 * - plain: text/plain
 */
export const errorStyles = ["problem", "nested", "google", "errors-list", "errors-map", "flat", "plain"] as const;
export type ErrorStyle = (typeof errorStyles)[number];

/** A request as it goes over the wire. Header names keep their case; look-ups ignore it. */
export interface ApiRequest {
  method: string;
  /** Path with the parameters filled in, without the query. */
  endpoint: string;
  /** Decoded names and values. */
  query: Record<string, string>;
  headers: Record<string, string>;
  /** Body text exactly as sent; null for none. */
  body: string | null;
}

export interface ApiResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}
