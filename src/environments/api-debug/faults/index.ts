/** The makers of all fifteen faults, and which operations may offer them. */
import { typesOf } from "../fields.ts";
import type { JsonSchema, Operation } from "../operation.ts";
import type { FaultLabel } from "../vocabulary.ts";
import {
  invalidDateTime,
  invalidEmail,
  invalidEnum,
  malformedValue,
  missingRequired,
  nullInRequired,
  unknownField,
  wrongType,
} from "./body.ts";
import type { FaultMaker } from "./fault.ts";
import {
  expiredAuth,
  missingAuth,
  rateLimit,
  redirect,
  wrongMediaType,
  wrongMethod,
  wrongStatus,
} from "./transport.ts";

export const makers: Readonly<Record<FaultLabel, FaultMaker>> = {
  missing_required_field: missingRequired,
  wrong_field_type: wrongType,
  invalid_email_format: invalidEmail,
  missing_auth_header: missingAuth,
  extra_unknown_field: unknownField,
  null_value_in_required: nullInRequired,
  wrong_http_method: wrongMethod,
  malformed_json_value: malformedValue,
  invalid_enum_value: invalidEnum,
  datetime_format_error: invalidDateTime,
  wrong_content_type: wrongMediaType,
  expired_auth_token: expiredAuth,
  wrong_status_code: wrongStatus,
  redirect_loop: redirect,
  rate_limit_headers: rateLimit,
};

const offers = new WeakMap<Operation, ReadonlySet<FaultLabel>>();

/** Labels that an operation's schemas leave room for. Whether one request does is for its maker to say. */
export function offeredBy(operation: Operation): ReadonlySet<FaultLabel> {
  let labels = offers.get(operation);
  if (!labels) offers.set(operation, (labels = new Set(readOffers(operation))));
  return labels;
}

function* readOffers(operation: Operation): Generator<FaultLabel> {
  yield* ["redirect_loop", "rate_limit_headers", "wrong_http_method"] as const;
  if (operation.security) yield* ["missing_auth_header", "expired_auth_token"] as const;
  if (operation.success.schema) yield "wrong_status_code";
  for (const { schema, required, in: place } of operation.parameters) {
    if (required && place !== "path") yield "missing_required_field";
    yield* valueOffers(schema, place !== "path" && !typesOf(schema).includes("string"));
  }
  if (!operation.body) return;
  yield* ["wrong_content_type", "malformed_json_value"] as const;
  yield* bodyOffers(operation.body.schema, 0);
}

function* bodyOffers(schema: JsonSchema, depth: number): Generator<FaultLabel> {
  if (depth > 4) return;
  if (Array.isArray(schema.required) && schema.required.length > 0)
    yield* ["missing_required_field", "null_value_in_required"] as const;
  if (schema.additionalProperties === false) yield "extra_unknown_field";
  yield* valueOffers(schema, true);
  const inner = typeof schema.properties === "object" && schema.properties ? Object.values(schema.properties) : [];
  for (const part of [...inner, schema.items])
    if (typeof part === "object" && part) yield* bodyOffers(part as JsonSchema, depth + 1);
}

function* valueOffers(schema: JsonSchema, typed: boolean): Generator<FaultLabel> {
  if (typed && typesOf(schema).length > 0) yield "wrong_field_type";
  if (schema.format === "email") yield "invalid_email_format";
  if (schema.format === "date-time" || schema.format === "date") yield "datetime_format_error";
  if (Array.isArray(schema.enum) && schema.enum.length > 1) yield "invalid_enum_value";
}
