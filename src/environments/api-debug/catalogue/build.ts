/** Small words for writing OpenAPI 3.1 documents: each returns the plain object it stands for. */
import type { OpenApiDocument } from "../openapi/document.ts";
import type { ErrorStyle, JsonSchema } from "../operation.ts";
import { errorAnswer } from "./errors.ts";

type Members = Record<string, JsonSchema>;

/** An object that knows no other members. */
export function object(required: Members, optional: Members = {}): JsonSchema {
  return {
    type: "object",
    additionalProperties: false,
    required: Object.keys(required),
    properties: { ...required, ...optional },
  };
}

/** An object of free keys, all values of one schema. */
export const mapOf = (values: JsonSchema, most = 5): JsonSchema => ({
  type: "object",
  maxProperties: most,
  additionalProperties: values,
});

export const text = (min: number, max: number): JsonSchema => ({ type: "string", minLength: min, maxLength: max });
export const pattern = (source: string): JsonSchema => ({ type: "string", pattern: source });
/** An id such as `cus_4f0a91c2`: the prefix and eight hex digits. */
export const idOf = (prefix: string): JsonSchema => pattern(`^${prefix}_[0-9a-f]{8}$`);
export const choice = (...values: string[]): JsonSchema => ({ type: "string", enum: values });
export const constant = (value: string | boolean): JsonSchema => ({ const: value });
export const integer = (min: number, max: number): JsonSchema => ({ type: "integer", minimum: min, maximum: max });
/** A number with two decimals. */
export const decimal = (min: number, max: number): JsonSchema => ({ type: "number", minimum: min, maximum: max });
export const list = (items: JsonSchema, min = 0, max = 10): JsonSchema => ({
  type: "array",
  items,
  ...(min > 0 && { minItems: min }),
  maxItems: max,
});
export const nullable = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  type: [schema.type, "null"].flat().filter((type) => type !== undefined),
});

export const flag: JsonSchema = { type: "boolean" };
export const email: JsonSchema = { type: "string", format: "email" };
export const dateTime: JsonSchema = { type: "string", format: "date-time" };
export const date: JsonSchema = { type: "string", format: "date" };
export const uuid: JsonSchema = { type: "string", format: "uuid" };
export const url: JsonSchema = { type: "string", format: "uri" };
/** ISO 4217, in the case that providers of payments use. */
export const currency: JsonSchema = choice("usd", "eur", "gbp", "jpy");
export const country: JsonSchema = pattern("^[A-Z]{2}$");

export interface ParameterObject {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  schema: JsonSchema;
  explode?: boolean;
}

export const inPath = (name: string, schema: JsonSchema): ParameterObject => ({
  name,
  in: "path",
  required: true,
  schema,
});
/** Arrays are written with commas. */
export const inQuery = (name: string, schema: JsonSchema, required = false): ParameterObject => ({
  name,
  in: "query",
  required,
  schema,
  ...(schema.type === "array" && { explode: false }),
});
export const inHeader = (name: string, schema: JsonSchema, required = false): ParameterObject => ({
  name,
  in: "header",
  required,
  schema,
});

export interface EndpointSettings {
  parameters?: ParameterObject[];
  body?: JsonSchema;
  /** Media types of the body; JSON alone when absent. */
  mediaTypes?: string[];
  /** Status and schema of success; no schema: no body. */
  answer: [status: number, schema?: JsonSchema];
  /** Statuses of declared errors, all in the provider's one error schema. */
  errors: number[];
  /** Scopes that a bearer token needs. */
  scopes?: string[];
  /** Name of the security scheme when it is not the document's. */
  scheme?: string;
}

/** An operation object. */
export function endpoint(operationId: string, summary: string, settings: EndpointSettings) {
  const { parameters, body, mediaTypes = ["application/json"], answer, errors, scopes = [], scheme } = settings;
  const [status, schema] = answer;
  const success = { description: "Success", ...(schema && { content: { "application/json": { schema } } }) };
  return {
    operationId,
    summary,
    ...(parameters && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema: body }])),
      },
    }),
    ...((scopes.length > 0 || scheme) && { security: [{ [scheme ?? "main"]: scopes }] }),
    responses: {
      [status]: success,
      ...Object.fromEntries(errors.map((code) => [code, { $ref: "#/components/responses/Error" }])),
    },
  };
}

export const bearer = { type: "http", scheme: "bearer" };
export const basic = { type: "http", scheme: "basic" };
export const oauth2 = (tokenUrl: string, ...scopes: string[]) => ({
  type: "oauth2",
  flows: { clientCredentials: { tokenUrl, scopes: Object.fromEntries(scopes.map((scope) => [scope, scope])) } },
});
export const apiKey = (place: "header" | "query", name: string) => ({ type: "apiKey", in: place, name });

export interface ApiSettings {
  title: string;
  server: string;
  /** Security schemes; `main` is the document's. */
  security: { main: object; [name: string]: object };
  errorStyle: ErrorStyle;
  paths: Record<string, object>;
}

/** A whole document. */
export function api({ title, server, security, errorStyle, paths }: ApiSettings): OpenApiDocument {
  return {
    openapi: "3.1.0",
    info: { title, version: "1.0.0" },
    servers: [{ url: server }],
    security: [{ main: [] }],
    paths,
    components: { securitySchemes: security, responses: { Error: errorAnswer(errorStyle) } },
  };
}
