/**
 * The simulated server. A request passes eight stations in one order: route, method, auth, media type, parse,
 * parameters, body, limits. The first that objects decides the answer, so a fault behind another one stays unseen until
 * the first is repaired.
 */
import { type Attempt, type DecodedBody, type Draft, header, toAttempt } from "../draft.ts";
import { jsonMediaType } from "../openapi/responses.ts";
import { matchPath } from "../openapi/wire.ts";
import type { Operation } from "../operation.ts";
import { essence, mediaTypePlace, waitPlace } from "../place.ts";
import type { World } from "../world.ts";
import { auth } from "./auth.ts";
import { content } from "./content.ts";
import { refuse, type Station, type Verdict } from "./verdict.ts";

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

const limit: Station = (_operation, world, attempt) => {
  if (!isLimited(world, attempt)) return null;
  const message = `the limit is used up for ${world.retryAfter} seconds`;
  return refuse("limits", 429, {}, { place: waitPlace, label: "rate_limit_headers", code: "rate_limited", message });
};

const isLimited = ({ retryAfter }: World, { wait }: Attempt): boolean => retryAfter !== null && wait < retryAfter;

const limitHeaders = ({ retryAfter }: World) => ({ "Retry-After": String(retryAfter), "X-RateLimit-Remaining": "0" });
