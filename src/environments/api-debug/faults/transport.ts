/** Faults around the content: method, media type, credential, endpoint and pace. */

import { drawHidden, schemeOf } from "../credentials.ts";
import { matchPath } from "../openapi/wire.ts";
import { pickOrNull } from "../pick.ts";
import { authPlace, essence, mediaTypePlace, waitPlace } from "../place.ts";
import { type Fault, type FaultMaker, inRequest } from "./fault.ts";

export const wrongMethod: FaultMaker = ({ operation, random }) => {
  const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((name) => !operation.pathMethods.includes(name));
  const to = pickOrNull(random, methods);
  return to === null ? null : inRequest("wrong_http_method", "method", { place: "http_method", to });
};

const mediaTypes = [
  "text/plain",
  "application/xml",
  "multipart/form-data",
  "text/html",
  "application/x-www-form-urlencoded",
  "application/json",
  "application/octet-stream",
  "text/json",
];

export const wrongMediaType: FaultMaker = ({ operation, reference, random }) => {
  if (!operation.body || reference.body === undefined) return null;
  const taken = operation.body.mediaTypes.map(essence);
  const to = random.pick(mediaTypes.filter((name) => !taken.includes(name)));
  return inRequest("wrong_content_type", "media-type", { place: mediaTypePlace, to });
};

export const missingAuth: FaultMaker = ({ operation }) => {
  const place = authPlace(operation);
  return place === null ? null : inRequest("missing_auth_header", "auth", { place });
};

/** Either the expired credential of the caller's list, or one that nobody lists and only the answer gives away. */
export const expiredAuth: FaultMaker = ({ operation, world, verbosity, random }) => {
  const place = authPlace(operation);
  if (place === null) return null;
  const expired = world.credentials.filter(
    ({ scheme, expires_at, status }) =>
      scheme === schemeOf(operation) && status === "active" && expires_at <= world.now,
  );
  const listed = pickOrNull(random, expired);
  if (verbosity === "status" || random.chance(0.7))
    return listed && inRequest("expired_auth_token", "auth", { place, to: listed.value });
  const hidden = drawHidden(operation, world.now, random);
  const fault = inRequest("expired_auth_token", "auth", { place, to: hidden.value });
  return { ...fault, world: { hidden }, needsAnswer: true };
};

export const redirect: FaultMaker = ({ operation, reference, random }) => {
  const { endpoint } = reference;
  const version = /^\/(?:[\w-]+\/)*?v(\d+)(?=\/)/.exec(endpoint);
  const stale = [
    `${endpoint}/`,
    endpoint.replace("/", "//"),
    `/legacy${endpoint}`,
    `/api${endpoint}`,
    endpoint.replace(/^\/([\w-]+)/, (_, first: string) => `/${first.toUpperCase()}`),
    ...(version
      ? [endpoint.replace(`v${version[1]}/`, `v${Number(version[1]) - 1}/`), endpoint.replace(`/v${version[1]}/`, "/")]
      : []),
  ].filter((other) => other !== endpoint && matchPath(operation.path, other) === null);
  const from = pickOrNull(random, stale);
  if (from === null) return null;
  const fault = inRequest("redirect_loop", "route", { place: "endpoint", to: from });
  return { ...fault, world: { moved: { from, to: endpoint } }, needsAnswer: true };
};

export const rateLimit: FaultMaker = ({ random }) => {
  const fault = inRequest("rate_limit_headers", "limits", { place: waitPlace, to: 0 });
  const retryAfter = random.pick([5, 10, 15, 20, 30, 45, 60, 90, 120]) + random.int(0, 4);
  return { ...fault, world: { retryAfter }, needsAnswer: true };
};

/** The answer carries a status that its body contradicts. Drawn only where a body shows which one is right. */
export const wrongStatus: FaultMaker = ({ operation, verbosity, random }): Fault | null => {
  if (verbosity === "status" || !operation.success.schema || operation.success.status >= 300) return null;
  const wrong = random.pick([400, 404, 409, 500, 503]);
  const world = { wrongStatus: wrong };
  return { label: "wrong_status_code", place: "status_code", check: null, edit: null, world, needsAnswer: true };
};
