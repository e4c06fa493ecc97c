/**
 * Answers in the compact form. Diagnoses are words: `wrong_field_type c`, `missing_required_field d invalid_email_format b`,
 * `wrong_status_code S 201`. Repairs are lines of a mark and the value that belongs there: `c 250`, `M PATCH`, `x -` to
 * remove; with a label before the mark where the level asks for it: `expired_auth_token A 2` (credential number 2).
 */
import type { Answer } from "../../../core/environment.ts";
import type { Json } from "../../../core/json.ts";
import type { Action } from "../action.ts";
import { writeBody } from "../draft.ts";
import { typesOf } from "../fields.ts";
import { claim } from "../grade/remedies.ts";
import { parseJsonText } from "../json-text.ts";
import type { Observation } from "../observation.ts";
import { placeKind } from "../place.ts";
import { withAt } from "../pointer.ts";
import { isLabel, normaliseLabel } from "../vocabulary.ts";
import { bodyOf, type Row, rowsOf } from "./rows.ts";
import { readSpecification } from "./specification.ts";

/** Most lines of a compact answer. */
const mostLines = 256;

/** One line of a compact answer, read. */
export interface Part {
  label: string | null;
  row: Row | null;
  value: string | null;
}

export function readCompactAnswer(text: string, observation: Observation): Answer<Action> {
  const rows = new Map(rowsOf(observation).map((row) => [row.mark, row]));
  switch (observation.task) {
    case "easy":
    case "classify":
    case "response":
      return diagnosis(text, rows, observation.task);
    default:
      return repair(text, rows, observation);
  }
}

function diagnosis(text: string, rows: ReadonlyMap<string, Row>, task: string): Answer<Action> {
  const labels = new Set<string>();
  const places = new Set<string>();
  let status: number | null = null;
  for (const word of text.split(/[\s,;:]+/).filter((part) => part !== "")) {
    const row = rows.get(word);
    const label = normaliseLabel(word);
    if (isLabel(label)) labels.add(label);
    else if (row) places.add(row.place);
    else if (task === "response" && /^[1-5]\d\d$/.test(word)) status = Number(word);
    else return { problem: `"${word.slice(0, 40)}" is neither a fault nor a mark` };
  }
  if (labels.size === 0 && places.size === 0) return { problem: "the answer is empty" };
  const affected_fields = [...places];
  if (task === "response")
    return {
      action: {
        response_issues: [...labels],
        affected_fields,
        ...(status !== null && { expected_status_code: status }),
      },
    };
  const [only, ...more] = labels;
  if (task === "easy" && more.length === 0)
    return { action: { ...(only !== undefined && { error_type: only }), affected_fields } };
  return { action: { error_types: [...labels], affected_fields } };
}

function repair(text: string, rows: ReadonlyMap<string, Row>, observation: Observation): Answer<Action> {
  const parts: Part[] = [];
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  if (lines.length > mostLines) return { problem: `it has more than ${mostLines} lines` };
  for (const line of lines) {
    const part = readLine(line, rows);
    if (!part) return { problem: `"${line.slice(0, 40)}" does not begin with a mark` };
    parts.push(part);
  }
  if (parts.length === 0) return { problem: "the answer is empty" };
  const action = patch(parts, observation);
  if ("problem" in action) return action;
  const [first] = parts;
  if (observation.task === "headers" && first?.label) action.error_type = first.label;
  if (observation.task === "hard") action.explanation = explain(parts, observation);
  return { action };
}

function readLine(line: string, rows: ReadonlyMap<string, Row>): Part | null {
  const [, first = "", afterFirst = ""] = /^(\S+)\s*(.*)$/s.exec(line) ?? [];
  const label = normaliseLabel(first);
  if (!isLabel(label)) {
    const row = rows.get(first);
    return row ? { label: null, row, value: afterFirst === "" ? null : afterFirst } : null;
  }
  const [, mark = "", value = ""] = /^(\S+)\s*(.*)$/s.exec(afterFirst) ?? [];
  if (mark === "") return { label, row: null, value: null };
  const row = rows.get(mark);
  return row ? { label, row, value: value === "" ? null : value } : null;
}

/** The fixes that the lines amount to. */
function patch(parts: readonly Part[], observation: Observation): Action | { problem: string } {
  const specification = readSpecification(observation);
  const body = bodyOf(observation, specification);
  const malformed = new Map(body?.malformed.map(({ pointer, token }) => [pointer, token]));
  let value: Json | undefined = body?.value;
  const action: Action = {};
  for (const { row, value: text } of parts) {
    if (!row || text === null) continue;
    const removed = text === "-";
    switch (placeKind(row.place)) {
      case "body": {
        malformed.delete(row.place);
        value = withAt(value, row.place, removed ? undefined : fieldValue(text, row));
        break;
      }
      case "method":
        action.fixed_method = text;
        break;
      case "endpoint":
        action.fixed_endpoint = text;
        break;
      case "wait":
        if (!/^\d{1,9}$/.test(text)) return { problem: `"${text.slice(0, 40)}" is no number of seconds` };
        action.wait_seconds = Number(text);
        break;
      case "query":
        action.fixed_query = {
          ...action.fixed_query,
          [row.place.slice("query.".length)]: sent(text, row, observation),
        };
        break;
      case "header":
        action.fixed_headers = { ...action.fixed_headers, [row.place]: sent(text, row, observation) };
        break;
      case "status":
        break;
    }
  }
  if (body && (value !== body.value || malformed.size < body.malformed.length) && value !== undefined)
    action.fixed_request = writeBody(specification.body, value, Object.fromEntries(malformed));
  return action;
}

/** JSON, or plain text where the field is a text. */
function fieldValue(text: string, { schema }: Row): Json {
  const types = schema === null ? [] : typesOf(schema);
  const isText = types.includes("string") && types.every((type) => type === "string" || type === "null");
  if (isText && !text.startsWith('"')) return text === "null" && types.length > 1 ? null : text;
  const parsed = parseJsonText(text);
  return "problem" in parsed || parsed.malformed.length > 0 ? text : parsed.value;
}

/** A header's or parameter's text; for the credential, the number of one in the list stands for its value. */
function sent(text: string, { mark }: Row, { credentials }: Observation): string | null {
  if (text === "-") return null;
  const chosen = mark === "A" && /^\d+$/.test(text) ? credentials[Number(text) - 1] : undefined;
  return chosen?.value ?? text;
}

function explain(parts: readonly Part[], observation: Observation): string {
  const claims = parts.map(({ label, row, value }) => {
    if (!label || !row || value === null) return null;
    if (value === "-") return claim(row.place, label, "remove");
    const credential = row.mark === "A" ? observation.credentials[Number(value) - 1] : undefined;
    const plain = placeKind(row.place) === "body" ? fieldValue(value, row) : (credential?.name ?? value);
    return claim(row.place, label, JSON.stringify(plain));
  });
  return claims.filter((one) => one !== null).join("; ");
}

/** The shortest text that `fieldValue` reads as this value. */
export function fieldText(value: Json, row: Row): string {
  if (
    typeof value === "string" &&
    value !== "-" &&
    value === value.trim() &&
    value !== "" &&
    !/[\n\r]/.test(value) &&
    fieldValue(value, row) === value
  )
    return value;
  return JSON.stringify(value);
}
