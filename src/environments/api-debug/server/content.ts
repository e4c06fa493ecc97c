/** The stations that look at the content: parse, parameters, body. */
import type { Json } from "../../../core/json.ts";
import { type Attempt, type BodyFormat, type DecodedBody, decodeBody, header, isForm, ownText } from "../draft.ts";
import { rejections } from "../label.ts";
import { jsonMediaType } from "../openapi/responses.ts";
import { decodeParameter, matchPath } from "../openapi/wire.ts";
import type { Operation } from "../operation.ts";
import { essence, mediaTypePlace, parameterPlace } from "../place.ts";
import type { FaultLabel } from "../vocabulary.ts";
import { type Problem, refuse, type Verdict } from "./verdict.ts";

/** Parse, parameters and body: the three stations that look at the content. */
export function content(operation: Operation, attempt: Attempt, decoded?: DecodedBody): Verdict {
  const body = attempt.body === null || !operation.body ? null : (decoded ?? decodeSent(operation.body, attempt));
  if (body && "problem" in body) {
    const tooLarge = body.problem.includes("larger");
    const problem = {
      place: "body",
      label: null,
      code: tooLarge ? "too_large" : "invalid_json",
      message: body.problem,
    };
    return refuse("parse", tooLarge ? 413 : 400, {}, problem);
  }
  if (body && body.malformed.length > 0)
    return refuse(
      "parse",
      400,
      {},
      ...body.malformed.map(({ pointer, token }) => ({
        place: pointer,
        label: "malformed_json_value" as const,
        code: "invalid_json",
        message: `${token} is not a JSON value`,
      })),
    );
  const inParameters = checkParameters(operation, attempt);
  if (inParameters.length > 0) return refuse("parameters", validationStatus(operation), {}, ...inParameters);
  const inBody = checkBody(operation, body ? body.value : null, attempt);
  return inBody.length > 0 ? refuse("body", validationStatus(operation), {}, ...inBody) : null;
}

/** The body read as what its media type says it is. */
function decodeSent(declared: BodyFormat, { headers, body }: Attempt): ReturnType<typeof decodeBody> {
  const sent = essence(header(headers, mediaTypePlace) ?? "");
  const format = { mediaType: sent, schema: declared.schema };
  if (isForm(format) || jsonMediaType([sent]) !== undefined) return decodeBody(format, body ?? "");
  return { problem: `the body is not ${sent}` };
}

/** Status for content that breaks the schema: 422 where declared, else 400. */
function validationStatus(operation: Operation): number {
  return operation.errors.some(({ status }) => status === 422) ? 422 : 400;
}

function checkParameters(operation: Operation, attempt: Attempt): Problem[] {
  const problems: Problem[] = [];
  const path = matchPath(operation.path, attempt.endpoint) ?? {};
  for (const parameter of operation.parameters) {
    const { name } = parameter;
    const source = parameter.in === "path" ? path : attempt.query;
    const text = parameter.in === "header" ? header(attempt.headers, name) : ownText(source, name);
    const place = parameterPlace(parameter);
    if (text === undefined) {
      if (parameter.required)
        problems.push({ place, label: "missing_required_field", code: "missing", message: `${name} is required` });
      continue;
    }
    const value = decodeParameter(parameter, text);
    const violations = parameter.validate(value).map((violation) => ({ ...violation, pointer: "" }));
    for (const { label, message } of rejections(violations, parameter.schema, value))
      problems.push({ place, label, code: codeOf(label), message: `${name} ${message}` });
  }
  return problems;
}

function checkBody(operation: Operation, value: Json, attempt: Attempt): Problem[] {
  const { body } = operation;
  if (!body || (attempt.body === null && !body.required)) return [];
  if (attempt.body === null) return [{ place: "body", label: null, code: "missing", message: "a body is required" }];
  return rejections(body.validate(value), body.schema, value).map(({ pointer, label, message }) => ({
    place: pointer === "" ? "body" : pointer,
    label,
    code: codeOf(label),
    message: `${pointer} ${message}`,
  }));
}

const codes: Readonly<Partial<Record<FaultLabel, string>>> = {
  missing_required_field: "missing",
  wrong_field_type: "type_mismatch",
  invalid_email_format: "bad_email",
  extra_unknown_field: "unknown_field",
  null_value_in_required: "null_not_allowed",
  invalid_enum_value: "not_in_list",
  datetime_format_error: "bad_datetime",
};

function codeOf(label: FaultLabel | null): string {
  return (label && codes[label]) ?? "invalid";
}
