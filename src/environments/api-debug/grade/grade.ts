/** Grading of one turn, level by level. */
import type { Action } from "../action.ts";
import { type Attempt, textAt } from "../draft.ts";
import type { ApiResponse } from "../operation.ts";
import { authPlace } from "../place.ts";
import { answer } from "../server/answer.ts";
import { statusTexts } from "../server/error-body.ts";
import { receive } from "../server/receive.ts";
import type { Component, GradeContext, TurnGrade } from "./context.ts";
import { diagnosis, labels, places, response } from "./diagnosis.ts";
import { gradeExplanation, longestExplanation } from "./explanation.ts";
import { gradeFix } from "./fix.ts";
import { judgeExplanation } from "./judge.ts";
import { hasFix, merge } from "./merge.ts";
import { remediesOf } from "./remedies.ts";

/** Grades an action. Rejects only when a judge fails. */
export async function grade(context: GradeContext, action: Action): Promise<TurnGrade> {
  switch (context.level) {
    case "easy":
    case "classify":
      return diagnosis([labels(context, action, 0.6), places(context, action, 0.4)]);
    case "medium":
      return fix(context, action, 1);
    case "headers": {
      const type = labels(context, action, 0.3);
      const fixed = fix(context, action, 0.7);
      const components = [...fixed.components, type.component];
      return { ...fixed, components, feedback: `${type.told} ${fixed.feedback}` };
    }
    case "response":
      return response(context, action);
    default:
      return explained(context, action);
  }
}

/** The repair, sent to the server. `weight` is that of its one component. */
function fix(context: GradeContext, action: Action, weight: number): TurnGrade {
  const { operation, secret, broken } = context;
  const worth = (value: number, why: string): Component[] => [{ name: "fix", value, weight, why }];
  if (!hasFix(action))
    return { components: worth(0, "nothing was repaired"), feedback: "Nothing was changed.", response: null };
  const merged = merge(operation, broken, action);
  if ("problem" in merged) {
    const { problem } = merged;
    return { components: worth(0, problem), feedback: `The request was not sent: ${problem}.`, response: null };
  }
  const { world, reference, faults, verbosity } = secret;
  const nth = credentialTry(context, merged.attempt);
  const { value, why } = gradeFix(operation, world, reference, faults, merged, nth);
  const verdict = receive(operation, world, merged.attempt);
  const response = answer(operation, world, verdict, verbosity);
  const lost = verdict === null && value < 1 ? " The server took it, but it is not what the intent asks for." : "";
  return { components: worth(value, why), feedback: `The server answered ${say(response)}${lost}`, response };
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

async function explained(context: GradeContext, action: Action): Promise<TurnGrade> {
  const { operation, secret, brokenDraft, services, signal } = context;
  const { world, reference, faults } = secret;
  const fixed = fix(context, action, 0.7);
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
