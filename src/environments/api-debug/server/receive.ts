/**
 * The simulated server. A request passes eight stations in one order: route, method, auth, media type, parse,
 * parameters, body, limits. The first that objects decides the answer, so a fault behind another one stays unseen until
 * the first is repaired.
 */
import type { Json } from "../../../core/json.ts";
import {
  type Attempt,
  type BodyFormat,
  type DecodedBody,
  type Draft,
  decodeBody,
  header,
  isForm,
  toAttempt,
} from "../draft.ts";
import { rejections } from "../label.ts";
import { jsonMediaType } from "../openapi/responses.ts";
import { decodeParameter, matchPath } from "../openapi/wire.ts";
import type { Operation } from "../operation.ts";
import { authPlace, mediaTypePlace, parameterPlace, waitPlace } from "../place.ts";
import type { Check, FaultLabel } from "../vocabulary.ts";
import type { Credential, World } from "../world.ts";

/** One objection of a station. */
export interface Problem {
  place: string;
  /** null for what none of the fifteen names covers. */
  label: FaultLabel | null;
  /** Machine-readable name, in the server's own words. */
  code: string;
  message: string;
}

/** null: accepted. */
export type Verdict = null | {
  check: Check;
  status: number;
  /** Headers that HTTP asks for with this status. */
  headers: Record<string, string>;
  problems: Problem[];
};

type Station = (operation: Operation, world: World, attempt: Attempt) => Verdict;

/**
 * Sends a request to the server of an operation. `decoded` is what the body's text stands for, where the caller already
 * knows it.
 */
export function receive(operation: Operation, world: World, attempt: Attempt, decoded?: DecodedBody): Verdict {
  const verdict =
    route(operation, world, attempt) ??
    method(operation, world, attempt) ??
    auth(operation, world, attempt) ??
    mediaType(operation, world, attempt) ??
    content(operation, attempt, decoded) ??
    limit(operation, world, attempt);
  // A used-up limit shows on every answer, as it does with real providers, though it is enforced last.
  if (verdict && isLimited(world, attempt)) Object.assign(verdict.headers, limitHeaders(world));
  return verdict;
}

/** Sends a draft. JSON bodies need not be written and read again, as long as every value of them is JSON. */
export function receiveDraft(operation: Operation, world: World, draft: Draft): Verdict {
  const { body, malformed, ...rest } = draft;
  const direct =
    body !== undefined &&
    Object.keys(malformed).length === 0 &&
    jsonMediaType([header(rest.headers, mediaTypePlace) ?? ""]) !== undefined;
  if (!direct) return receive(operation, world, toAttempt(operation, draft));
  return receive(operation, world, { ...rest, body: "" }, { value: body, malformed: [], duplicates: [], inexact: [] });
}

const route: Station = (operation, { moved }, { endpoint }) => {
  if (moved && endpoint === moved.from)
    return refuse(
      "route",
      308,
      { Location: moved.to },
      {
        place: "endpoint",
        label: "redirect_loop",
        code: "moved",
        message: `moved to ${moved.to}`,
      },
    );
  if (matchPath(operation.path, endpoint)) return null;
  return refuse("route", 404, {}, { place: "endpoint", label: null, code: "not_found", message: "no such resource" });
};

const method: Station = (operation, _world, attempt) => {
  if (attempt.method === operation.method) return null;
  const declared = operation.pathMethods.includes(attempt.method);
  const problem = {
    place: "http_method",
    label: declared ? null : ("wrong_http_method" as const),
    code: declared ? "other_operation" : "method_not_allowed",
    message: declared ? `${attempt.method} is another operation of this path` : `${attempt.method} is not offered here`,
  };
  return refuse("method", declared ? 400 : 405, { Allow: operation.pathMethods.join(", ") }, problem);
};

const auth: Station = (operation, world, attempt) => {
  const place = authPlace(operation);
  if (place === null) return null;
  const sent = place.startsWith("query.")
    ? ownEntry(attempt.query, place.slice("query.".length))
    : header(attempt.headers, place);
  if (sent === undefined || sent.trim() === "")
    return challenge(operation, {
      place,
      label: "missing_auth_header",
      code: "unauthenticated",
      message: "a credential is required",
    });
  const credential = findCredential(world, sent);
  const bad = (code: string, message: string, label: FaultLabel | null = null) =>
    challenge(operation, { place, label, code, message });
  if (!credential || !fitsScheme(operation, credential)) return bad("invalid_token", "the credential is not known");
  if (credential.status === "revoked") return bad("token_revoked", "the credential was revoked");
  if (credential.expires_at <= world.now)
    return bad("token_expired", "the credential has expired", "expired_auth_token");
  const needed = operation.security?.type === "bearer" ? operation.security.scopes : [];
  const lacking = needed.find((scope) => !credential.scopes.includes(scope));
  if (lacking === undefined) return null;
  const message = `the credential lacks the scope ${lacking}`;
  return refuse("auth", 403, {}, { place, label: null, code: "insufficient_scope", message });
};

/** Finds what was sent among all credentials; the scheme's case does not matter (RFC 9110, 11.1). */
function findCredential(world: World, sent: string): Credential | undefined {
  const wanted = normaliseCredential(sent);
  const all = world.hidden ? [...world.credentials, world.hidden] : world.credentials;
  return all.find((credential) => normaliseCredential(credential.value) === wanted);
}

export function normaliseCredential(text: string): string {
  const match = /^\s*(\w+) +(\S+)\s*$/.exec(text);
  return match ? `${match[1]?.toLowerCase()} ${match[2]}` : text.trim();
}

function fitsScheme({ security }: Operation, credential: Credential): boolean {
  return credential.scheme === (security?.type === "apiKey" ? "api_key" : security?.type);
}

function challenge(operation: Operation, problem: Problem): Verdict {
  const scheme =
    operation.security?.type === "apiKey" ? "ApiKey" : operation.security?.type === "basic" ? "Basic" : "Bearer";
  return refuse("auth", 401, { "WWW-Authenticate": `${scheme} realm="${operation.provider}"` }, problem);
}

const mediaType: Station = (operation, _world, attempt) => {
  if (!operation.body || attempt.body === null) return null;
  const sent = header(attempt.headers, mediaTypePlace) ?? "";
  if (operation.body.mediaTypes.some((offered) => essence(offered) === essence(sent))) return null;
  return refuse(
    "media-type",
    415,
    { Accept: operation.body.mediaTypes.join(", ") },
    {
      place: mediaTypePlace,
      label: "wrong_content_type",
      code: "unsupported_media_type",
      message: `${sent === "" ? "a body without a media type" : sent} is not taken here`,
    },
  );
};

/** Type and subtype of a media type, without parameters. */
export function essence(mediaType: string): string {
  return (mediaType.split(";", 1)[0] ?? "").trim().toLowerCase();
}

/** Parse, parameters and body: the three stations that look at the content. */
function content(operation: Operation, attempt: Attempt, decoded?: DecodedBody): Verdict {
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
export function validationStatus(operation: Operation): number {
  return operation.errors.some(({ status }) => status === 422) ? 422 : 400;
}

function checkParameters(operation: Operation, attempt: Attempt): Problem[] {
  const problems: Problem[] = [];
  const path = matchPath(operation.path, attempt.endpoint) ?? {};
  for (const parameter of operation.parameters) {
    const { name } = parameter;
    const source = parameter.in === "path" ? path : attempt.query;
    const text = parameter.in === "header" ? header(attempt.headers, name) : ownEntry(source, name);
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

const limit: Station = (_operation, world, attempt) => {
  if (!isLimited(world, attempt)) return null;
  const message = `the limit is used up for ${world.retryAfter} seconds`;
  return refuse("limits", 429, {}, { place: waitPlace, label: "rate_limit_headers", code: "rate_limited", message });
};

const isLimited = ({ retryAfter }: World, { wait }: Attempt): boolean => retryAfter !== null && wait < retryAfter;

const limitHeaders = ({ retryAfter }: World) => ({ "Retry-After": String(retryAfter), "X-RateLimit-Remaining": "0" });

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

function ownEntry(entries: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(entries, name) ? entries[name] : undefined;
}

function refuse(check: Check, status: number, headers: Record<string, string>, ...problems: Problem[]): Verdict {
  return { check, status, headers, problems };
}
