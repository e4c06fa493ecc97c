import type { Level } from "../../core/environment.ts";
import type { FaultLabel } from "./vocabulary.ts";

export const levelNames = ["easy", "classify", "medium", "headers", "response", "hard"] as const;
export type LevelName = (typeof levelNames)[number];

/** The ladder of the founding document: names, turns and thresholds are its own. */
export const levels: readonly Level[] = [
  { name: "easy", skill: "Name the one fault and its place", maxTurns: 3, promoteAt: 0.7, facts: { error_count: 1 } },
  {
    name: "classify",
    skill: "Name all of two or three faults and their places",
    maxTurns: 4,
    promoteAt: 0.6,
    facts: { error_count: "2-3" },
  },
  { name: "medium", skill: "Repair a request with one fault", maxTurns: 5, promoteAt: 0.6, facts: { error_count: 1 } },
  {
    name: "headers",
    skill: "Name and repair one fault in the headers",
    maxTurns: 4,
    promoteAt: 0.5,
    facts: { error_count: 1 },
  },
  {
    name: "response",
    skill: "Find what is wrong with the answer of a server",
    maxTurns: 4,
    promoteAt: 0.5,
    facts: { error_count: "1-2" },
  },
  {
    name: "hard",
    skill: "Repair two or three faults, often chained, and explain them",
    maxTurns: 7,
    promoteAt: null,
    facts: { error_count: "2-3" },
  },
];

/** Faults of headers alone. */
export const headerFaults = [
  "missing_auth_header",
  "wrong_content_type",
  "expired_auth_token",
] as const satisfies FaultLabel[];

/** Faults of the content, which the server sees last. */
export const contentFaults = [
  "missing_required_field",
  "wrong_field_type",
  "invalid_email_format",
  "extra_unknown_field",
  "null_value_in_required",
  "malformed_json_value",
  "invalid_enum_value",
  "datetime_format_error",
] as const satisfies FaultLabel[];

/** Faults that hide those of the content, or are hidden by them. */
export const gates = [
  "missing_auth_header",
  "expired_auth_token",
  "wrong_content_type",
  "wrong_http_method",
  "rate_limit_headers",
  "redirect_loop",
] as const satisfies FaultLabel[];
