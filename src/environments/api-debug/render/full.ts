/** The full form, for models that read English. */
import type { ChatMessage } from "../../../core/environment.ts";
import type { Observation } from "../observation.ts";
import { faultLabels, type Label, meanings, responseIssues } from "../vocabulary.ts";

const role = "You debug calls to HTTP APIs. You are shown one call and the specification of its operation.";
const paths = [
  "Name places so: a body field by its JSON pointer (/address/city, /items/0/sku), a query parameter query.NAME, a header",
  "by its name, a path parameter endpoint; and http_method, endpoint, status_code for what they say.",
].join("\n");

const asks: Readonly<Record<string, readonly string[]>> = {
  easy: [
    "The request has exactly one fault. Say which, and where.",
    paths,
    'Answer with one JSON object: {"error_type": "<fault>", "affected_fields": ["<place>"]}',
  ],
  classify: [
    "The request has several faults. Say which, and where.",
    paths,
    'Answer with one JSON object: {"error_types": ["<fault>", …], "affected_fields": ["<place>", …]}',
  ],
  medium: [
    "The request has one fault. Repair it so that the server takes the request and the caller's intent is kept: change what",
    "is wrong and nothing else. Give only the parts that change.",
    'Answer with one JSON object, any of: {"fixed_request": {<the whole body>}, "fixed_headers": {…}, "fixed_query": {…},',
    '"fixed_method": "…", "fixed_endpoint": "/…", "wait_seconds": 0}. null removes a header or query parameter.',
  ],
  headers: [
    "One header of the request is at fault (or the query parameter that carries the credential). Say which fault it is and",
    "repair it; where a credential is needed, use the one that is active, unexpired, of the right scheme and scope.",
    'Answer with one JSON object: {"error_type": "<fault>", "fixed_headers": {"<name>": "<value>"}} (or "fixed_query").',
  ],
  response: [
    "The request was answered, and the answer departs from the specification. Say how, and where. If the status is wrong,",
    "also give the one it should have been.",
    paths,
    'Answer with one JSON object: {"response_issues": ["<issue>", …], "affected_fields": ["<place>", …], "expected_status_code": 200}',
  ],
  hard: [
    "The request has several faults; the server stops at the first it meets, so a repair may uncover the next. Repair all of",
    "them and keep the caller's intent: change what is wrong and nothing else. Give only the parts that change.",
    "Explain each fault in one statement that names its place, its fault and the repaired value (at most 600 characters).",
    'Answer with one JSON object: {"fixed_request": {<the whole body>}, "fixed_headers": {…}, "fixed_query": {…},',
    '"fixed_method": "…", "fixed_endpoint": "/…", "wait_seconds": 0, "explanation": "/limit wrong_field_type: 250; …"}',
  ],
};

const vocabulary = (labels: readonly Label[]) => labels.map((label) => `- ${label}: ${meanings[label]}`).join("\n");

function system(task: string): string {
  const labels = task === "response" ? responseIssues : faultLabels;
  const title = task === "response" ? "Issues:" : "Faults:";
  return [role, ...(asks[task] ?? []), "", title, vocabulary(labels)].join("\n");
}

/** The first turn's messages. */
export function fullTask(observation: Observation): ChatMessage[] {
  return [
    { role: "system", content: system(observation.task) },
    { role: "user", content: userText(observation) },
  ];
}

function userText(observation: Observation): string {
  const { api_name, http_method, endpoint, query, broken_headers, broken_request, error_count, task } = observation;
  const search = new URLSearchParams(query).toString();
  const sections = [
    `API: ${api_name}. It is ${observation.current_time}.`,
    `Intent: ${observation.intent}`,
    `Specification of the operation:\n${observation.specification}`,
    `Request:\n${http_method} ${endpoint}${search === "" ? "" : `?${search}`}\n${headerLines(broken_headers)}${broken_request === "" ? "" : `\n\n${broken_request}`}`,
  ];
  if (observation.response_status_code > 0) sections.push(`Answer of the server:\n${answerText(observation)}`);
  if (task !== "response" && observation.credentials.length > 0)
    sections.push(`Credentials of the caller:\n${observation.credentials.map(credentialLine).join("\n")}`);
  const noun = task === "response" ? "issue" : "fault";
  sections.push(`Number of ${noun}s: ${error_count}. Turns: ${observation.max_steps}.`);
  return sections.join("\n\n");
}

function headerLines(headers: Record<string, string>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
}

function answerText({ response_status_code, response_headers, response_body }: Observation): string {
  return [String(response_status_code), headerLines(response_headers), "", response_body].join("\n").trimEnd();
}

function credentialLine({
  name,
  scheme,
  value,
  scopes,
  expires_at,
  status,
}: Observation["credentials"][number]): string {
  const may = scopes.length > 0 ? `, scopes ${scopes.join(" ")}` : "";
  return `- ${name}: ${scheme}, value "${value}", ${status}, expires ${expires_at}${may}`;
}

/** A later turn's message. */
export function fullFeedback({ feedback, step_number, max_steps }: Observation): string {
  const left = max_steps - step_number;
  return `${feedback}\n\nAnswer again with one JSON object. ${left === 1 ? "One turn is" : `${left} turns are`} left.`;
}
