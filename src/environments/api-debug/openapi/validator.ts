import { createRequire } from "node:module";
import type { ErrorObject, ValidateFunction } from "ajv";
import type { Ajv2020 } from "ajv/dist/2020.js";
import { messageOf } from "../../../core/errors.ts";
import { canonicalJson, type Json } from "../../../core/json.ts";
import type { JsonSchema, SchemaViolation, Validator } from "../operation.ts";
import { formats } from "./formats.ts";
import { linearPattern } from "./pattern.ts";

/** Evaluations of recursive schemas allowed in one validation: branching recursion would grow exponentially. */
const mostEvaluations = 20_000;
const recursionCounter = "x-fettle-recursive";

let evaluations = 0;
let shared: Ajv2020 | undefined;

/** A validator that compiles its schema on first use. A schema that does not compile lets nothing pass. */
export function lazyValidator(schema: JsonSchema): Validator {
  let run: Validator | undefined;
  return (value) => {
    run ??= compile(schema);
    return run(value);
  };
}

function compile(schema: JsonSchema): Validator {
  let check: ValidateFunction;
  try {
    check = ajv().compile(guardRecursion(schema));
  } catch (error) {
    const message = `the schema does not compile: ${messageOf(error)}`;
    return () => [{ pointer: "", keyword: "schema", message }];
  }
  return (value: Json) => {
    evaluations = 0;
    try {
      return check(value) ? [] : violations(check.errors ?? []);
    } catch {
      return [{ pointer: "", keyword: "schema", message: "too deeply nested to validate" }];
    }
  };
}

/** Recursive schemas count how often they are evaluated. */
function guardRecursion(schema: JsonSchema): JsonSchema {
  if (!schema.$defs) return schema;
  const counted = Object.entries(schema.$defs).map(([name, definition]) => [
    name,
    { ...definition, [recursionCounter]: true },
  ]);
  return { ...schema, $defs: Object.fromEntries(counted) };
}

function ajv(): Ajv2020 {
  if (shared) return shared;
  const { Ajv2020 } = createRequire(import.meta.url)("ajv/dist/2020.js") as typeof import("ajv/dist/2020.js");
  const regExp = Object.assign((source: string) => linearPattern(source), { code: "linearPattern" });
  shared = new Ajv2020({
    allErrors: true,
    strict: false,
    logger: false,
    // Keywords are checked one by one when a document is read (schema.ts).
    validateSchema: false,
    addUsedSchema: false,
    // Without it a member named "constructor" would always seem present.
    ownProperties: true,
    formats: formats(),
    code: { regExp },
  });
  shared.addKeyword({
    keyword: recursionCounter,
    errors: false,
    validate: () => {
      if (++evaluations > mostEvaluations) throw new RangeError("too many evaluations");
      return true;
    },
  });
  // ajv compares objects pairwise, which is quadratic.
  shared.removeKeyword("uniqueItems");
  shared.addKeyword({
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    errors: false,
    error: { message: "must not have duplicate items" },
    validate: (wanted: boolean, items: unknown[]) =>
      !wanted || new Set(items.map((item) => canonicalJson(item))).size === items.length,
  });
  return shared;
}

/** Keywords that only say that something inside them failed, which is reported by itself. */
const echoes = new Set(["if", "$ref"]);

function violations(errors: readonly ErrorObject[]): SchemaViolation[] {
  const found = new Map<string, SchemaViolation>();
  for (const error of errors) {
    if (echoes.has(error.keyword)) continue;
    const violation = { pointer: place(error), keyword: error.keyword, message: wording(error) };
    found.set(`${violation.keyword} ${violation.pointer}`, violation);
  }
  return [...found.values()];
}

/** Members of ajv's `params` that name a missing, unknown or wrongly named member. */
const memberParams = ["missingProperty", "additionalProperty", "unevaluatedProperty", "propertyName"];

function place({ instancePath, params }: ErrorObject): string {
  for (const key of memberParams) {
    const name: unknown = params[key];
    if (typeof name === "string") return `${instancePath}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  }
  return instancePath;
}

function wording({ keyword, params, message }: ErrorObject): string {
  if (keyword === "required") return "is required";
  if (keyword === "additionalProperties" || keyword === "unevaluatedProperties") return "is not a known field";
  if (keyword === "enum") {
    const allowed: unknown = params.allowedValues;
    if (Array.isArray(allowed) && allowed.length <= 12)
      return `must be one of ${allowed.map((value) => JSON.stringify(value)).join(", ")}`;
  }
  return message ?? `breaks ${keyword}`;
}
