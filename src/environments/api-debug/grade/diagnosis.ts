/** Grading of what an answer names: labels, places, a status. */
import type { Action } from "../action.ts";
import { normalisePlaces } from "../place.ts";
import { isLabel, normaliseLabel, type ResponseIssue } from "../vocabulary.ts";
import type { Component, GradeContext, TurnGrade } from "./context.ts";
import { jaccard } from "./sets.ts";

/** A component, and what the model is told of it: whether it was right, without saying what would have been. */
export interface Named {
  component: Component;
  told: string;
}

/** How well two sets match, in [0, 1], divided by `share` for the answers tried before. */
function named(
  name: string,
  weight: number,
  claimed: ReadonlySet<string>,
  truth: ReadonlySet<string>,
  { match = jaccard(claimed, truth), share }: { match?: number; share: number },
): Named {
  const verdict = claimed.size === 0 ? "not answered" : match >= 1 ? "right" : match > 0 ? "partly right" : "wrong";
  return {
    component: { name, value: match / share, weight, why: reason(claimed, truth, share) },
    told: `${name}: ${verdict}.`,
  };
}

function reason(claimed: ReadonlySet<string>, truth: ReadonlySet<string>, share: number): string {
  const list = (set: ReadonlySet<string>) => (set.size === 0 ? "nothing" : [...set].join(", ").slice(0, 300));
  return `claimed ${list(claimed)}; true: ${list(truth)}${share > 1 ? `; worth 1/${share}` : ""}`;
}

/** Claimed labels against the true ones, divided by the number of answers tried. */
export function labels({ level, secret, tries }: GradeContext, action: Action, weight: number): Named {
  const several = (action.error_types ?? []).map(normaliseLabel).filter(isLabel);
  const single = action.error_type == null ? [] : [normaliseLabel(action.error_type)].filter(isLabel);
  const truth = new Set<string>(secret.faults.map(({ label }) => label));
  const claimed = new Set<string>(
    level === "classify" ? [...several, ...single] : single.length > 0 ? single : several,
  );
  const share = tries.labels.nth(claimed);
  if (level === "classify") return named("error_types", weight, claimed, truth, { share });
  // One fault takes one label: a list of labels is no answer to "which one".
  return named("error_type", weight, claimed, truth, { share, ...(claimed.size > 1 && { match: 0 }) });
}

/** Claimed places against the true ones, divided by the number of answers tried, squared at the response level. */
export function places(context: GradeContext, action: Action, weight: number): Named {
  const { level, operation, secret, tries } = context;
  const claimed = normalisePlaces(operation, action.affected_fields ?? []);
  const wrong = level === "response" ? secret.issues : secret.faults;
  const truth = normalisePlaces(
    operation,
    wrong.map(({ place }) => place),
  );
  const n = tries.places.nth(claimed);
  return named("affected_fields", weight, claimed, truth, { share: level === "response" ? n ** 2 : n });
}

/** A turn that names things and repairs nothing. */
export function diagnosis(parts: readonly Named[]): TurnGrade {
  return {
    components: parts.map(({ component }) => component),
    feedback: parts.map(({ told }) => told).join(" "),
    response: null,
  };
}

/** Places, normalised, that only one issue has: to ask whether the place is right is to ask about the issue. */
const issueAt: ReadonlyMap<string, ResponseIssue> = new Map([
  ["status_code", "wrong_status_code"],
  ["content-type", "inconsistent_error_format"],
]);

/**
 * Three components, whether the status is at fault or not, judged and told alike in both cases: else an empty answer
 * would show which case it is. A status is claimed where another one than shown is given, and claims a wrong status.
 * Where the status is right there is none to find, and the other two count in the place of the third. There are few
 * issues: the n-th distinct answer is worth 1/n², or going through them would pay nearly twice the first guess.
 */
export function response(context: GradeContext, action: Action): TurnGrade {
  const { operation, secret, tries, shownStatus } = context;
  const truth = new Set<string>(secret.issues.map(({ label }) => label));
  const claimed = new Set<string>((action.response_issues ?? []).map(normaliseLabel).filter(isLabel));
  const given = action.expected_status_code ?? shownStatus;
  const status = given === shownStatus ? [] : [String(given)];
  if (status.length > 0) claimed.add("wrong_status_code");
  const asked = [...normalisePlaces(operation, action.affected_fields ?? [])].flatMap(
    (place) => issueAt.get(place) ?? [],
  );
  const issues = named("response_issues", 0.5, claimed, truth, {
    share: tries.labels.nth(new Set([...claimed, ...asked])) ** 2,
  });
  const fields = places(context, action, 0.3);
  const right = given === secret.rightStatus && status.length > 0;
  const nth = tries.statuses.nth(status);
  const others = 0.625 * (issues.component.value ?? 0) + 0.375 * (fields.component.value ?? 0);
  const expected: Component = {
    name: "expected_status_code",
    value: truth.has("wrong_status_code") ? Number(right) / nth ** 2 : others,
    weight: 0.2,
    why: reason(new Set(status), new Set([String(secret.rightStatus)]), nth ** 2),
  };
  const verdict = status.length === 0 ? "not answered" : right ? "right" : "wrong";
  return diagnosis([issues, fields, { component: expected, told: `expected_status_code: ${verdict}.` }]);
}
