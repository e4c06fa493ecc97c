/**
 * The compact form: one row for each place that can be at fault, with a mark by which an answer names it. Capital marks
 * are fixed: M method, E endpoint, A credential, T media type, S status, R wait; small letters are fields and parameters.
 * A row says what the specification asks for, then what was sent; a field's name comes last, because small models learn
 * sooner to connect a mark with what is near it.
 */
import type { Json } from "../../../core/json.ts";
import { type DecodedBody, decodeBody, header } from "../draft.ts";
import { describeSchema, fieldsOf } from "../fields.ts";
import type { Observation } from "../observation.ts";
import { matchPath } from "../openapi/wire.ts";
import type { JsonSchema } from "../operation.ts";
import { waitPlace } from "../place.ts";
import { readSpecification, type Specification } from "./specification.ts";

export interface Row {
  mark: string;
  /** Truth name of the place. */
  place: string;
  /** The row without its mark. */
  text: string;
  /** null for places without a schema. */
  schema: JsonSchema | null;
}

/** Longest value shown in full where its exact text cannot be at fault; longer ones lose their middle. */
const longestValue = 24;
/** Longest value of any other kind. */
const longestExact = 80;

/** Rows of an observation; the same observation always gives the same marks. */
export function rowsOf(observation: Observation): Row[] {
  const specification = readSpecification(observation);
  return observation.task === "response"
    ? [...answerRows(observation, specification), ...lettered(responseFields(observation, specification))]
    : [
        ...requestRows(observation, specification),
        ...answerRows(observation, specification),
        ...lettered(requestFields(observation, specification)),
      ];
}

/** a to z, then aa, ab, … */
function markAt(index: number): string {
  const letter = String.fromCharCode(97 + (index % 26));
  return index < 26 ? letter : markAt(Math.floor(index / 26) - 1) + letter;
}

function lettered(rows: Omit<Row, "mark">[]): Row[] {
  return rows.map((row, index) => ({ mark: markAt(index), ...row }));
}

function requestRows(observation: Observation, specification: Specification): Row[] {
  const { method, body } = specification;
  const rows: Row[] = [
    { mark: "M", place: "http_method", text: `${method} ${observation.http_method}`, schema: null },
    { mark: "E", place: "endpoint", text: endpointText(observation, specification), schema: null },
  ];
  const auth = authRow(observation, specification);
  if (auth) rows.push(auth);
  if (body) {
    const sent = header(observation.broken_headers, "Content-Type") ?? "-";
    rows.push({ mark: "T", place: "Content-Type", text: `${body.mediaTypes.join("|")} ${sent}`, schema: null });
  }
  return rows;
}

/** The path asked for, then the values in it; or the whole path sent where it is another. */
function endpointText({ endpoint }: Observation, { path, parameters }: Specification): string {
  const typed = path.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => {
    const schema = parameters.find((parameter) => parameter.in === "path" && parameter.name === name)?.schema;
    return `{${describeSchema(schema ?? null)}}`;
  });
  const values = matchPath(path, endpoint);
  const sent = values ? Object.values(values).map((value) => shorten(value, longestValue)) : [endpoint];
  return [typed, ...sent].join(" ");
}

/** Which credential is asked for, the one sent, and what the caller's list says of it. */
function authRow(observation: Observation, { security }: Specification): Row | null {
  if (!security) return null;
  const inQuery = security.type === "apiKey" && security.in === "query";
  const name = security.type === "apiKey" ? (security.name ?? "") : "Authorization";
  const place = inQuery ? `query.${name}` : name;
  const sent = inQuery ? observation.query[name] : header(observation.broken_headers, name);
  const known = observation.credentials.find(({ value }) => value === sent);
  const until = known ? ` until ${known.expires_at.slice(0, 10)}` : "";
  const repairs = observation.task === "headers" || observation.task === "hard";
  const scopes = repairs && security.scopes?.length ? `(${security.scopes.join(",")})` : "";
  const value = sent === undefined ? "-" : repairs ? sent : `${sent.slice(0, 14)}…`;
  return { mark: "A", place, text: `${place} ${security.type}${scopes}* ${value}${until}`, schema: null };
}

/** The answer shown: the status of success and the one answered, and the headers and text that came with it. */
function answerRows(observation: Observation, specification: Specification): Row[] {
  const { response_status_code: status, response_headers: headers, response_body: body } = observation;
  if (status === 0) return [];
  if (observation.task === "response") return judgedRows(observation, specification);
  const success = Object.keys(specification.responses).find((code) => code.startsWith("2")) ?? "200";
  const location = headers.Location ? ` to ${headers.Location}` : "";
  const challenge = /error_description="([^"]*)"/.exec(headers["WWW-Authenticate"] ?? "")?.[1];
  const text = body === "" ? "" : ` ${shorten(body.replaceAll(/\s+/g, " "), longestExact)}`;
  const shown = `${success} ${status}${location}${challenge ? ` ${challenge}` : text}`;
  const rows: Row[] = [{ mark: "S", place: "status_code", text: shown, schema: null }];
  if (headers[waitPlace])
    rows.push({ mark: "R", place: waitPlace, text: `wait ${headers[waitPlace]} 0`, schema: null });
  return rows;
}

/** Status and media type of an answer to be judged: all that are declared, then the one answered; and text that is no JSON. */
function judgedRows(observation: Observation, { responses, errorFormat }: Specification): Row[] {
  const { response_status_code: status, response_headers: headers, response_body: body } = observation;
  const mediaTypes = new Set([...Object.values(responses).map(({ mediaType }) => mediaType), errorFormat?.mediaType]);
  const declared = [...mediaTypes].filter((mediaType) => mediaType).join("|");
  const rows: Row[] = [
    { mark: "S", place: "status_code", text: `${Object.keys(responses).join("|")} ${status}`, schema: null },
    { mark: "T", place: "Content-Type", text: `${declared} ${headers["Content-Type"] ?? "-"}`, schema: null },
  ];
  if (body !== "" && !/^[[{]/.test(body))
    rows.push({ mark: "B", place: "body", text: shorten(body, longestExact), schema: null });
  return rows;
}

function requestFields(observation: Observation, specification: Specification): Omit<Row, "mark">[] {
  const { body, parameters } = specification;
  const rows = body ? bodyRows(body.schema, bodyOf(observation, specification)) : [];
  for (const { name, in: where, required, schema } of parameters) {
    if (where === "path") continue;
    const sent = where === "query" ? observation.query[name] : header(observation.broken_headers, name);
    if (sent === undefined && !required) continue;
    const place = where === "query" ? `query.${name}` : name;
    const shown = `${where === "query" ? "?" : ":"}${name}`;
    rows.push({ place, text: `${describeSchema(schema)}${required ? "*" : ""} ${sent ?? "-"} ${shown}`, schema });
  }
  return rows;
}

/** The request's body, with malformed values recovered; null when there is none to read. */
export function bodyOf(observation: Observation, { body }: Specification): DecodedBody | null {
  if (!body || observation.broken_request === "") return null;
  const decoded = decodeBody(body, observation.broken_request);
  return "problem" in decoded ? null : decoded;
}

/** Fields that are sent, and required ones that are not. */
function bodyRows(schema: JsonSchema, body: DecodedBody | null): Omit<Row, "mark">[] {
  const malformed = new Map(body?.malformed.map(({ pointer, token }) => [pointer, token]));
  return fieldsOf(schema, body?.value)
    .filter((field) => !field.container && (field.value !== undefined || field.required))
    .map(({ pointer, schema: type, required, value }) => {
      const shown = malformed.get(pointer) ?? (value === undefined ? "-" : valueText(value, type));
      return {
        place: pointer,
        text: `${describeSchema(type)}${required ? "*" : ""} ${shown} ${pointer.slice(1)}`,
        schema: type,
      };
    });
}

/** A value as JSON. What a schema judges by its text (lists, addresses, dates) is shown in full. */
function valueText(value: Json, schema: JsonSchema | null): string {
  const judged =
    schema !== null && ("enum" in schema || ["email", "date-time", "date"].includes(String(schema.format)));
  return shorten(JSON.stringify(value), judged ? longestExact : longestValue);
}

function responseFields(observation: Observation, specification: Specification): Omit<Row, "mark">[] {
  const { response_body: text } = observation;
  const decoded = text === "" ? null : decodeBody(null, text);
  if (!decoded || "problem" in decoded) return [];
  const success = Object.entries(specification.responses).find(([code]) => code.startsWith("2"))?.[1].schema;
  const error = specification.errorFormat?.schema;
  const isError = error !== undefined && sharedMembers(error, decoded.value) > sharedMembers(success, decoded.value);
  return bodyRows((isError ? error : success) ?? {}, decoded);
}

/** How many members of a value a schema lists. */
function sharedMembers(schema: JsonSchema | undefined, value: Json): number {
  const { properties } = schema ?? {};
  if (typeof properties !== "object" || properties === null || typeof value !== "object" || value === null) return 0;
  return Object.keys(value).filter((name) => Object.hasOwn(properties, name)).length;
}

export function shorten(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const tail = Math.floor(longest / 4);
  return `${text.slice(0, longest - tail - 1)}…${text.slice(-tail)}`;
}
