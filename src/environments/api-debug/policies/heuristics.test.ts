import { describe, expect, it } from "vitest";
import type { Action } from "../action.ts";
import { openApiDebug } from "../index.ts";
import type { Observation } from "../observation.ts";
import { authPlace } from "../place.ts";
import { readSpecification } from "../render/specification.ts";

/** Half-work: what one learns from a glance, and guesses from there. It may earn something, but not a promotion. */
type Heuristic = (observation: Observation, turn: number) => Action;

const environment = openApiDebug();
const options = environment.options.parse({});

async function mean(level: string, heuristic: Heuristic, count = 300): Promise<number> {
  let sum = 0;
  for (let seed = 0; seed < count; seed++) {
    const task = await environment.generate({ level, seed: 50_000 + seed, split: "train", options });
    const episode = await environment.start(task, { services: {}, signal: new AbortController().signal });
    for (let turn = 0, next = episode.turn(); next; next = episode.turn(), turn++)
      await episode.step("agent", { action: heuristic(next.observation, turn) });
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
  ];
  it.each(heuristics)("%s tells little", async (_what, heuristic) => {
    expect(await mean("response", heuristic)).toBeLessThan(0.3);
  });
});
