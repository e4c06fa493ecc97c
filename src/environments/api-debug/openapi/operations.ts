import type { Operation, Parameter, RequestBody } from "../operation.ts";
import { brief, isObject, type RawObject, record, text, Unsupported } from "./document.ts";
import { parametersOf } from "./parameters.ts";
import { type OpenFile, References } from "./references.ts";
import { errorStyleOf, jsonMediaType, responsesOf } from "./responses.ts";
import { type Inlining, inlineSchema } from "./schema.ts";
import { securityOf } from "./security.ts";
import { requestSlice, responseSlice } from "./slices.ts";
import { lazyValidator } from "./validator.ts";

export interface SkippedOperation {
  /** Provider, method and path: `acme POST /v1/orders`. */
  operation: string;
  reason: string;
}

export interface LoadedOperations {
  operations: Operation[];
  skipped: SkippedOperation[];
}

export interface OperationsOptions {
  /** Short name of who offers the API; prefixes ids. */
  provider: string;
  /** What the API is about; the provider when absent. */
  domain?: string;
  /** Opens other files of the document; without it a `$ref` to one skips the operation. */
  open?: OpenFile;
  /** Ids already taken by other documents; those of this one are added. */
  ids?: Set<string>;
  /** Most characters of an operation's slice. */
  longestSlice?: number;
}

const mostOperations = 5000;
const methods = ["get", "put", "post", "delete", "patch"];
const otherMethods = ["head", "options", "trace"];

/**
 * The usable operations of an OpenAPI 3.0 or 3.1 document, and why the others are skipped. Nothing is compiled here, and
 * only what an operation refers to is read.
 */
export function operationsOf(document: RawObject, options: OperationsOptions): LoadedOperations {
  const reader = new Reader(document, options);
  const loaded: LoadedOperations = { operations: [], skipped: [] };
  for (const path of Object.keys(record(document, "paths"))) {
    if (path.startsWith("/")) reader.readPath(path, loaded);
  }
  return loaded;
}

class Reader {
  readonly #document: RawObject;
  readonly #options: OperationsOptions;
  readonly #references: References;
  readonly #dialect: "3.0" | "3.1";
  readonly #ids: Set<string>;

  constructor(document: RawObject, options: OperationsOptions) {
    this.#document = document;
    this.#options = options;
    this.#references = new References(document, options.open);
    this.#dialect = String(document.openapi).startsWith("3.1") ? "3.1" : "3.0";
    this.#ids = options.ids ?? new Set();
  }

  readPath(path: string, loaded: LoadedOperations): void {
    const skip = (method: string, error: unknown) => {
      if (!(error instanceof Unsupported)) throw error;
      loaded.skipped.push({ operation: `${this.#options.provider} ${method} ${path}`, reason: error.message });
    };
    try {
      const { value, base } = this.#references.follow(record(this.#document, "paths")[path], "");
      if (!isObject(value)) throw new Unsupported("the path is not an object");
      const declared = [...methods, ...otherMethods].filter((method) => Object.hasOwn(value, method));
      for (const method of declared) {
        try {
          if (otherMethods.includes(method)) throw new Unsupported("its method carries no task");
          if (loaded.operations.length >= mostOperations)
            throw new Unsupported(`the document has more than ${mostOperations} operations`);
          loaded.operations.push(this.#operation(path, method, declared, value, base));
        } catch (error) {
          skip(method.toUpperCase(), error);
        }
      }
    } catch (error) {
      skip("*", error);
    }
  }

  #operation(path: string, method: string, declared: readonly string[], pathItem: RawObject, base: string): Operation {
    const raw = pathItem[method];
    if (!isObject(raw)) throw new Unsupported("the operation is not an object");
    const { provider, domain = provider, longestSlice = 12_000 } = this.#options;
    const request = this.#inlining("request");
    const parameters = parametersOf(pathItem, raw, base, request);
    checkTemplate(path, parameters);
    const body = bodyOf(raw, base, request);
    const security = securityOf(raw, this.#document, this.#references);
    const { success, errors } = responsesOf(raw, base, this.#inlining("response"));
    const full = serverPath(this.#document) + path;
    const summary = brief(text(raw, "summary") ?? text(raw, "description") ?? `${method.toUpperCase()} ${path}`);
    const slice = requestSlice(summary, method, full, parameters, body, security);
    if (slice.length > longestSlice)
      throw new Unsupported(`its description takes ${slice.length} characters (at most ${longestSlice})`);
    return {
      id: this.#id((text(raw, "operationId") ?? `${method}:${path}`).slice(0, 120)),
      provider,
      api: brief(text(record(this.#document, "info"), "title") ?? provider),
      domain,
      summary,
      method: method.toUpperCase(),
      path: full,
      pathMethods: declared.map((name) => name.toUpperCase()),
      parameters,
      body,
      security,
      success,
      errors,
      errorStyle: errorStyleOf(errors),
      slice: JSON.parse(slice),
      responseSlice: JSON.parse(responseSlice([success, ...errors])),
    };
  }

  #inlining(direction: Inlining["direction"]): Inlining {
    return { references: this.#references, dialect: this.#dialect, direction };
  }

  #id(name: string): string {
    let id = `${this.#options.provider}.${name}`;
    for (let copy = 2; this.#ids.has(id); copy++) id = `${this.#options.provider}.${name}#${copy}`;
    this.#ids.add(id);
    return id;
  }
}

/** Each parameter of the template needs a declaration, and a segment of the path holds at most one. */
function checkTemplate(path: string, parameters: readonly Parameter[]): void {
  if (/[?#\s]/.test(path)) throw new Unsupported("its path holds a query, a fragment or white space");
  for (const segment of path.split("/")) {
    const names = [...segment.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1]);
    if (names.length > 1) throw new Unsupported("a segment of its path holds several parameters");
    for (const name of names)
      if (!parameters.some((parameter) => parameter.in === "path" && parameter.name === name))
        throw new Unsupported(`path parameter "${name}" is not declared`);
  }
}

function bodyOf(operation: RawObject, base: string, inlining: Inlining): RequestBody | null {
  if (!Object.hasOwn(operation, "requestBody")) return null;
  const { value, base: at } = inlining.references.follow(operation.requestBody, base);
  const content = record(value, "content");
  // What takes anything takes JSON.
  const mediaTypes = Object.keys(content).map((name) => (name === "*/*" ? "application/json" : name));
  const required = isObject(value) && value.required === true;
  const form = mediaTypes.find((name) => /^application\/x-www-form-urlencoded/i.test(name));
  const mediaType = jsonMediaType(mediaTypes) ?? form;
  try {
    if (mediaType === undefined) throw new Unsupported(`its body is sent as ${mediaTypes[0] ?? "no media type"}`);
    const described = inlining.references.follow(content[mediaType] ?? content["*/*"], at);
    const declared = record(described, "value");
    if (!Object.hasOwn(declared, "schema")) throw new Unsupported("its body has no schema");
    const schema = inlineSchema(declared.schema, described.base, inlining);
    return { mediaType, mediaTypes, required, schema, validate: lazyValidator(schema) };
  } catch (error) {
    if (required || !(error instanceof Unsupported)) throw error;
    return null;
  }
}

/** Path of the first server's URL, its variables at their defaults: what every path of the document begins with. */
function serverPath(document: RawObject): string {
  const servers = document.servers;
  const server = Array.isArray(servers) ? servers[0] : undefined;
  const variables = record(server, "variables");
  const url = (text(server, "url") ?? "")
    .slice(0, 500)
    .replaceAll(/\{([^{}]*)\}/g, (_, name) => text(record(variables, name), "default") ?? "");
  const path = url
    .replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, "")
    .replace(/[?#].*$/s, "")
    .replace(/\/+$/, "");
  return /^(\/[\w.~-]+)+$/.test(path) ? path : "";
}
