import { FettleError } from "../../../core/errors.ts";
import { canonicalJson, type Json } from "../../../core/json.ts";
import type { Random } from "../../../core/random.ts";
import { writeBody } from "../draft.ts";
import { lazyValidator } from "../openapi/validator.ts";
import { decodeParameter, encodeParameter, fillPath } from "../openapi/wire.ts";
import type { ApiRequest, JsonSchema, Operation, Parameter, Validator } from "../operation.ts";
import { drawScene, type Scene } from "./scene.ts";
import { samplerOf } from "./value.ts";

/** Decoded values of a request, by where they travel. */
export interface RequestValues {
  path: Record<string, Json>;
  query: Record<string, Json>;
  header: Record<string, Json>;
  /** undefined: no body. */
  body: Json | undefined;
}

export interface SampledRequest {
  request: ApiRequest;
  values: RequestValues;
  scene: Scene;
}

const attempts = 12;
const optionalParameterChance = 0.6;
const validators = new WeakMap<JsonSchema, Validator>();

export interface ValueContext {
  scene?: Scene;
  /** Name of the member the value is for: it decides what realistic means. */
  name?: string;
  /** The schema's validator, where there is one already. */
  validate?: Validator;
  /** What the value is, for the message of an error. */
  what?: string;
}

/**
 * A value that fits the schema. Later attempts leave out what is optional. Throws FettleError `no_task` when none was
 * found.
 */
export function sampleValue(schema: JsonSchema, random: Random, context: ValueContext = {}): Json {
  const { name = "", scene = drawScene(random) } = context;
  let validate = context.validate ?? validators.get(schema);
  if (!validate) validators.set(schema, (validate = lazyValidator(schema)));
  const draw = samplerOf(schema, { name, siblings: [] });
  for (let attempt = 0; draw && attempt < attempts; attempt++) {
    const value = draw(random, scene, attempt >= attempts / 2);
    if (validate(value).length === 0) return value;
  }
  throw notDrawable(context.what ?? "value");
}

function notDrawable(what: string): FettleError {
  return new FettleError("no_task", `No valid ${what} can be drawn.`);
}

/**
 * A valid request to an operation, without credentials: path filled in, parameters in text form, body in the operation's
 * media type. Throws FettleError `no_task` when none can be drawn.
 */
export function sampleRequest(operation: Operation, random: Random, scene: Scene = drawScene(random)): SampledRequest {
  const values: RequestValues = { path: {}, query: {}, header: {}, body: undefined };
  for (const parameter of operation.parameters) {
    if (!parameter.required && !random.chance(optionalParameterChance)) continue;
    const value = sampleParameter(parameter, random, scene);
    if (value !== undefined) values[parameter.in][parameter.name] = value;
    else if (parameter.required) throw notDrawable(`parameter "${parameter.name}" of ${operation.id}`);
  }
  if (operation.body) {
    const { schema, validate } = operation.body;
    values.body = sampleValue(schema, random, { scene, validate, what: `body of ${operation.id}` });
  }
  return { request: writeRequest(operation, values), values, scene };
}

/** A value that survives its text form; undefined when none is found. */
function sampleParameter(parameter: Parameter, random: Random, scene: Scene): Json | undefined {
  const draw = samplerOf(parameter.schema, { name: parameter.name, siblings: [] });
  for (let attempt = 0; draw && attempt < attempts; attempt++) {
    let value = draw(random, scene, attempt >= attempts / 2);
    if (Array.isArray(value) && parameter.explode) value = value.slice(0, 1);
    if (Array.isArray(value) && value.length === 0) continue;
    const text = encodeParameter(value);
    if (text === "" || !/^[\x20-\x7e]*$/.test(text)) continue;
    if (
      canonicalJson(decodeParameter(parameter, text)) === canonicalJson(value) &&
      parameter.validate(value).length === 0
    )
      return value;
  }
  return undefined;
}

function writeRequest(operation: Operation, { path, query, header, body }: RequestValues): ApiRequest {
  const headers: Record<string, string> = {};
  if (operation.body && body !== undefined) headers["Content-Type"] = operation.body.mediaType;
  headers.Accept = operation.success.mediaType || "application/json";
  for (const [name, value] of Object.entries(header)) headers[name] = encodeParameter(value);
  return {
    method: operation.method,
    endpoint: fillPath(operation.path, path),
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, encodeParameter(value)])),
    headers,
    body: operation.body && body !== undefined ? writeBody(operation.body, body, {}) : null,
  };
}
