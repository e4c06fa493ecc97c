/** The inverse of `parse`: completions that say what an action says. */
import type { ParseContext } from "../../../core/environment.ts";
import type { Json } from "../../../core/json.ts";
import type { Action } from "../action.ts";
import { boundsProblem } from "../bounds.ts";
import { decodeBody } from "../draft.ts";
import { differences } from "../grade/equal.ts";
import type { Observation } from "../observation.ts";
import { getAt, isWithin } from "../pointer.ts";
import { faultLabels } from "../vocabulary.ts";
import { fieldText } from "./compact-answer.ts";
import { bodyOf, type Row, rowsOf } from "./rows.ts";
import { readSpecification } from "./specification.ts";

export function format(action: Action, { observation, form }: ParseContext<Observation>): string {
  return form === "full" ? formatJson(bounded(action)) : formatCompact(bounded(action), observation);
}

/** A body that is beyond all bounds is left out: writing it could overflow the stack. */
function bounded(action: Action): Action {
  return typeof action.fixed_request === "object" && boundsProblem(action.fixed_request) !== null
    ? { ...action, fixed_request: null }
    : action;
}

function formatJson({ metadata: _, ...action }: Action): string {
  return JSON.stringify(Object.fromEntries(Object.entries(action).filter(([, value]) => value != null)));
}

function formatCompact(action: Action, observation: Observation): string {
  const rows = rowsOf(observation);
  const marked = (place: string) => rows.find((row) => samePlace(row.place, place))?.mark ?? place;
  switch (observation.task) {
    case "easy":
    case "classify":
    case "response": {
      const labels = [action.error_type, ...(action.error_types ?? []), ...(action.response_issues ?? [])];
      const named = labels.filter((label) => label != null);
      const marks = (action.affected_fields ?? []).map(marked);
      const paired =
        named.length === marks.length ? named.flatMap((label, i) => [label, marks[i]]) : [...named, ...marks];
      const status = action.expected_status_code;
      // The status stands behind the mark of its row.
      const at = paired.indexOf("S");
      return (status == null ? paired : paired.toSpliced(at < 0 ? paired.length : at + 1, 0, String(status))).join(" ");
    }
    default: {
      const lines = repairs(action, observation, rows);
      return lines
        .map(({ row, text }) =>
          [labelOf(action, observation, row), row.mark, text].filter((part) => part !== "").join(" "),
        )
        .join("\n");
    }
  }
}

function samePlace(a: string, b: string): boolean {
  return a === b || a === `/${b}` || a.toLowerCase() === b.toLowerCase();
}

interface Repair {
  row: Row;
  text: string;
}

function repairs(action: Action, observation: Observation, rows: readonly Row[]): Repair[] {
  const found: Repair[] = [];
  const add = (place: string, text: string) => {
    const row = rows.find((one) => samePlace(one.place, place));
    if (row) found.push({ row, text });
  };
  if (action.fixed_method != null) add("http_method", action.fixed_method);
  if (action.fixed_endpoint != null) add("endpoint", action.fixed_endpoint);
  for (const [name, value] of Object.entries(action.fixed_headers ?? {})) add(name, headerText(value, observation));
  for (const [name, value] of Object.entries(action.fixed_query ?? {}))
    add(`query.${name}`, headerText(value, observation));
  if (action.wait_seconds != null) add("Retry-After", String(action.wait_seconds));
  return [...found, ...bodyRepairs(action, observation, rows)];
}

function headerText(value: unknown, { credentials }: Observation): string {
  if (value === null) return "-";
  const index = credentials.findIndex((credential) => credential.value === value);
  return index < 0 ? String(value) : String(index + 1);
}

/** One repair for each row in which the repaired body differs from the broken one. */
function bodyRepairs(action: Action, observation: Observation, rows: readonly Row[]): Repair[] {
  const specification = readSpecification(observation);
  const before = bodyOf(observation, specification);
  if (action.fixed_request == null || !before) return [];
  const text = typeof action.fixed_request === "string" ? action.fixed_request : JSON.stringify(action.fixed_request);
  const after = decodeBody(specification.body, text);
  if ("problem" in after) return [];
  const malformed = before.malformed.map(({ pointer }) => pointer);
  const changed = new Set([...differences(before.value, after.value, ""), ...malformed]);
  // What is still malformed is not repaired: read back as text or null, its token could pass for a repair.
  const left = after.malformed.map(({ pointer }) => pointer);
  return rows.flatMap((row): Repair[] => {
    if (!row.place.startsWith("/") || ![...changed].some((place) => isWithin(place, row.place))) return [];
    if (left.some((place) => isWithin(place, row.place) || isWithin(row.place, place))) return [];
    const value: Json | undefined = getAt(after.value, row.place);
    return [{ row, text: value === undefined ? "-" : fieldText(value, row) }];
  });
}

/** The label that stands before a mark: the action's own, or what its explanation says of the place. */
function labelOf(action: Action, { task }: Observation, row: Row): string {
  if (task === "headers") return action.error_type ?? "";
  if (task !== "hard") return "";
  const explanation = action.explanation ?? "";
  return faultLabels.find((label) => explanation.includes(`${row.place} ${label}`)) ?? "";
}
