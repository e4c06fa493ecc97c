import { describe, expect, test } from "vitest";
import type { ErrorStyle, Operation } from "../operation.ts";
import { operationsOf } from "./operations.ts";

const json = (schema: unknown) => ({ content: { "application/json": { schema } } });

/** A document with one operation at POST /things/{id}. */
function document(operation: object, rest: object = {}) {
  return {
    openapi: "3.1.0",
    info: { title: "Things", version: "1" },
    paths: {
      "/things/{id}": { parameters: [{ name: "id", in: "path", schema: { type: "string" } }], post: operation },
    },
    ...rest,
  };
}

function only(operation: object, rest: object = {}): Operation {
  const { operations, skipped } = operationsOf(document(operation, rest), { provider: "t" });
  if (!operations[0]) throw new Error(skipped[0]?.reason);
  return operations[0];
}

const reasonOf = (operation: object, rest: object = {}) =>
  operationsOf(document(operation, rest), { provider: "t" }).skipped[0]?.reason;

describe("an operation", () => {
  test("gathers what a task needs", () => {
    const operation = only(
      {
        operationId: "createThing",
        summary: "Create",
        parameters: [{ name: "X-Trace", in: "header", required: true, schema: { type: "string" } }],
        requestBody: { required: true, ...json({ type: "object", properties: { a: { type: "integer" } } }) },
        responses: {
          201: { description: "", ...json({ type: "object" }) },
          422: { description: "" },
          401: { description: "" },
        },
      },
      { servers: [{ url: "https://api.things.example/{stage}/v2/", variables: { stage: { default: "live" } } }] },
    );
    expect(operation).toMatchObject({
      id: "t.createThing",
      provider: "t",
      domain: "t",
      api: "Things",
      summary: "Create",
      method: "POST",
      path: "/live/v2/things/{id}",
      pathMethods: ["POST"],
      security: null,
      success: { status: 201, mediaType: "application/json" },
      body: { mediaType: "application/json", required: true },
    });
    expect(operation.parameters.map(({ name, required }) => [name, required])).toEqual([
      ["id", true],
      ["X-Trace", true],
    ]);
    expect(operation.errors.map(({ status }) => status)).toEqual([401, 422]);
    expect(operation.slice).toMatchObject({
      method: "POST",
      path: "/live/v2/things/{id}",
      requestBody: { required: true },
    });
    expect(operation.responseSlice).toHaveProperty("201.schema.type", "object");
  });

  test("has a name even when the document gives none, and never that of another", () => {
    const post = { responses: { 200: { description: "" } } };
    const get = { operationId: "post:/things/{id}", ...post };
    const doubled = { ...document(post) };
    const item = doubled.paths["/things/{id}"];
    const { operations } = operationsOf({ ...doubled, paths: { "/things/{id}": { ...item, get } } }, { provider: "t" });
    expect(operations.map(({ id }) => id).sort()).toEqual(["t.post:/things/{id}", "t.post:/things/{id}#2"]);
  });

  test("prefers JSON and keeps what else the document takes", () => {
    const schema = { schema: { type: "object" } };
    const content = {
      "text/xml": schema,
      "application/x-www-form-urlencoded": schema,
      "application/vnd.a+json": schema,
    };
    expect(only({ requestBody: { required: true, content } }).body).toMatchObject({
      mediaType: "application/vnd.a+json",
      mediaTypes: Object.keys(content),
    });
  });

  test("takes the path's reference and parameters by reference", () => {
    const parts = {
      components: {
        pathItems: { Thing: { get: { parameters: [{ $ref: "#/components/parameters/Page" }] } } },
        parameters: { Page: { name: "page", in: "query", schema: { type: "integer" } } },
      },
    };
    const { operations } = operationsOf(
      { openapi: "3.1.0", paths: { "/a": { $ref: "#/components/pathItems/Thing" } }, ...parts },
      { provider: "t" },
    );
    expect(operations[0]?.parameters).toMatchObject([{ name: "page", required: false, explode: true }]);
  });
});

describe("security", () => {
  const schemes = {
    bearer: { type: "http", scheme: "Bearer" },
    basic: { type: "http", scheme: "basic" },
    key: { type: "apiKey", in: "query", name: "k" },
    cookie: { type: "apiKey", in: "cookie", name: "sid" },
    oauth: { type: "oauth2", flows: {} },
    digest: { type: "http", scheme: "digest" },
  };
  const secured = (security: unknown) => ({ components: { securitySchemes: schemes }, security });
  test.each([
    [[{ bearer: [] }], { type: "bearer", scopes: [] }],
    [[{ basic: [] }], { type: "basic" }],
    [[{ key: [] }], { type: "apiKey", in: "query", name: "k" }],
    [[{ oauth: ["a", "b"] }], { type: "bearer", scopes: ["a", "b"] }],
    [[{ cookie: [] }, { bearer: [], key: [] }, { basic: [] }], { type: "basic" }],
    [[{ bearer: [] }, {}], null],
    [[], null],
  ])("%j is %j", (security, expected) => {
    expect(only({}, secured(security)).security).toEqual(expected);
    expect(only({ security }, secured([{ digest: [] }])).security).toEqual(expected);
  });

  test.each([[[{ cookie: [] }]], [[{ digest: [] }]], [[{ bearer: [], key: [] }]], [[{ unknown: [] }]]])(
    "%j is skipped",
    (security) => {
      expect(reasonOf({}, secured(security))).toContain("authentication");
    },
  );
});

describe("skipped, with the reason", () => {
  const parameter = (raw: object) => ({ parameters: [raw] });
  const body = (content: object) => ({ requestBody: { required: true, content } });
  const large = Object.fromEntries(
    Array.from({ length: 400 }, (_, i) => [`property_${i}`, { type: "string", maxLength: 100 }]),
  );
  test.each<[string, object, string]>([
    ["cookies", parameter({ name: "s", in: "cookie", required: true, schema: {} }), "travels in the cookie"],
    [
      "styles",
      parameter({ name: "f", in: "query", style: "deepObject", required: true, schema: {} }),
      'style "deepObject"',
    ],
    ["objects", parameter({ name: "f", in: "query", required: true, schema: { type: "object" } }), "is an object"],
    ["content", parameter({ name: "f", in: "query", required: true, content: {} }), "has no schema"],
    ["files", body({ "multipart/form-data": { schema: {} } }), "multipart/form-data"],
    ["no media type", body({}), "no media type"],
    ["patterns", body({ "application/json": { schema: { pattern: "(?=a)" } } }), "linear time"],
    ["size", body({ "application/json": { schema: { properties: large } } }), "characters"],
    ["references", body({ "application/json": { schema: { $ref: "#/no" } } }), "points to nothing"],
  ])("%s", (_, operation, reason) => {
    expect(reasonOf(operation)).toContain(reason);
  });

  test("what is optional is left out instead", () => {
    const operation = only({
      parameters: [
        { name: "s", in: "cookie", schema: {} },
        { name: "q", in: "query", schema: { type: "string" } },
      ],
      requestBody: { content: { "multipart/form-data": { schema: {} } } },
    });
    expect(operation.parameters.map(({ name }) => name)).toEqual(["id", "q"]);
    expect(operation.body).toBeNull();
  });

  test("paths and methods", () => {
    const ok = { responses: { 200: { description: "" } } };
    const paths = {
      "/a/{x}": { get: ok },
      "/b": { head: ok, get: 5 },
      "/c": null,
      "/{d}-{e}": { get: ok },
      "x-note": {},
      "/ok": { get: ok },
    };
    const { operations, skipped } = operationsOf({ openapi: "3.1.0", paths }, { provider: "t" });
    expect(operations.map(({ path }) => path)).toEqual(["/ok"]);
    expect(skipped).toEqual([
      { operation: "t GET /a/{x}", reason: 'path parameter "x" is not declared' },
      { operation: "t GET /b", reason: "the operation is not an object" },
      { operation: "t HEAD /b", reason: "its method carries no task" },
      { operation: "t * /c", reason: "the path is not an object" },
      { operation: "t GET /{d}-{e}", reason: "a segment of its path holds several parameters" },
    ]);
  });
});

describe("error style", () => {
  const string = { type: "string" };
  const object = (properties: object) => ({ type: "object", properties });
  test.each<[ErrorStyle, object]>([
    ["problem", { 400: { content: { "application/problem+json": { schema: object({ title: string }) } } } }],
    ["problem", { 400: json(object({ title: string, detail: string })) }],
    ["nested", { 400: json(object({ error: object({ code: string, message: string }) })) }],
    [
      "google",
      { 400: json(object({ error: object({ code: { type: "integer" }, status: string, message: string }) })) },
    ],
    ["errors-list", { 400: json(object({ errors: { type: "array", items: {} } })) }],
    ["errors-map", { 400: json(object({ errors: { type: "object", additionalProperties: {} } })) }],
    ["flat", { 400: json(object({ message: string })) }],
    ["flat", { 400: json(object({ error: string })) }],
    ["flat", {}],
    ["plain", { 400: { content: { "text/plain": {} } } }],
    ["nested", { "4XX": json({ allOf: [object({ error: object({ code: string }) }), {}] }) }],
    ["nested", { 200: {}, default: json(object({ error: object({ code: string }) })) }],
  ])("%s: %j", (style, responses) => {
    expect(only({ responses }).errorStyle).toBe(style);
  });
});
