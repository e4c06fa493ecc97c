import { describe, expect, it } from "vitest";
import type { Action } from "../action.ts";
import { openApiDebug } from "../index.ts";
import { statedBy } from "../intent.ts";
import type { Observation } from "../observation.ts";
import { authPlace } from "../place.ts";
import { withAt } from "../pointer.ts";
import { bodyOf } from "../render/rows.ts";
import { readSpecification } from "../render/specification.ts";
import type { ApiDebugTask } from "../task.ts";

/** Half-work: what one learns from a glance, and guesses from there. It may earn something, but not a promotion. */
type Heuristic = (observation: Observation, turn: number, task: ApiDebugTask) => Action;

const environment = openApiDebug();
const options = environment.options.parse({});

async function mean(level: string, heuristic: Heuristic, count = 300): Promise<number> {
  let sum = 0;
  for (let seed = 0; seed < count; seed++) {
    const task = await environment.generate({ level, seed: 50_000 + seed, split: "train", options });
    const episode = await environment.start(task, { services: {}, signal: new AbortController().signal });
    for (let turn = 0, next = episode.turn(); next; next = episode.turn(), turn++)
      await episode.step("agent", { action: heuristic(next.observation, turn, task) });
    sum += episode.outcome().return;
  }
  return sum / count;
}

const status = (expected: number): Action => ({
  response_issues: ["wrong_status_code"],
  affected_fields: ["status_code"],
  expected_status_code: expected,
});
const issue = (name: string, place: string): Action => ({ response_issues: [name], affected_fields: [place] });
const fields = [
  issue("extra_response_field", "/internal_id"),
  issue("missing_response_field", "/id"),
  issue("wrong_response_type", "/id"),
];

describe("on the headers level", () => {
  it("seeing whether a credential is there, and trying one after the other, is far from a promotion", async () => {
    const glance: Heuristic = (observation, turn) => {
      const { security, body } = readSpecification(observation);
      const place = authPlace({ security } as Parameters<typeof authPlace>[0]) ?? "Authorization";
      const sent = place.startsWith("query.")
        ? observation.query[place.slice("query.".length)]
        : observation.broken_headers[place];
      const mediaType = body?.mediaType;
      if (mediaType && observation.broken_headers["Content-Type"] !== mediaType)
        return { error_type: "wrong_content_type", fixed_headers: { "Content-Type": mediaType } };
      const value = observation.credentials.filter((credential) => credential.value !== sent)[turn]?.value ?? "";
      const fixed = place.startsWith("query.")
        ? { fixed_query: { [place.slice("query.".length)]: value } }
        : { fixed_headers: { [place]: value } };
      return { error_type: sent === undefined ? "missing_auth_header" : "expired_auth_token", ...fixed };
    };
    expect(await mean("headers", glance)).toBeLessThan(0.475);
  });
});

describe("on the response level", () => {
  const format = issue("inconsistent_error_format", "Content-Type");
  const heuristics: [string, Heuristic][] = [
    [
      "the status shown",
      ({ response_status_code: shown }, turn) =>
        (shown >= 400 ? [format, status(200), status(201)] : [...fields, status(201)])[turn] ?? {},
    ],
    [
      "the status shown and those declared",
      (observation, turn) => {
        const declared = Object.keys(readSpecification(observation).responses);
        const shown = observation.response_status_code;
        const success = Number(declared.find((code) => code.startsWith("2")));
        if (!declared.includes(String(shown))) return status(success);
        return (shown >= 400 ? [format, status(success)] : [...fields, format])[turn] ?? {};
      },
    ],
    ["nothing: one issue after the other", (_observation, turn) => [...fields, format][turn] ?? {}],
    [
      "whether the status is at fault, asked by its place alone",
      ({ feedback, response_status_code: shown }, turn) => {
        if (turn === 0) return { affected_fields: ["status_code"] };
        const { response_issues = [] } = fields[turn - 1] ?? {};
        return /affected_fields: (?:not answered|wrong)/.test(feedback)
          ? { response_issues }
          : status((shown < 400 ? [400, 404, 422] : [200, 201, 204])[turn - 1] ?? 0);
      },
    ],
  ];
  it.each(heuristics)("%s tells little", async (_what, heuristic) => {
    expect(await mean("response", heuristic)).toBeLessThan(0.3);
  });
});

/**
 * Work without a look at the specification. docs/api-debug.md says what it earns, under "Shortcuts that are left": who
 * closes one lowers the figure here and there.
 */
describe("without the specification", () => {
  const overlay: Heuristic = (observation, turn, { secret: { reference } }) => {
    if (turn > 0) return {};
    const specification = readSpecification(observation);
    const sent = bodyOf(observation, specification)?.value;
    const action: Action = {};
    let body = sent;
    for (const { place, name, text } of statedBy(specification, reference)) {
      if (!observation.intent.includes(` ${name} ${text}`)) continue;
      const value = JSON.parse(text);
      if (place.startsWith("/")) body = withAt(body, place, value);
      else if (place.startsWith("query."))
        action.fixed_query = { ...action.fixed_query, [place.slice("query.".length)]: String(value) };
      else if (place !== "endpoint" && place !== "")
        action.fixed_headers = { ...action.fixed_headers, [place]: String(value) };
    }
    return body === sent ? action : { ...action, fixed_request: JSON.stringify(body) };
  };

  it("the values of the intent, laid over the request, repair what they state", async () => {
    const earned = await mean("medium", overlay);
    expect(earned).toBeGreaterThan(0.55);
    expect(earned).toBeLessThan(0.68);
  });

  /** In how many halves, resource and verb, the scopes that two lists do not share differ. */
  const apart = (a: readonly string[], b: readonly string[]): number => {
    const [left = [], right = []] = [
      a.filter((scope) => !b.includes(scope)),
      b.filter((scope) => !a.includes(scope)),
    ].map((scopes) => (scopes[0] ?? "").split(/[:./]/));
    return Number(left[0] !== right[0]) + Number(left[1] !== right[1]);
  };

  const listAlone: Heuristic = ({ credentials, broken_headers, query, current_time }, turn) => {
    const inQuery = Object.entries(query).map(([name, text]) => [`query.${name}`, text] as const);
    const sent = [...Object.entries(broken_headers), ...inQuery].find(([, text]) =>
      /^(Bearer |Basic |key_)/.test(text),
    );
    const [place, text] = sent ?? ["Authorization", "Bearer "];
    const scheme = text.startsWith("Basic ") ? "basic" : text.startsWith("key_") ? "api_key" : "bearer";
    const distance = (scopes: readonly string[]) =>
      credentials.reduce((sum, other) => sum + apart(scopes, other.scopes), 0);
    const [nearest] = credentials
      .filter((one) => one.scheme === scheme && one.status === "active" && one.expires_at > current_time)
      .sort((a, b) => distance(a.scopes) - distance(b.scopes));
    if (turn > 0 || !nearest) return {};
    const fixed = place.startsWith("query.")
      ? { fixed_query: { [place.slice("query.".length)]: nearest.value } }
      : { fixed_headers: { [place]: nearest.value } };
    return { error_type: sent ? "expired_auth_token" : "missing_auth_header", ...fixed };
  };

  it("the credential that was sent tells the scheme, and the right scopes lie between the nearly right ones", async () => {
    const earned = await mean("headers", listAlone);
    expect(earned).toBeGreaterThan(0.7);
    expect(earned).toBeLessThan(0.85);
  });
});
