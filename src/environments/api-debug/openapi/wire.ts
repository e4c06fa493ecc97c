/** How values travel outside a JSON body: in the path, the query, headers and form-urlencoded bodies. */
import type { Json } from "../../../core/json.ts";
import type { JsonSchema, Parameter } from "../operation.ts";
import { isObject } from "./document.ts";

/** Text of a parameter in OpenAPI's simple style: items of an array are joined by commas. */
export function encodeParameter(value: Json): string {
  return Array.isArray(value) ? value.map(scalarText).join(",") : scalarText(value);
}

/** The value that a parameter's text stands for by its schema; text that does not fit stays text. */
export function decodeParameter(parameter: Pick<Parameter, "schema" | "explode">, text: string): Json {
  const { schema, explode } = parameter;
  if (!namedTypes(schema).includes("array")) return decodeScalar(schema, text);
  const { items = {} } = schema;
  return (explode ? [text] : text.split(",")).map((item) => decodeScalar(items, item));
}

/** The endpoint of a path template, each value percent-encoded. */
export function fillPath(template: string, values: Readonly<Record<string, Json>>): string {
  return template.replaceAll(/\{([^{}]*)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? encodeURIComponent(encodeParameter(values[name] ?? "")) : whole,
  );
}

/** The decoded values of a template's parameters in an endpoint, or null when the endpoint is of another path. */
export function matchPath(template: string, endpoint: string): Record<string, string> | null {
  const wanted = template.split("/");
  const given = endpoint.split("/");
  if (wanted.length !== given.length) return null;
  const values: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) if (!matchSegment(segment, given[index] ?? "", values)) return null;
  return values;
}

/** A segment is literal text around at most one parameter (others are not loaded). */
function matchSegment(segment: string, given: string, values: Record<string, string>): boolean {
  const open = segment.indexOf("{");
  if (open < 0) return segment === given;
  const close = segment.indexOf("}");
  const [before, name, after] = [segment.slice(0, open), segment.slice(open + 1, close), segment.slice(close + 1)];
  const inner = given.slice(before.length, given.length - after.length);
  if (inner === "" || given.length < before.length + after.length) return false;
  if (!given.startsWith(before) || !given.endsWith(after)) return false;
  try {
    values[name] = decodeURIComponent(inner);
    return true;
  } catch {
    return false;
  }
}

/** A form-urlencoded body: nested members as `a[b]=1`, array items as `a[0]=1`. */
export function encodeForm(value: Json): string {
  const form = new URLSearchParams();
  const add = (name: string, inner: Json | undefined): void => {
    if (Array.isArray(inner)) for (const [index, item] of inner.entries()) add(`${name}[${index}]`, item);
    else if (isObject(inner))
      for (const [key, item] of Object.entries(inner)) add(name === "" ? key : `${name}[${key}]`, item);
    else if (inner !== undefined) form.append(name, scalarText(inner));
  };
  add("", value);
  return form.toString();
}

const deepestForm = 16;

/**
 * The value of a form-urlencoded body, its texts read by the schema; null for a body that is no such form (a broken
 * name, a value where an object was begun). Linear in the size of the text.
 */
export function decodeForm(body: string, schema: JsonSchema): Json | null {
  const root: FormNode = new Map();
  for (const [name, text] of new URLSearchParams(body)) {
    const path = formPath(name);
    if (!path || !insert(root, path, text)) return null;
  }
  return typed(root, schema);
}

type FormNode = Map<string, FormNode | string>;

function formPath(name: string): string[] | null {
  const open = name.indexOf("[");
  if (open < 0) return [name];
  if (open === 0 || !name.endsWith("]")) return null;
  const path = [name.slice(0, open), ...name.slice(open + 1, -1).split("][")];
  return path.length > deepestForm || path.some((part) => /[[\]]/.test(part)) ? null : path;
}

function insert(root: FormNode, path: readonly string[], text: string): boolean {
  let node = root;
  for (const key of path.slice(0, -1)) {
    const next = node.get(key) ?? new Map();
    if (typeof next === "string") return false;
    node.set(key, next);
    node = next;
  }
  const last = path.at(-1) ?? "";
  if (node.has(last)) return false;
  node.set(last, text);
  return true;
}

function typed(node: FormNode | string, schema: JsonSchema): Json {
  if (typeof node === "string") return decodeScalar(schema, node);
  const keys = [...node.keys()];
  if (namedTypes(schema).includes("array") && keys.every((key, index) => key === String(index))) {
    const { items = {} } = schema;
    return [...node.values()].map((item) => typed(item, items));
  }
  const { properties = {} } = schema;
  const entries = [...node].map(([key, item]): [string, Json] => {
    const property = Object.hasOwn(properties, key) ? properties[key] : schema.additionalProperties;
    return [key, typed(item, typeof property === "object" ? property : {})];
  });
  return Object.fromEntries(entries);
}

function decodeScalar(schema: JsonSchema, text: string): Json {
  const types = namedTypes(schema);
  if ((types.includes("integer") || types.includes("number")) && /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)) {
    const number = Number(text);
    if (Number.isFinite(number)) return number;
  }
  if (types.includes("boolean") && (text === "true" || text === "false")) return text === "true";
  if (types.includes("null") && text === "") return null;
  return text;
}

function scalarText(value: Json): string {
  if (value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Types a schema names; none where it names none, whatever its other keywords suggest. */
function namedTypes({ type = [] }: JsonSchema): string[] {
  return [type].flat();
}
