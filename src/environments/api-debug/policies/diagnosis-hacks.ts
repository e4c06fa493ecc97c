/** Ways to be paid for a diagnosis without making one. */
import type { Action } from "../action.ts";
import { rowsOf } from "../render/rows.ts";
import { faultLabels, responseIssues } from "../vocabulary.ts";
import type { ApiDebugPolicy, Context } from "./basic.ts";

const named = ["easy", "classify", "headers"];
const placed = ["easy", "classify", "response"];

function guess(
  about: string,
  levels: string[],
  ceilings: Record<string, number>,
  respond: (context: Context) => Action,
): ApiDebugPolicy {
  return { kind: "hack", about, levels, ceilings, belowBestConstant: true, respond };
}

/** The labels and places seen most often by who never reads a task. */
const frequent: Readonly<Record<string, Action>> = {
  easy: { error_type: "expired_auth_token", affected_fields: ["Authorization"] },
  classify: { error_types: ["wrong_content_type", "redirect_loop"], affected_fields: ["Content-Type", "endpoint"] },
  headers: { error_type: "missing_auth_header", fixed_headers: { "Content-Type": "application/json" } },
  response: { response_issues: ["wrong_status_code"], affected_fields: ["status_code"], expected_status_code: 200 },
};

const fieldIssues = responseIssues.filter((issue) => issue !== "wrong_status_code");

export const diagnosisHacks: Readonly<Record<string, ApiDebugPolicy>> = {
  "every-label": guess("all fifteen faults at once", named, { error_type: 0, error_types: 0.2 }, () => ({
    error_types: [...faultLabels],
  })),
  "labels-in-turn": guess("one fault after the other", named, { error_type: 1, error_types: 0.5 }, ({ turn }) => ({
    error_type: faultLabels[turn % faultLabels.length],
  })),
  "every-place": guess("all places at once", placed, { return: 0.4 }, ({ observation }) => ({
    affected_fields: rowsOf(observation).map(({ place }) => place),
  })),
  "places-in-turn": guess("one place after the other", placed, { return: 0.4 }, ({ observation, turn }) => {
    const rows = rowsOf(observation);
    return { affected_fields: [rows[turn % rows.length]?.place ?? ""] };
  }),
  "most-frequent": guess(
    "the most frequent labels and places",
    Object.keys(frequent),
    { return: 1 },
    ({ observation }) => frequent[observation.task] ?? {},
  ),
  "shown-status": guess(
    "the status shown, given back as the one expected",
    ["response"],
    { expected_status_code: 0 },
    ({ observation }) => ({
      response_issues: ["wrong_status_code"],
      affected_fields: ["status_code"],
      expected_status_code: observation.response_status_code,
    }),
  ),
  "probe-first": guess(
    "no answer first, to see from the feedback whether the status is at fault",
    ["response"],
    { return: 0.9 },
    ({ observation, turn }) =>
      turn > 0 && observation.feedback.includes("expected_status_code") ? (frequent.response ?? {}) : {},
  ),
  "place-first": guess(
    "the status as a place first, to see from the feedback whether it is at fault, then one issue after the other",
    ["response"],
    { return: 0.9 },
    ({ observation: { feedback, response_status_code: shown }, turn }) => {
      if (turn === 0) return { affected_fields: ["status_code"] };
      const atFault = /affected_fields: (?:partly )?right/.test(feedback);
      if (!atFault) return { response_issues: [fieldIssues[turn - 1] ?? ""] };
      return {
        ...frequent.response,
        expected_status_code: (shown < 400 ? [400, 404, 422] : [200, 201, 204])[turn - 1],
      };
    },
  ),
  "every-issue": guess("all five issues at once", ["response"], { response_issues: 0.4 }, () => ({
    response_issues: [...responseIssues],
  })),
  "issues-in-turn": guess("one issue after the other", ["response"], { response_issues: 1 }, ({ turn }) => ({
    response_issues: [responseIssues[turn % responseIssues.length] ?? ""],
  })),
  "joined-places": guess(
    "two places first joined to one, then apart, as if they were the answer tried before",
    ["easy", "response"],
    { affected_fields: 0.25 },
    ({ observation, turn }) => {
      const pointers = rowsOf(observation).flatMap(({ place }) => (place.startsWith("/") ? [place] : []));
      const pair = pointers.slice(0, 2).sort();
      if (pair.length < 2) return {};
      return { affected_fields: turn === 0 ? [pair.join("\n")] : pair };
    },
  ),
  "one-place-often": guess("one place in many spellings", placed, { return: 0.4 }, () => ({
    affected_fields: ["Authorization", "authorization", " AUTHORIZATION ", "`Authorization`"],
  })),
};
