/** What is wrong with an answer, by its operation's own specification. */
import type { Json } from "../../../core/json.ts";
import { errorSchemas } from "../catalogue/errors.ts";
import { fieldsOf, shapeOf } from "../fields.ts";
import { parseJsonText } from "../json-text.ts";
import { lazyValidator } from "../openapi/validator.ts";
import type { ApiResponse, ErrorStyle, JsonSchema, Operation, Validator } from "../operation.ts";
import { essence, mediaTypePlace } from "../place.ts";
import { isRecord } from "../pointer.ts";
import { errorMediaType } from "../server/error-body.ts";
import type { Issue } from "../task.ts";
import type { ResponseIssue } from "../vocabulary.ts";

/** An answer and what it should have been: a success, or an error of a status. */
export interface Judged {
  response: ApiResponse;
  rightStatus: number;
  isError: boolean;
}

/** Every departure, each with its place; a label of null is one that none of the five names covers. */
export function departures(
  operation: Operation,
  { response, rightStatus, isError }: Judged,
): { label: ResponseIssue | null; place: string }[] {
  const status: Issue[] = response.status === rightStatus ? [] : [{ label: "wrong_status_code", place: "status_code" }];
  return [...status, ...(isError ? errorDepartures(operation, response) : successDepartures(operation, response))];
}

const errorValidators = new Map<ErrorStyle, Validator>();

/** In an error answer, whatever departs from the provider's one format is an inconsistent format. */
function errorDepartures(operation: Operation, response: ApiResponse): Issue[] {
  const inconsistent = (place: string): Issue => ({ label: "inconsistent_error_format", place });
  const { errorStyle } = operation;
  const mediaType = essence(response.headers[mediaTypePlace] ?? "");
  if (mediaType !== errorMediaType(errorStyle)) return [inconsistent(mediaTypePlace)];
  const schema = errorSchemas[errorStyle];
  if (!schema) return [];
  const parsed = parseJsonText(response.body);
  if ("problem" in parsed || parsed.malformed.length > 0) return [inconsistent("body")];
  let validate = errorValidators.get(errorStyle);
  if (!validate) errorValidators.set(errorStyle, (validate = lazyValidator(schema)));
  const places = validate(parsed.value).map(({ pointer }) => pointer);
  return [...new Set(places)].map(inconsistent);
}

const byKeyword: Readonly<Record<string, ResponseIssue>> = {
  required: "missing_response_field",
  type: "wrong_response_type",
  additionalProperties: "extra_response_field",
  unevaluatedProperties: "extra_response_field",
};

/** An answer may not hold more than its schema lists, unless the schema says so itself: that is how secrets leak. */
function successDepartures(operation: Operation, response: ApiResponse): ReturnType<typeof departures> {
  const { schema, validate } = operation.success;
  if (!schema || !validate) return [];
  const parsed = parseJsonText(response.body);
  if ("problem" in parsed || parsed.malformed.length > 0) return [{ label: null, place: "body" }];
  const found = new Map<string, ResponseIssue | null>();
  for (const { pointer, keyword } of validate(parsed.value)) {
    const label = byKeyword[keyword] ?? null;
    // A value of another type breaks further rules, which say nothing new.
    if (label !== null || !found.has(pointer)) found.set(pointer, label);
  }
  for (const pointer of unlisted(schema, parsed.value))
    if (!found.has(pointer)) found.set(pointer, "extra_response_field");
  return [...found].map(([place, label]) => ({ label, place }));
}

function unlisted(schema: JsonSchema, value: Json): string[] {
  const known = fieldsOf(schema, value).filter((field) => field.schema === null);
  return known.map(({ pointer }) => pointer);
}

/** Objects of a value that take no unlisted members, by pointer. */
export function closedObjects(schema: JsonSchema, value: Json): string[] {
  const closed = (inner: JsonSchema | null, at: Json | undefined) =>
    inner !== null && isRecord(at) && !shapeOf(inner, schema).open;
  const inside = fieldsOf(schema, value).filter((field) => field.container && closed(field.schema, field.value));
  return [...(closed(schema, value) ? [""] : []), ...inside.map(({ pointer }) => pointer)];
}
