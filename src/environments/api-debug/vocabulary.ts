/** The names that travel over the wire: fifteen faults of a request, five issues of a response. */

export const faultLabels = [
  "missing_required_field",
  "wrong_field_type",
  "invalid_email_format",
  "missing_auth_header",
  "extra_unknown_field",
  "null_value_in_required",
  "wrong_http_method",
  "malformed_json_value",
  "invalid_enum_value",
  "datetime_format_error",
  "wrong_content_type",
  "expired_auth_token",
  "wrong_status_code",
  "redirect_loop",
  "rate_limit_headers",
] as const;
export type FaultLabel = (typeof faultLabels)[number];

export const responseIssues = [
  "wrong_status_code",
  "missing_response_field",
  "wrong_response_type",
  "extra_response_field",
  "inconsistent_error_format",
] as const;
export type ResponseIssue = (typeof responseIssues)[number];

export type Label = FaultLabel | ResponseIssue;

/** What each name stands for and which place it is about; shown to large models. */
export const meanings: Readonly<Record<Label, string>> = {
  missing_required_field: "a required body field or parameter is absent (place: that field)",
  wrong_field_type: "a value has another JSON type than the specification asks for (place: that field)",
  invalid_email_format: "a text that should be an e-mail address is none (place: that field)",
  missing_auth_header: "no credential is sent (place: the header or query parameter that should carry it)",
  extra_unknown_field: "the body holds a field that the specification does not know (place: that field)",
  null_value_in_required: "a required field is null though null is not allowed (place: that field)",
  wrong_http_method: "the path does not offer this method (place: http_method)",
  malformed_json_value: "one value is not JSON, so that the body cannot be parsed (place: that field)",
  invalid_enum_value: "a value is none of the allowed ones (place: that field)",
  datetime_format_error: "a date or time is not written as RFC 3339 asks (place: that field)",
  wrong_content_type: "the body is sent as a media type the operation does not take (place: Content-Type)",
  expired_auth_token: "the credential sent is past its expiry (place: the header or query parameter that carries it)",
  wrong_status_code: "the answer's status does not fit what the answer says (place: status_code)",
  redirect_loop: "the endpoint has moved and the request keeps going to the old one (place: endpoint)",
  rate_limit_headers: "the limit is used up and the wait the server asks for was not kept (place: Retry-After)",
  missing_response_field: "a required field is absent from an answer of success (place: that field)",
  wrong_response_type: "a value in an answer of success has another type than specified (place: that field)",
  extra_response_field: "an answer of success leaks a field that the specification does not know (place: that field)",
  inconsistent_error_format:
    "in an error answer every departure from the error format of this API is this one and no other, be it a member that is missing, extra or of another type (place: that member) or a wrong media type (place: Content-Type)",
};

const known: ReadonlySet<string> = new Set([...faultLabels, ...responseIssues]);

export function isLabel(text: string): text is Label {
  return known.has(text);
}

/** A label however a model spells it: case, spaces and hyphens do not matter. */
export function normaliseLabel(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");
}

/** The stations a request passes, in this order; the first that objects answers. */
export const checks = ["route", "method", "auth", "media-type", "parse", "parameters", "body", "limits"] as const;
export type Check = (typeof checks)[number];
