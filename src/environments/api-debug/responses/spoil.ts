/** Ways in which answers go wrong. */
import type { Json } from "../../../core/json.ts";
import type { Random } from "../../../core/random.ts";
import { drawStray, type Stray } from "../faults/strays.ts";
import { ofAnotherType } from "../faults/values.ts";
import { fieldsOf, schemaAt, shapeOf, typesOf } from "../fields.ts";
import type { ApiResponse, Operation } from "../operation.ts";
import { pickOrNull } from "../pick.ts";
import { mediaTypePlace } from "../place.ts";
import { escapeKey, getAt, isRecord, withAt } from "../pointer.ts";
import { statusTexts } from "../server/error-body.ts";
import type { ResponseIssue } from "../vocabulary.ts";
import { closedObjects } from "./conformance.ts";

/** An answer with its body as a value; null for text that is not JSON. */
export interface OpenAnswer {
  response: ApiResponse;
  value: Json;
}

/** A change to an answer, and the place where it shows. */
export interface Spoiled {
  place: string;
  apply(answer: OpenAnswer): OpenAnswer;
}

/** Draws one way to make an answer show the issue, or null where it offers none. `leaks`: what other answers hold. */
export type Spoiler = (
  operation: Operation,
  answer: OpenAnswer,
  random: Random,
  leaks: readonly Stray[],
) => Spoiled | null;

const setAt = (place: string, value: Json | undefined, at?: number): Spoiled => ({
  place,
  apply: (answer) => ({ ...answer, value: withAt(answer.value, place, value, at) ?? null }),
});

const wrongStatuses = [200, 201, 202, 204, 400, 404, 409, 500, 503];

/**
 * Mostly a status that the operation declares, so that the list of them does not tell: a failure's for a success, and for
 * a failure that of success.
 */
const wrongStatus: Spoiler = ({ success, errors }, { response }, random) => {
  const failed = response.status >= 400;
  const declared = failed ? [success.status] : errors.map(({ status }) => status);
  const any = wrongStatuses.filter((other) => other !== response.status && (!failed || other < 300 || other >= 500));
  const status = random.pick(declared.length > 0 && random.chance(0.85) ? declared : any);
  return { place: "status_code", apply: (answer) => ({ ...answer, response: { ...answer.response, status } }) };
};

const missingField: Spoiler = ({ success }, { value }, random) => {
  const fields = fieldsOf(success.schema ?? {}, value).filter((field) => field.required && field.value !== undefined);
  const field = pickOrNull(random, fields);
  return field && setAt(field.pointer, undefined);
};

const wrongType: Spoiler = ({ success }, { value }, random) => {
  const typed = fieldsOf(success.schema ?? {}, value).filter(
    (field) => field.value != null && field.schema && typesOf(field.schema).length > 0,
  );
  const field = pickOrNull(random, typed);
  return field && setAt(field.pointer, ofAnotherType(field.value ?? null, random));
};

const extraField: Spoiler = ({ success }, { value }, random, leaks) => {
  const schema = success.schema ?? {};
  const parent = pickOrNull(random, closedObjects(schema, value));
  if (parent === null) return null;
  const listed = schemaAt(schema, parent);
  const known = [
    ...(listed ? shapeOf(listed, schema).properties.keys() : []),
    ...Object.keys(Object(getAt(value, parent))),
  ];
  const leak = drawStray(leaks, known, random);
  return leak && setAt(`${parent}/${escapeKey(leak.name)}`, leak.value, random.int(0, 6));
};

const html = (status: number) =>
  `<html><head><title>${status} ${statusTexts[status] ?? "Error"}</title></head><body>nginx</body></html>`;

/** One member of the error departs from the format, or a proxy's page stands in its place. */
const errorFormat: Spoiler = ({ errorStyle }, { response, value }, random) => {
  const page: Spoiled = {
    place: mediaTypePlace,
    apply: (answer) => ({
      value: null,
      response: {
        ...answer.response,
        headers: { ...answer.response.headers, [mediaTypePlace]: "text/html" },
        body: html(response.status),
      },
    }),
  };
  if (errorStyle === "plain" || !isRecord(value) || random.chance(0.2)) return page;
  const inner = isRecord(value.error) ? value.error : null;
  const [prefix, members] = inner && random.chance(0.7) ? ["/error", inner] : ["", value];
  const name = random.pick(Object.keys(members));
  const place = `${prefix}/${name}`;
  const member = members[name] ?? null;
  // An error without any member of its format would not show that it is one.
  const only = Object.keys(members).length === 1;
  const changes = [() => setAt(place, only ? "failed" : undefined), () => setAt(place, ofAnotherType(member, random))];
  if (random.chance(0.3))
    return setAt(
      `${prefix}/${random.pick(["ok", "success", "reason", "result"])}`,
      random.pick<Json>([false, "error", 0]),
    );
  return random.pick(changes)();
};

export const spoilers: Readonly<Record<ResponseIssue, Spoiler>> = {
  wrong_status_code: wrongStatus,
  missing_response_field: missingField,
  wrong_response_type: wrongType,
  extra_response_field: extraField,
  inconsistent_error_format: errorFormat,
};

/** The answer with its body written out. */
export function written({ response, value }: OpenAnswer): ApiResponse {
  return value === null ? response : { ...response, body: JSON.stringify(value, null, 2) };
}
