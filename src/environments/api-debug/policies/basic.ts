/** The policies that every level has: the right answer, no answer, any answer. */
import type { Policy, PolicyContext } from "../../../core/environment.ts";
import type { Action } from "../action.ts";
import { type Draft, header, writeBody } from "../draft.ts";
import { claim, explanationOf } from "../grade/remedies.ts";
import type { Observation } from "../observation.ts";
import { placeKind } from "../place.ts";
import { rowsOf } from "../render/rows.ts";
import type { ApiDebugTask, Secret } from "../task.ts";
import { faultLabels, responseIssues } from "../vocabulary.ts";

export type Context = PolicyContext<Observation, ApiDebugTask>;
export type ApiDebugPolicy = Policy<Action, Observation, ApiDebugTask>;

export const oracle: ApiDebugPolicy = {
  kind: "oracle",
  about: "the reference repair, or the true names and places",
  respond: ({ task }) => solution(task),
};

/** The answer that is right in every part. */
export function solution({ level, secret }: Pick<ApiDebugTask, "level" | "secret">): Action {
  const { faults, issues } = secret;
  switch (level) {
    case "easy":
      return { error_type: faults[0]?.label, affected_fields: faults.map(({ place }) => place) };
    case "classify":
      return { error_types: faults.map(({ label }) => label), affected_fields: faults.map(({ place }) => place) };
    case "medium":
      return fixOf(secret);
    case "headers":
      return { error_type: faults[0]?.label, ...fixOf(secret) };
    case "response": {
      const status = issues.some(({ label }) => label === "wrong_status_code") ? secret.rightStatus : null;
      return {
        response_issues: issues.map(({ label }) => label),
        affected_fields: issues.map(({ place }) => place),
        ...(status !== null && { expected_status_code: status }),
      };
    }
    default:
      return { ...fixOf(secret), explanation: explanationOf(secret) };
  }
}

/** Everything at which the reference differs from the broken request. */
export function fixOf({ reference, faults, world }: Pick<Secret, "reference" | "faults" | "world">): Action {
  const action: Action = {};
  for (const { place } of faults) {
    switch (placeKind(place)) {
      case "body":
        action.fixed_request = referenceText(reference);
        break;
      case "method":
        action.fixed_method = reference.method;
        break;
      case "endpoint":
        action.fixed_endpoint = reference.endpoint;
        break;
      case "wait":
        action.wait_seconds = world.retryAfter ?? 0;
        break;
      case "query": {
        const name = place.slice("query.".length);
        action.fixed_query = { ...action.fixed_query, [name]: reference.query[name] ?? null };
        break;
      }
      case "header":
        action.fixed_headers = { ...action.fixed_headers, [place]: header(reference.headers, place) ?? null };
        break;
      case "status":
        break;
    }
  }
  return action;
}

/** The reference body, as JSON or as a form. */
export function referenceText({ headers, body }: Draft): string {
  return writeBody({ mediaType: header(headers, "Content-Type") ?? "", schema: {} }, body ?? null, {});
}

/** The request as it is: a repair that repairs nothing. */
export function echo({ observation }: Pick<Context, "observation">): Action {
  const { broken_request, broken_headers, query, http_method, endpoint } = observation;
  return {
    ...(broken_request !== "" && { fixed_request: broken_request }),
    fixed_headers: broken_headers,
    fixed_query: query,
    fixed_method: http_method,
    fixed_endpoint: endpoint,
    wait_seconds: 0,
  };
}

export const noop: ApiDebugPolicy = {
  kind: "noop",
  about: "the request unchanged, no diagnosis",
  respond: (context) => echo(context),
};

export const random: ApiDebugPolicy = {
  kind: "random",
  about: "a random label at a random place with a random value",
  respond(context) {
    const { observation, random: source } = context;
    const rows = rowsOf(observation);
    const labels = observation.task === "response" ? responseIssues : faultLabels;
    const chosen = source.sample(rows, observation.error_count).map(({ place }) => place);
    const names = source.sample<string>(labels, observation.error_count);
    const action: Action = {
      error_type: names[0],
      error_types: names,
      response_issues: names,
      affected_fields: chosen,
    };
    if (observation.task === "response")
      return { ...action, expected_status_code: source.pick([200, 201, 204, 400, 401, 404, 422, 500]) };
    const credential = observation.credentials.length > 0 ? source.pick(observation.credentials).value : "none";
    for (const place of chosen) Object.assign(action, randomFix(place, context, credential));
    return {
      ...action,
      explanation: chosen.map((place, index) => claim(place, names[index] ?? "", "something else")).join("; "),
    };
  },
};

function randomFix(place: string, { observation, random: source }: Context, credential: string): Action {
  switch (placeKind(place)) {
    case "method":
      return { fixed_method: source.pick(["GET", "POST", "PUT", "PATCH", "DELETE"]) };
    case "endpoint":
      return { fixed_endpoint: `${observation.endpoint}/` };
    case "wait":
      return { wait_seconds: source.int(0, 10) };
    case "query":
      return { fixed_query: { [place.slice("query.".length)]: credential } };
    case "header":
      return {
        fixed_headers: {
          [place]: place === "Content-Type" ? source.pick(["application/json", "text/csv"]) : credential,
        },
      };
    default:
      return { fixed_request: JSON.stringify({ [place.slice(1)]: source.int(0, 9) }) };
  }
}
