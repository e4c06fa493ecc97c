import type { ErrorStyle, JsonSchema, ResponseShape } from "../operation.ts";
import { isObject, type RawObject, record, Unsupported } from "./document.ts";
import { type Inlining, inlineSchema } from "./schema.ts";
import { lazyValidator } from "./validator.ts";

/** Longest schema of an answer, in characters of JSON; a longer one counts as absent. */
const longestResponse = 12_000;

/** The declared success and error answers of an operation; success is a bare 200 when none is declared. */
export function responsesOf(
  operation: RawObject,
  base: string,
  inlining: Inlining,
): { success: ResponseShape; errors: ResponseShape[] } {
  const answers = record(operation, "responses");
  const codes = Object.keys(answers).filter((code) => /^([1-5]\d\d|[1-5]XX|default)$/i.test(code));
  const successCode = codes.find((code) => code.startsWith("2")) ?? codes.find((code) => code === "default");
  const errors = codes
    .filter((code) => /^[45]/.test(code) || (code === "default" && successCode !== code))
    .map((code) => shape(status(code, 400), answers[code], base, inlining));
  return {
    success:
      successCode === undefined ? bare(200) : shape(status(successCode, 200), answers[successCode], base, inlining),
    errors: errors.filter((error, index) => errors.findIndex((other) => other.status === error.status) === index),
  };
}

function status(code: string, fallback: number): number {
  return code === "default" ? fallback : Number(code.replaceAll(/x/gi, "0"));
}

const bare = (code: number): ResponseShape => ({ status: code, mediaType: "", schema: null, validate: null });

/** Never throws: an answer that cannot be read has no schema. */
function shape(code: number, raw: unknown, base: string, inlining: Inlining): ResponseShape {
  const empty = bare(code);
  try {
    const { value, base: at } = inlining.references.follow(raw, base);
    const content = record(value, "content");
    const mediaType = jsonMediaType(Object.keys(content)) ?? Object.keys(content)[0];
    if (mediaType === undefined) return empty;
    const described = inlining.references.follow(content[mediaType], at);
    const declared = isObject(described.value) && Object.hasOwn(described.value, "schema");
    if (jsonMediaType([mediaType]) === undefined || !declared) return { ...empty, mediaType };
    const schema = inlineSchema(record(described, "value").schema, described.base, inlining);
    if (JSON.stringify(schema).length > longestResponse) return { ...empty, mediaType };
    return { status: code, mediaType, schema, validate: lazyValidator(schema) };
  } catch (error) {
    if (error instanceof Unsupported) return empty;
    throw error;
  }
}

/** The first JSON media type; `application/json` before others. */
export function jsonMediaType(mediaTypes: readonly string[]): string | undefined {
  const json = mediaTypes.filter((name) => /^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(name));
  return json.find((name) => /^application\/json/i.test(name)) ?? json[0];
}

/** How a provider words its errors, judged by its declared error answers; "flat" when they say nothing. */
export function errorStyleOf(errors: readonly ResponseShape[]): ErrorStyle {
  const declared = errors.find((error) => error.status < 500 && error.schema) ?? errors.find((error) => error.schema);
  if (!declared?.schema) {
    const texts = errors.some((error) => error.mediaType.startsWith("text/"));
    return texts ? "plain" : "flat";
  }
  const members = membersOf(declared.schema);
  if (declared.mediaType.includes("problem+json")) return isMap(members.errors) ? "errors-map" : "problem";
  const inner = membersOf(members.error ?? {});
  if (Object.keys(inner).length > 0) return "status" in inner && "message" in inner ? "google" : "nested";
  if (members.errors) return isMap(members.errors) ? "errors-map" : "errors-list";
  if ("title" in members && "detail" in members) return "problem";
  return "flat";
}

function membersOf(schema: JsonSchema): Record<string, JsonSchema> {
  const { allOf = [], anyOf = [], oneOf = [] } = schema;
  return Object.assign({}, ...[schema, ...allOf, ...anyOf, ...oneOf].map((part) => part.properties ?? {}));
}

function isMap(schema: JsonSchema | undefined): boolean {
  return schema?.type === "object" || typeof schema?.additionalProperties === "object";
}
