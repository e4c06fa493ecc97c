/** Faults of body fields and parameters: each breaks one value by what its schema says. */
import type { Json } from "../../../core/json.ts";
import type { Random } from "../../../core/random.ts";
import { isForm } from "../draft.ts";
import { shapeOf, typesOf } from "../fields.ts";
import type { JsonSchema } from "../operation.ts";
import { pickOrNull } from "../pick.ts";
import { parameterPlace } from "../place.ts";
import { escapeKey, isRecord } from "../pointer.ts";
import { type FaultMaker, inRequest, type PresentField, presentFields } from "./fault.ts";
import { parameterEdit, sentParameters } from "./parameters.ts";
import { drawStray } from "./strays.ts";
import { malformedToken, notADateTime, notAnEmail, notInList, ofAnotherType } from "./values.ts";
import { notNumbers } from "./words.ts";

export const missingRequired: FaultMaker = (context) => {
  const { operation, reference, random } = context;
  const fields = presentFields(context)
    .filter((field) => field.required)
    .map((field) => field.pointer);
  const parameters = sentParameters(operation, reference)
    .filter(({ parameter }) => parameter.required && parameter.in !== "path")
    .map(({ parameter }) => parameterPlace(parameter));
  const place = pickOrNull(random, [...fields, ...parameters]);
  if (place === null) return null;
  return inRequest("missing_required_field", place.startsWith("/") ? "body" : "parameters", { place });
};

export const wrongType: FaultMaker = (context) => {
  const { operation, reference, random } = context;
  const fields = presentFields(context).filter(hasClearType);
  const parameters = sentParameters(operation, reference).filter(
    ({ parameter: { schema } }) =>
      !isListed(schema) && typesOf(schema).some((type) => ["integer", "number", "boolean"].includes(type)),
  );
  const choice = pickOrNull<(typeof fields)[number] | (typeof parameters)[number]>(random, [...fields, ...parameters]);
  if (choice === null) return null;
  if ("parameter" in choice)
    return inRequest(
      "wrong_field_type",
      "parameters",
      parameterEdit(context, choice.parameter, random.pick(notNumbers)),
    );
  return inRequest("wrong_field_type", "body", { place: choice.pointer, to: ofAnotherType(choice.value, random) });
};

/** A value of another type is none of a list's either: which of the two faults it is would be a matter of taste. */
const isListed = (schema: JsonSchema): boolean => Array.isArray(schema.enum) || "const" in schema;

/** Dates are left out: a number there could as well be meant as a badly written date. */
function hasClearType({ schema, value }: PresentField): boolean {
  const dated = typeof schema.format === "string" && /date|time/.test(schema.format);
  return !dated && !isListed(schema) && value !== null && typesOf(schema).length > 0;
}

export const nullInRequired: FaultMaker = (context) => {
  const fields = presentFields(context).filter(({ required, schema }) => required && !typesOf(schema).includes("null"));
  const field = pickOrNull(context.random, fields);
  return field && inRequest("null_value_in_required", "body", { place: field.pointer, to: null });
};

export const unknownField: FaultMaker = (context) => {
  const { operation, reference, random } = context;
  if (!operation.body || !isRecord(reference.body)) return null;
  const root = operation.body.schema;
  const objects: { pointer: string; schema: JsonSchema; value: Json }[] = [
    { pointer: "", schema: root, value: reference.body },
    ...presentFields(context),
  ];
  const closed = objects.filter(({ schema, value }) => isRecord(value) && shapeOf(schema, root).others === null);
  const parent = pickOrNull(random, closed);
  if (!parent || !isRecord(parent.value)) return null;
  const known = [...shapeOf(parent.schema, root).properties.keys()];
  const stray = drawStray(context.strays, known, random);
  if (!stray) return null;
  const place = `${parent.pointer}/${escapeKey(stray.name)}`;
  const at = random.int(0, Object.keys(parent.value).length);
  return inRequest("extra_unknown_field", "body", { place, to: stray.value, at });
};

/** A maker for values that break one keyword of a text's schema, in body and parameters alike. */
function ofSchema(
  label: Parameters<typeof inRequest>[0],
  fits: (schema: JsonSchema) => boolean,
  spoil: (value: Json, schema: JsonSchema, random: Random) => Json,
): FaultMaker {
  return (context) => {
    const { operation, reference, random } = context;
    const fields = presentFields(context).filter(({ schema, value }) => value !== null && fits(schema));
    const parameters = sentParameters(operation, reference).filter(({ parameter }) => fits(parameter.schema));
    const choice = pickOrNull<(typeof fields)[number] | (typeof parameters)[number]>(random, [
      ...fields,
      ...parameters,
    ]);
    if (choice === null) return null;
    if (!("parameter" in choice)) {
      const to = spoil(choice.value, choice.schema, random);
      return inRequest(label, "body", { place: choice.pointer, to });
    }
    const text = String(spoil(choice.text, choice.parameter.schema, random));
    return inRequest(label, "parameters", parameterEdit(context, choice.parameter, text));
  };
}

export const invalidEmail = ofSchema(
  "invalid_email_format",
  (schema) => schema.format === "email",
  (value, _schema, random) => notAnEmail(String(value), random),
);

export const invalidDateTime = ofSchema(
  "datetime_format_error",
  (schema) => schema.format === "date-time" || schema.format === "date",
  (value, _schema, random) => notADateTime(String(value), random),
);

export const invalidEnum = ofSchema(
  "invalid_enum_value",
  (schema) => Array.isArray(schema.enum) && schema.enum.length > 1,
  (value, schema, random) => notInList(value, schema.enum as Json[], random),
);

export const malformedValue: FaultMaker = (context) => {
  const { operation, random } = context;
  if (!operation.body || isForm(operation.body)) return null;
  const field = pickOrNull(
    random,
    // Read as null while it is malformed, a null would seem repaired where it is not.
    presentFields(context).filter(({ container, value }) => !container && value !== null),
  );
  if (!field) return null;
  const token = malformedToken(field.value, random);
  return inRequest("malformed_json_value", "parse", { place: field.pointer, token });
};
