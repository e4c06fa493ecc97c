/** Grading of one turn, level by level. */

import type { Services } from "../../../core/environment.ts";
import type { Score } from "../../../core/score.ts";
import type { Action } from "../action.ts";
import { type Attempt, type Draft, textAt } from "../draft.ts";
import type { ApiResponse, Operation } from "../operation.ts";
import { authPlace, normalisePlaces } from "../place.ts";
import { answer } from "../server/answer.ts";
import { statusTexts } from "../server/error-body.ts";
import { receive } from "../server/receive.ts";
import type { Secret } from "../task.ts";
import { isLabel, normaliseLabel } from "../vocabulary.ts";
import { gradeExplanation, longestExplanation } from "./explanation.ts";
import { gradeFix } from "./fix.ts";
import { judgeExplanation } from "./judge.ts";
import { hasFix, merge } from "./merge.ts";
import { remediesOf } from "./remedies.ts";
import { jaccard, Tries } from "./sets.ts";

/** What an episode is graded against, and what it remembers between turns. */
export interface GradeContext {
  level: string;
  operation: Operation;
  secret: Secret;
  broken: Attempt;
  brokenDraft: Draft;
  /** Status of the answer shown with the task. */
  shownStatus: number;
  tries: { labels: Tries; places: Tries; statuses: Tries; credentials: Tries };
  services: Services;
  signal: AbortSignal;
}

export type Component = Pick<Score, "name" | "value" | "weight" | "why">;

export interface TurnGrade {
  components: Component[];
  feedback: string;
  /** The server's answer to a repaired request. */
  response: ApiResponse | null;
}

export const newTries = (): GradeContext["tries"] => ({
  labels: new Tries(),
  places: new Tries(),
  statuses: new Tries(),
  credentials: new Tries(),
});

/** Grades an action. Rejects only when a judge fails. */
export async function grade(context: GradeContext, action: Action): Promise<TurnGrade> {
  switch (context.level) {
    case "easy":
    case "classify":
      return diagnosis([labels(context, action, 0.6), places(context, action, 0.4)]);
    case "medium":
      return fix(context, action, [["fix", 1]]);
    case "headers": {
      const type = labels(context, action, 0.3);
      const fixed = fix(context, action, [["fix", 0.7]]);
      return { ...fixed, components: [...fixed.components, type], feedback: `${verdictOn(type)} ${fixed.feedback}` };
    }
    case "response":
      return response(context, action);
    default:
      return explained(context, action);
  }
}

/** Claimed labels against the true ones, divided by the number of answers tried. */
function labels({ level, secret, tries }: GradeContext, action: Action, weight: number): Component {
  const several = (action.error_types ?? []).map(normaliseLabel).filter(isLabel);
  const single = action.error_type == null ? [] : [normaliseLabel(action.error_type)].filter(isLabel);
  const truth = new Set<string>(secret.faults.map(({ label }) => label));
  const claimed = new Set<string>(
    level === "classify" ? [...several, ...single] : single.length > 0 ? single : several,
  );
  const n = tries.labels.nth(claimed);
  // One fault takes one label: a list of labels is no answer to "which one".
  const fits = level === "classify" || claimed.size <= 1 ? jaccard(claimed, truth) : 0;
  const name = level === "classify" ? "error_types" : "error_type";
  return { name, value: fits / n, weight, why: reason(claimed, truth, n) };
}

function places(context: GradeContext, action: Action, weight: number): Component {
  const { operation, secret, tries } = context;
  const claimed = normalisePlaces(operation, action.affected_fields ?? []);
  const wrong = context.level === "response" ? secret.issues : secret.faults;
  const truth = normalisePlaces(
    operation,
    wrong.map(({ place }) => place),
  );
  const n = tries.places.nth(claimed);
  const share = context.level === "response" ? n ** 2 : n;
  const value = jaccard(claimed, truth) / share;
  return { name: "affected_fields", value, weight, why: reason(claimed, truth, share) };
}

/** `share`: by how much the answer is divided for those tried before. */
function reason(claimed: ReadonlySet<string>, truth: ReadonlySet<string>, share: number): string {
  const list = (set: ReadonlySet<string>) => (set.size === 0 ? "nothing" : [...set].join(", ").slice(0, 300));
  return `claimed ${list(claimed)}; true: ${list(truth)}${share > 1 ? `; worth 1/${share}` : ""}`;
}

function diagnosis(components: Component[]): TurnGrade {
  return { components, feedback: components.map(verdictOn).join(" "), response: null };
}

/** Which components were right, without saying what would have been. */
function verdictOn({ name, value, why }: Component): string {
  if (why.startsWith("claimed nothing")) return `${name}: not answered.`;
  const raw = (value ?? 0) * Number(/; worth 1\/(\d+)$/.exec(why)?.[1] ?? 1);
  return `${name}: ${raw >= 1 ? "right" : raw > 0 ? "partly right" : "wrong"}.`;
}

function fix(context: GradeContext, action: Action, weights: readonly [string, number][]): TurnGrade {
  const { operation, secret, broken } = context;
  const components = (value: number, why: string) => weights.map(([name, weight]) => ({ name, value, weight, why }));
  if (!hasFix(action))
    return { components: components(0, "nothing was repaired"), feedback: "Nothing was changed.", response: null };
  const merged = merge(operation, broken, action);
  if ("problem" in merged)
    return {
      components: components(0, merged.problem),
      feedback: `The request was not sent: ${merged.problem}.`,
      response: null,
    };
  const { value, why } = gradeFix(
    operation,
    secret.world,
    secret.reference,
    secret.faults,
    merged,
    credentialTry(context, merged.attempt),
  );
  const verdict = receive(operation, secret.world, merged.attempt);
  const response = answer(operation, secret.world, verdict, secret.verbosity);
  const lost = verdict === null && value < 1 ? " The server took it, but it is not what the intent asks for." : "";
  return { components: components(value, why), feedback: `The server answered ${say(response)}${lost}`, response };
}

/** How many distinct credentials were tried so far, this one included. */
function credentialTry({ operation, broken, tries }: GradeContext, attempt: Attempt): number {
  const place = authPlace(operation);
  if (place === null) return 1;
  const sent = textAt(attempt, place) ?? "";
  return sent === (textAt(broken, place) ?? "") ? 1 : tries.credentials.nth([sent]);
}

function say({ status, headers, body }: ApiResponse): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const title = statusTexts[status] ? ` ${statusTexts[status]}` : "";
  return [`${status}${title}.`, ...lines, ...(body === "" ? [] : [body])].join("\n");
}

/**
 * Three components, whether the status is at fault or not, judged and told alike in both cases: else an empty answer
 * would show which case it is. A status is claimed where another one than shown is given, and claims a wrong status.
 * Where the status is right there is none to find, and the other two count in the place of the third. There are few
 * issues: the n-th distinct answer is worth 1/n², or going through them would pay nearly twice the first guess.
 */
function response(context: GradeContext, action: Action): TurnGrade {
  const { secret, tries, shownStatus } = context;
  const truth = new Set<string>(secret.issues.map(({ label }) => label));
  const claimed = new Set<string>((action.response_issues ?? []).map(normaliseLabel).filter(isLabel));
  const given = action.expected_status_code ?? shownStatus;
  const status = given === shownStatus ? [] : [String(given)];
  if (status.length > 0) claimed.add("wrong_status_code");
  const n = tries.labels.nth(claimed);
  const issues: Component = {
    name: "response_issues",
    value: jaccard(claimed, truth) / n ** 2,
    weight: 0.5,
    why: reason(claimed, truth, n ** 2),
  };
  const fields = places(context, action, 0.3);
  const nth = tries.statuses.nth(status);
  const right = given === secret.rightStatus && status.length > 0;
  const others = 0.625 * (issues.value ?? 0) + 0.375 * (fields.value ?? 0);
  const expected: Component = {
    name: "expected_status_code",
    value: truth.has("wrong_status_code") ? Number(right) / nth ** 2 : others,
    weight: 0.2,
    why: reason(new Set(status), new Set([String(secret.rightStatus)]), nth ** 2),
  };
  const told = status.length === 0 ? "not answered" : right ? "right" : "wrong";
  const { feedback } = diagnosis([issues, fields]);
  const components = [issues, fields, expected];
  return { components, feedback: `${feedback} expected_status_code: ${told}.`, response: null };
}

async function explained(context: GradeContext, action: Action): Promise<TurnGrade> {
  const { operation, secret, brokenDraft, services, signal } = context;
  const { world, reference, faults } = secret;
  const fixed = fix(context, action, [["fix", 0.7]]);
  const value = fixed.components[0]?.value ?? 0;
  const text = action.explanation ?? "";
  const component = (grade: number, why: string): TurnGrade => ({
    ...fixed,
    components: [...fixed.components, { name: "explanation", value: value * grade, weight: 0.3, why }],
  });
  if (value === 0 || text === "")
    return component(0, text === "" ? "no explanation" : "nothing repaired that could be explained");
  if (text.length > longestExplanation) return component(0, `longer than ${longestExplanation} characters`);
  if (!services.judge) {
    const { value: f1, why } = gradeExplanation(operation, world, reference, brokenDraft, faults, text);
    return component(f1, why);
  }
  const remedies = faults.map((fault) => remediesOf(operation, world, reference, fault));
  const judged = await judgeExplanation(services.judge, faults, remedies, text, signal);
  return component(judged, "by the judge");
}
