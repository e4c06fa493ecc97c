import { z } from "zod";
import { boundsProblem } from "./bounds.ts";
import { isRecord } from "./pointer.ts";

/** Largest texts an action may carry, in characters; longer ones are refused by the schema. */
const longest = { name: 1000, list: 256, body: 1_000_000, explanation: 20_000, entries: 64, members: 10_000 };

const name = z.string().max(longest.name);
const names = z.array(name).max(longest.list);
const scalar = z.union([z.string().max(longest.explanation), z.number(), z.boolean(), z.null()]);

/** Headers or query parameters; counted before each of them is looked at. */
const entries = z.preprocess(
  (value, context) => {
    if (!isRecord(value) || Object.keys(value).length <= longest.entries) return value;
    context.addIssue({ code: "custom", message: `more than ${longest.entries} entries` });
    return z.NEVER;
  },
  z.record(z.string(), scalar),
);

/**
 * A body as text or as an object. A member called `__proto__` would vanish from an object here; in text it stays what it
 * is: something added.
 */
const body = z.preprocess((value, context) => {
  if (!isRecord(value)) return value;
  if (Object.hasOwn(value, "__proto__") && boundsProblem(value) === null) return JSON.stringify(value);
  if (Object.keys(value).length <= longest.members) return value;
  context.addIssue({ code: "custom", message: `more than ${longest.members} members` });
  return z.NEVER;
}, z.union([z.string().max(longest.body), z.record(z.string(), z.unknown())]).nullish());

/** What a model submits: all fields are optional, null means absent. The first eight are those of the original. */
export const actionSchema = z.object({
  error_type: name.nullish().describe("easy, headers: the one fault"),
  error_types: names.nullish().describe("classify: all faults"),
  affected_fields: names
    .nullish()
    .describe("easy, classify, response: JSON pointers, query.NAME, header names, http_method, endpoint, status_code"),
  fixed_request: body.optional().describe("medium, hard: the whole repaired body, as JSON text"),
  fixed_headers: entries.nullish().describe("Headers to set; null removes one"),
  explanation: z
    .string()
    .max(longest.explanation)
    .nullish()
    .describe("hard: place, fault and repaired value of each fault, at most 600 characters"),
  response_issues: names.nullish().describe("response: all issues"),
  expected_status_code: z.int().nullish().describe("response: the status the answer should have had"),
  fixed_method: name.nullish().describe("The method to use instead"),
  fixed_endpoint: name.nullish().describe("The path to use instead"),
  fixed_query: entries.nullish().describe("Query parameters to set; null removes one"),
  wait_seconds: z.number().min(0).nullish().describe("Seconds to wait before sending"),
  metadata: z.record(z.string(), z.unknown()).nullish().describe("Ignored"),
});
export type Action = z.infer<typeof actionSchema>;
