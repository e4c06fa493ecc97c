/** What a model sees of a task. Nothing is ever null: absent is 0, "" or {}. */
import { z } from "zod";
import { errorSchemas } from "./catalogue/errors.ts";
import type { Attempt } from "./draft.ts";
import { shapeOf, typesOf } from "./fields.ts";
import { levels } from "./levels.ts";
import type { ApiResponse, JsonSchema, Operation } from "./operation.ts";
import { authPlace, parameterPlace } from "./place.ts";
import { errorMediaType } from "./server/error-body.ts";
import type { World } from "./world.ts";

const texts = z.record(z.string(), z.string());

const credentialSchema = z.object({
  name: z.string(),
  scheme: z.enum(["bearer", "basic", "api_key"]),
  value: z.string().describe("Exactly what the header or query parameter has to hold"),
  scopes: z.array(z.string()),
  expires_at: z.string(),
  status: z.enum(["active", "revoked"]),
});

/** The first fourteen fields are those of the original, with its meanings. */
export const observationSchema = z.object({
  task: z.string().describe("Name of the level"),
  api_name: z.string(),
  http_method: z.string(),
  endpoint: z.string(),
  broken_request: z.string().describe('Body text as sent; "" for none'),
  broken_headers: texts,
  api_spec: z.string().describe("JSON: required and optional fields, their types, required headers"),
  error_count: z.int().describe("Number of faults or issues"),
  step_number: z.int().describe("Turns played so far"),
  max_steps: z.int(),
  response_body: z.string(),
  response_status_code: z.int().describe("0 when no answer is shown"),
  feedback: z.string().describe("On the latest turn"),
  message: z.string().describe("What to do"),
  response_headers: texts,
  query: texts,
  specification: z.string().describe("JSON: the part of the OpenAPI document for this operation, references resolved"),
  credentials: z.array(credentialSchema).describe("What the caller owns"),
  intent: z.string().describe("What the caller wants; for repairs with every value that a fault destroyed"),
  current_time: z.string(),
});
export type Observation = z.infer<typeof observationSchema>;

const messages: Readonly<Record<string, string>> = {
  easy: "This request has one fault. Answer with error_type and affected_fields.",
  classify: "This request has several faults. Answer with error_types and affected_fields.",
  medium: "Repair this request so that the server takes it and the intent is kept. Answer with the parts that change.",
  headers: "One header of this request is at fault. Answer with error_type and fixed_headers (or fixed_query).",
  response:
    "Something is wrong with the answer. Answer with response_issues, affected_fields and expected_status_code.",
  hard: "Repair all faults of this request, keep the intent, and explain each fault: place, name, repaired value.",
};

interface OperationTexts {
  specification: string;
  withResponses: string;
  apiSpec: Record<string, unknown>;
  apiSpecText: string;
}

const textsOf = new WeakMap<Operation, OperationTexts>();

function describeOperation(operation: Operation): OperationTexts {
  let known = textsOf.get(operation);
  if (!known) {
    const slice = typeof operation.slice === "object" && operation.slice !== null ? operation.slice : {};
    const statuses = [operation.success, ...operation.errors].map(({ status }) => [status, {}]);
    const apiSpec = apiSpecOf(operation);
    known = {
      specification: JSON.stringify({ ...slice, responses: Object.fromEntries(statuses) }),
      withResponses: JSON.stringify({
        ...slice,
        responses: operation.responseSlice,
        errorFormat: {
          mediaType: errorMediaType(operation.errorStyle),
          ...(errorSchemas[operation.errorStyle] && { schema: errorSchemas[operation.errorStyle] }),
        },
      }),
      apiSpec,
      apiSpecText: JSON.stringify(apiSpec),
    };
    textsOf.set(operation, known);
  }
  return known;
}

/** The original's summary of a specification, with what its clients would otherwise not see. */
function apiSpecOf(operation: Operation): Record<string, unknown> {
  const required: string[] = [];
  const optional: string[] = [];
  const types: Record<string, string> = {};
  const add = (name: string, schema: JsonSchema, isRequired: boolean) => {
    (isRequired ? required : optional).push(name);
    const type = typesOf(schema)[0] ?? "any";
    types[name] =
      schema.format === "email" || schema.format === "date-time" || schema.format === "date"
        ? String(schema.format)
        : type;
  };
  for (const parameter of operation.parameters)
    if (parameter.in === "query") add(parameterPlace(parameter), parameter.schema, parameter.required);
  if (operation.body) {
    const root = operation.body.schema;
    const shape = shapeOf(root, root);
    for (const [name, schema] of shape.properties) add(name, schema, shape.required.has(name));
  }
  const auth = authPlace(operation);
  const headers = operation.parameters.filter((parameter) => parameter.in === "header" && parameter.required);
  return {
    method: operation.method,
    path: operation.path,
    required_fields: required,
    optional_fields: optional,
    field_types: types,
    required_headers: [
      ...(operation.body ? ["Content-Type"] : []),
      ...(auth && !auth.startsWith("query.") ? [auth] : []),
      ...headers.map(({ name }) => name),
    ],
    ...(operation.body && { content_types: operation.body.mediaTypes }),
  };
}

export interface Shown {
  operation: Operation;
  level: string;
  world: World;
  request: Attempt;
  response: ApiResponse | null;
  intent: string;
  count: number;
  /** Clients of the original read its own fields alone: what they need more goes into `api_spec`. */
  original: boolean;
}

/** The first observation of an episode. */
export function observe({ operation, level, world, request, response, intent, count, original }: Shown): Observation {
  const described = describeOperation(operation);
  const { credentials, now } = world;
  const extra = { intent, credentials, current_time: now, specification: operation.slice };
  return {
    task: level,
    api_name: operation.api,
    http_method: request.method,
    endpoint: request.endpoint,
    broken_request: request.body ?? "",
    broken_headers: request.headers,
    api_spec: original ? JSON.stringify({ ...described.apiSpec, ...extra }) : described.apiSpecText,
    error_count: count,
    step_number: 0,
    max_steps: levels.find(({ name }) => name === level)?.maxTurns ?? 1,
    response_body: response?.body ?? "",
    response_status_code: response?.status ?? 0,
    feedback: "",
    message: messages[level] ?? "",
    response_headers: response?.headers ?? {},
    query: request.query,
    specification: level === "response" ? described.withResponses : described.specification,
    credentials,
    intent,
    current_time: now,
  };
}
