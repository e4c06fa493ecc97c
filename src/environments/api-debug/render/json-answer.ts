import type { Answer } from "../../../core/environment.ts";
import type { Json } from "../../../core/json.ts";
import { type Action, actionSchema } from "../action.ts";
import { parseJsonText } from "../json-text.ts";
import { isRecord } from "../pointer.ts";
import { outermostObjects } from "./extract.ts";

const fields = Object.keys(actionSchema.shape);

/** Reads the last JSON object that has a field of an action; null when there is none. */
export function readJsonAnswer(text: string): Answer<Action> | null {
  let problem: string | null = null;
  for (const candidate of outermostObjects(text).reverse()) {
    const parsed = parseJsonText(candidate);
    if ("problem" in parsed) {
      problem ??= `the JSON object is broken: ${parsed.problem}`;
      continue;
    }
    if (!isRecord(parsed.value) || !fields.some((field) => Object.hasOwn(parsed.value as object, field))) continue;
    const [malformed, duplicate, inexact] = [parsed.malformed[0], parsed.duplicates[0], parsed.inexact[0]];
    if (malformed) return { problem: `${malformed.token.slice(0, 40)} at ${malformed.pointer} is not JSON` };
    if (duplicate !== undefined) return { problem: `${duplicate} appears twice` };
    if (inexact !== undefined) return { problem: `the number at ${inexact} is too large or too precise` };
    return checked(parsed.value);
  }
  return problem === null ? null : { problem };
}

/** Mends what models get wrong in form, not in content: a single text for a list, a number as text. */
function checked(value: { [key: string]: Json }): Answer<Action> {
  const raw: { [key: string]: unknown } = { ...value };
  for (const field of ["error_types", "affected_fields", "response_issues"])
    if (typeof raw[field] === "string") raw[field] = [raw[field]];
  for (const field of ["expected_status_code", "wait_seconds"])
    if (typeof raw[field] === "string" && /^\d{1,9}$/.test(raw[field])) raw[field] = Number(raw[field]);
  const result = actionSchema.safeParse(raw);
  if (result.success) return { action: result.data };
  const issue = result.error.issues[0];
  return { problem: `${issue?.path.join(".") || "the answer"}: ${issue?.message ?? "not usable"}` };
}
