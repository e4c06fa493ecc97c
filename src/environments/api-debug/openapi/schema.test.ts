import { describe, expect, test } from "vitest";
import { References } from "./references.ts";
import { type Direction, inlineSchema } from "./schema.ts";
import { lazyValidator } from "./validator.ts";

function inline(
  schema: unknown,
  schemas: Record<string, unknown> = {},
  dialect: "3.0" | "3.1" = "3.1",
  direction: Direction = "request",
) {
  return inlineSchema(schema, "", { references: new References({ components: { schemas } }), dialect, direction });
}
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

describe("OpenAPI 3.0", () => {
  test.each([
    [{ type: "string", nullable: true }, { type: ["string", "null"] }],
    [{ type: "string", nullable: false }, { type: "string" }],
    [
      { type: "string", nullable: true, enum: ["a"] },
      { type: ["string", "null"], enum: ["a", null] },
    ],
    [
      { type: "integer", minimum: 1, exclusiveMinimum: true },
      { type: "integer", exclusiveMinimum: 1 },
    ],
    [
      { type: "integer", maximum: 9, exclusiveMaximum: false },
      { type: "integer", maximum: 9 },
    ],
    [
      { type: "string", example: "a" },
      { type: "string", examples: ["a"] },
    ],
    [{ type: "string", xml: {}, "x-internal": 1, title: "T" }, { type: "string" }],
  ])("translates %j", (raw, expected) => {
    expect(inline(raw, {}, "3.0")).toEqual(expected);
  });

  test("ignores what stands beside a $ref, which 3.1 does not", () => {
    const schemas = { Name: { type: "string" } };
    const raw = { ...ref("Name"), maxLength: 3, description: "Short." };
    expect(inline(raw, schemas, "3.0")).toEqual({ type: "string" });
    expect(inline(raw, schemas, "3.1")).toEqual({ type: "string", maxLength: 3, description: "Short." });
  });
});

describe("references", () => {
  test("are inlined, names escaped as pointers ask", () => {
    const schemas = { "a/b~c d": { type: "object", properties: { inner: ref("Inner") } }, Inner: { type: "integer" } };
    expect(inline({ $ref: "#/components/schemas/a~1b~0c%20d" }, schemas)).toEqual({
      type: "object",
      properties: { inner: { type: "integer" } },
    });
  });

  test("to themselves go to $defs and still validate in depth", () => {
    const schemas = {
      Node: {
        type: "object",
        required: ["name"],
        properties: { name: { type: "string" }, children: { type: "array", items: ref("Node") } },
      },
    };
    const schema = inline({ type: "object", properties: { root: ref("Node") } }, schemas);
    const validate = lazyValidator(schema);
    expect(validate({ root: { name: "a", children: [{ name: "b", children: [{ name: "c" }] }] } })).toEqual([]);
    expect(validate({ root: { name: "a", children: [{ name: "b", children: [{}] }] } })).toMatchObject([
      { pointer: "/root/children/0/children/0/name", keyword: "required" },
    ]);
  });

  test("to one another are followed as far as they go", () => {
    const schemas = {
      A: { type: "object", properties: { b: ref("B") } },
      B: { type: "object", properties: { a: ref("A"), n: { type: "integer" } } },
    };
    const validate = lazyValidator(inline(ref("A"), schemas));
    expect(validate({ b: { a: { b: { n: 1 } } } })).toEqual([]);
    expect(validate({ b: { a: { b: { n: "1" } } } })).toMatchObject([{ pointer: "/b/a/b/n", keyword: "type" }]);
  });

  test.each([
    ["points to nothing", ref("Missing"), "points to nothing"],
    ["in a circle", ref("Loop"), "circle"],
    ["not text", { $ref: 5 }, "not a text"],
    ["an anchor", { $ref: "#name" }, "anchor"],
    ["to inherited members", { $ref: "#/constructor/prototype" }, "points to nothing"],
    ["to another file", { $ref: "other.yaml#/a" }, "needs a folder"],
  ])("%s is refused", (_, raw, message) => {
    expect(() => inline(raw, { Loop: ref("Loop") })).toThrow(message);
  });
});

describe("readOnly and writeOnly", () => {
  const raw = {
    type: "object",
    required: ["id", "secret"],
    properties: { id: { type: "string", readOnly: true }, secret: { type: "string", writeOnly: true } },
  };
  test("leave out what is not sent", () => {
    expect(inline(raw, {}, "3.1", "request")).toEqual({
      type: "object",
      required: ["secret"],
      properties: { secret: { type: "string" } },
    });
    expect(inline(raw, {}, "3.1", "response")).toEqual({
      type: "object",
      required: ["id"],
      properties: { id: { type: "string" } },
    });
  });
});

describe("combinations", () => {
  test("allOf of open objects becomes one object", () => {
    const base = { type: "object", required: ["id"], properties: { id: { type: "string" } } };
    const raw = { allOf: [ref("Base"), { type: "object", required: ["n"], properties: { n: { type: "integer" } } }] };
    expect(inline(raw, { Base: base })).toEqual({
      type: "object",
      required: ["id", "n"],
      properties: { id: { type: "string" }, n: { type: "integer" } },
    });
  });

  test("allOf with a closed object keeps its meaning", () => {
    const closed = { type: "object", additionalProperties: false, properties: { a: {} } };
    const schema = inline({ allOf: [closed, { properties: { b: {} } }] });
    expect(lazyValidator(schema)({ a: 1, b: 2 })).toMatchObject([{ pointer: "/b", keyword: "additionalProperties" }]);
  });

  test("a type or null is one list of types", () => {
    expect(inline({ anyOf: [{ type: "string", maxLength: 3 }, { type: "null" }] })).toEqual({
      type: ["string", "null"],
      maxLength: 3,
    });
  });

  test("a discriminator tells branches apart", () => {
    const schemas = {
      Cat: { type: "object", required: ["kind"], properties: { kind: { type: "string" }, name: { type: "string" } } },
      Dog: { type: "object", required: ["kind"], properties: { kind: { type: "string" }, name: { type: "string" } } },
    };
    const discriminator = { propertyName: "kind", mapping: { feline: ref("Cat").$ref } };
    const validate = lazyValidator(inline({ oneOf: [ref("Cat"), ref("Dog")], discriminator }, schemas));
    expect(validate({ kind: "feline", name: "Tom" })).toEqual([]);
    expect(validate({ kind: "Dog" })).toEqual([]);
    expect(validate({ kind: "Cat" })).not.toEqual([]);
  });
});

describe("hostile schemas", () => {
  const nested = (depth: number): unknown => (depth === 0 ? {} : { properties: { a: nested(depth - 1) } });
  const wide = { properties: Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`p${i}`, {}])) };
  // Each level refers to the next twice: 2^20 parts if dereferenced as a whole.
  const doubling = Object.fromEntries(
    Array.from({ length: 20 }, (_, i) => [`L${i}`, { properties: { a: ref(`L${i + 1}`), b: ref(`L${i + 1}`) } }]),
  );
  test.each<[string, unknown, string]>([
    ["deep nesting", nested(100), "nested deeper"],
    ["many parts", wide, "more than 600 parts"],
    ["exponential references", ref("L0"), "more than 600 parts"],
    ["a length that is code", { type: "string", maxLength: "1); process.exit(" }, 'unusable "maxLength"'],
    ["a wrong type", { type: "strin" }, 'unusable "type"'],
    ["look-around", { type: "string", pattern: "^(?=.*a)b$" }, "linear time"],
    ["a back-reference", { type: "string", pattern: "(a)\\1" }, "linear time"],
    ["a huge repetition", { type: "string", pattern: "(a{1000}){1000}" }, "linear time"],
    ["an endless pattern", { type: "string", pattern: "a".repeat(2000) }, "longer than"],
    ["a bad pattern for names", { patternProperties: { "(?<!a)b": {} } }, "linear time"],
    ["a dynamic reference", { $dynamicRef: "#x" }, "$dynamicRef"],
    ["a list as schema", [], "neither an object nor a boolean"],
    ["a deep constant", { const: JSON.parse("[".repeat(40) + "]".repeat(40)) }, 'unusable "const"'],
  ])("%s is refused", (_, raw, message) => {
    expect(() => inline(raw, { ...doubling, L20: {} })).toThrow(message);
  });

  test("__proto__ is dropped wherever it stands", () => {
    const raw = JSON.parse('{"properties":{"__proto__":{"type":"string"},"a":{}},"__proto__":{"type":"string"}}');
    const schema = inline(raw);
    expect(schema).toEqual({ properties: { a: {} } });
    expect(Object.getPrototypeOf(schema)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>).type).toBeUndefined();
  });

  test("an example too large to show is left out", () => {
    expect(inline({ type: "array", example: Array(1000).fill(1) })).toEqual({ type: "array" });
  });
});
