import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { type Split, splits } from "../../../core/splits.ts";
import { isObject } from "../openapi/document.ts";
import { operationsOf } from "../openapi/operations.ts";
import { errorStyles, type JsonSchema } from "../operation.ts";
import { errorSchemas } from "./errors.ts";
import { catalogue, documents } from "./index.ts";
import { splitByProvider, splitOf } from "./splits.ts";

const operations = catalogue();

/** Every schema within a schema. */
function parts(schema: JsonSchema): JsonSchema[] {
  const inner = [
    ...Object.values(isObject(schema.properties) ? schema.properties : {}),
    schema.items,
    schema.additionalProperties,
  ];
  return [schema, ...inner.filter(isObject).flatMap((part) => parts(part))];
}

const bodies = operations.flatMap((operation) => (operation.body ? [operation.body] : []));

describe("catalogue", () => {
  test("is broad: operations, domains, methods", () => {
    expect(operations.length).toBeGreaterThanOrEqual(60);
    expect(new Set(operations.map(({ domain }) => domain)).size).toBeGreaterThanOrEqual(9);
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
    const methods = new Set(operations.map(({ method }) => method));
    expect([...methods].sort()).toEqual(["DELETE", "GET", "PATCH", "POST", "PUT"]);
  });

  test("is usable as a whole", () => {
    const skipped = documents.flatMap(({ document, ...about }) => operationsOf(document, about).skipped);
    expect(skipped).toEqual([]);
  });

  test("is read without compiling or even loading the validator", () => {
    const { cache } = createRequire(import.meta.url);
    expect(Object.keys(cache).filter((path) => path.includes("/re2js/"))).not.toEqual([]);
    expect(Object.keys(cache).filter((path) => path.includes("/ajv/"))).toEqual([]);
    expect(bodies[0]?.validate(null)).toHaveLength(1);
    expect(Object.keys(cache).filter((path) => path.includes("/ajv/"))).not.toEqual([]);
  });

  test("uses every way of authentication and every error style", () => {
    const schemes = operations.map(({ security }) =>
      security?.type === "apiKey" ? `apiKey ${security.in}` : security?.type,
    );
    expect(new Set(schemes)).toEqual(new Set(["bearer", "basic", "apiKey header", "apiKey query"]));
    expect(new Set(operations.map(({ errorStyle }) => errorStyle))).toEqual(new Set(errorStyles));
  });

  test("declares the errors of its style", () => {
    for (const { id, errors, errorStyle } of operations) {
      expect(errors.length, id).toBeGreaterThanOrEqual(2);
      for (const error of errors) expect(error.schema, id).toEqual(errorSchemas[errorStyle]);
    }
  });

  test("has parameters in the path, the query and headers", () => {
    const places = operations.flatMap(({ parameters }) => parameters.map((parameter) => parameter.in));
    for (const place of ["path", "query", "header"] as const)
      expect(places.filter((other) => other === place).length).toBeGreaterThan(5);
    for (const { id, parameters, body } of operations)
      expect(parameters.length + (body ? 1 : 0), id).toBeGreaterThan(0);
  });

  test("gives every body several members, nested ones and closed objects", () => {
    for (const { schema } of bodies) {
      const properties = Object.values(isObject(schema.properties) ? schema.properties : {}).filter(isObject);
      expect(properties.length).toBeGreaterThanOrEqual(4);
      expect(schema.additionalProperties).toBe(false);
    }
  });

  test("lets most bodies take faults of every kind", () => {
    const kinds: [string, (schema: JsonSchema) => boolean][] = [
      ["email", ({ format }) => format === "email"],
      ["date-time", ({ format }) => format === "date-time"],
      ["enum", (schema) => Array.isArray(schema.enum)],
      ["nested object", (schema) => isObject(schema.properties)],
    ];
    for (const [kind, holds] of kinds) {
      const having = bodies.filter(({ schema }) => parts(schema).slice(1).some(holds));
      expect(having.length / bodies.length, kind).toBeGreaterThan(0.7);
    }
  });

  test("knows several media types", () => {
    const types = new Set(bodies.flatMap(({ mediaTypes }) => mediaTypes));
    expect([...types].sort()).toEqual([
      "application/json",
      "application/merge-patch+json",
      "application/x-www-form-urlencoded",
    ]);
    expect(bodies.filter(({ mediaTypes }) => mediaTypes.length > 1).length).toBeGreaterThan(0);
  });

  test("answers in the shapes of the response level", () => {
    const shaped = operations.filter(({ success }) => success.schema);
    expect(shaped.length / operations.length).toBeGreaterThan(0.9);
    for (const word of ["create", "list", "update", "delete", "batch|bulk", "token", "upload", "search"])
      expect(shaped.filter(({ id }) => new RegExp(word, "i").test(id)).length, word).toBeGreaterThan(0);
  });

  test("keeps slices small enough for a small model", () => {
    for (const { id, slice } of operations) expect(JSON.stringify(slice).length, id).toBeLessThan(2000);
  });
});

describe("splits", () => {
  test("hold about a tenth and a fifth, and every domain in train", () => {
    const of = (split: Split) => operations.filter((operation) => splitOf(operation) === split);
    const share = (split: Split) => of(split).length / operations.length;
    expect(share("train")).toBeCloseTo(0.7, 1);
    expect(share("validation")).toBeCloseTo(0.1, 1);
    expect(share("test")).toBeCloseTo(0.2, 1);
    const domains = (split: Split) => new Set(of(split).map(({ domain }) => domain));
    expect(domains("train")).toEqual(new Set(operations.map(({ domain }) => domain)));
    expect(domains("test").size).toBeGreaterThanOrEqual(9);
    for (const split of splits) expect(new Set(of(split).map(({ method }) => method)).size).toBeGreaterThanOrEqual(3);
  });

  test("of user documents are disjoint by provider", () => {
    const parted = splitByProvider(operations);
    const providers = Object.values(parted).map((part) => new Set(part.map(({ provider }) => provider)));
    expect(providers.map((set) => set.size)).toEqual([9, 1, 2]);
    expect(Object.values(parted).flat()).toHaveLength(operations.length);
    for (const [index, set] of providers.entries())
      for (const other of providers.slice(index + 1)) expect([...set].filter((name) => other.has(name))).toEqual([]);
  });

  test("of one provider's document are disjoint by operation", () => {
    const own = operations.filter(({ provider }) => provider === "dayplan");
    const parted = splitByProvider(own);
    expect(Object.values(parted).map((part) => part.length)).toEqual([4, 1, 1]);
    expect(new Set(Object.values(parted).flat())).toEqual(new Set(own));
    expect(splitByProvider(own.slice(0, 2)).train).toHaveLength(2);
  });
});
