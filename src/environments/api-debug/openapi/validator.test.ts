import { describe, expect, test } from "vitest";
import type { Json } from "../../../core/json.ts";
import type { JsonSchema } from "../operation.ts";
import { lazyValidator } from "./validator.ts";

const check = (schema: JsonSchema, value: Json) =>
  lazyValidator(schema)(value).map(({ pointer, keyword }) => `${keyword} ${pointer}`);

describe("violations", () => {
  test("are all reported, each at its place", () => {
    const schema = {
      type: "object",
      additionalProperties: false,
      required: ["id", "name"],
      properties: {
        id: { type: "integer" },
        name: { type: "string", minLength: 2 },
        when: { type: "string", format: "date-time" },
        tags: { type: "array", uniqueItems: true, items: { enum: ["a", "b"] } },
        "a/b~c": { type: "object", required: ["x"] },
      },
    };
    const value = { name: "x", when: "yesterday", tags: ["a", "c", "a"], "a/b~c": {}, "odd/one": 1 };
    expect(check(schema, value).sort()).toEqual([
      "additionalProperties /odd~1one",
      "enum /tags/1",
      "format /when",
      "minLength /name",
      "required /a~1b~0c/x",
      "required /id",
      "uniqueItems /tags",
    ]);
  });

  test("say what would be right", () => {
    const validate = lazyValidator({ properties: { size: { enum: ["s", "m"] }, age: { minimum: 18 } } });
    expect(validate({ size: "xl", age: 5 }).map(({ message }) => message)).toEqual([
      'must be one of "s", "m"',
      "must be >= 18",
    ]);
  });

  test("count inherited names as missing", () => {
    expect(check({ type: "object", required: ["toString", "constructor"] }, {})).toEqual([
      "required /toString",
      "required /constructor",
    ]);
  });

  test("see a member called __proto__", () => {
    const value: Json = JSON.parse('{"__proto__":{"admin":true}}');
    expect(check({ type: "object", additionalProperties: false, properties: { a: {} } }, value)).toEqual([
      "additionalProperties /__proto__",
    ]);
  });

  test("report a schema that does not compile instead of throwing", () => {
    expect(check({ $ref: "#/$defs/none" }, 1)).toEqual(["schema "]);
  });
});

describe("formats", () => {
  test.each<[string, string[], string[]]>([
    [
      "email",
      ["ana@acme.io", "a.b+c@sub.acme.co"],
      ["ana", "ana@", "ana@acme", "@acme.io", "a b@acme.io", "ana@@acme.io"],
    ],
    [
      "date-time",
      ["2025-03-01T10:00:00Z", "2025-03-01T10:00:00.25+02:00"],
      [
        "2025-03-01",
        "2025-03-01 10:00:00Z",
        "2025-13-01T10:00:00Z",
        "2025-02-30T10:00:00Z",
        "2025-03-01T10:00:00",
        "1740823200",
      ],
    ],
    ["date", ["2024-02-29"], ["2025-02-29", "01-03-2025", "2025-3-1"]],
    ["uuid", ["7f0c4e0a-58a1-4c2b-9d56-0a1b2c3d4e5f"], ["7f0c4e0a", "7f0c4e0a58a14c2b9d560a1b2c3d4e5f"]],
    ["uri", ["https://acme.io/x?y=1#z", "mailto:a@b.io"], ["acme.io/x", "/x", "https://a b"]],
    ["ipv4", ["10.0.0.1"], ["10.0.0", "10.0.0.256"]],
  ])("%s is strict", (format, right, wrong) => {
    const validate = lazyValidator({ type: "string", format });
    for (const text of right) expect(validate(text), text).toEqual([]);
    for (const text of wrong) expect(validate(text), text).toHaveLength(1);
  });

  test("that nobody knows allow anything", () => {
    expect(check({ type: "string", format: "stock-symbol" }, "?")).toEqual([]);
  });
});

describe("hostile values", () => {
  const inTime = (run: () => unknown) => {
    const start = performance.now();
    run();
    expect(performance.now() - start).toBeLessThan(2000);
  };
  const long = "a".repeat(250_000);

  test.each(["^(a+)+$", "^(a|a)*b$", "^(.*)*x$", "(x+x+)+y"])("pattern %s takes linear time", (pattern) => {
    inTime(() => check({ type: "string", pattern }, `${long}!`));
  });

  test.each([
    "email",
    "uri",
    "hostname",
    "date-time",
    "uuid",
    "uri-reference",
    "ipv6",
    "byte",
    "json-pointer",
    "duration",
  ])("format %s takes linear time", (format) => {
    for (const text of [
      long,
      `${long}@`,
      `${"a.".repeat(100_000)}`,
      `${"-".repeat(250_000)}`,
      `http://${long}:${long}`,
    ])
      inTime(() => check({ type: "string", format }, text));
  });

  test("uniqueItems takes linear time", () => {
    const items = Array.from({ length: 60_000 }, (_, i) => ({ i }));
    inTime(() => expect(check({ type: "array", uniqueItems: true }, items)).toEqual([]));
  });

  test("branching recursion is cut off", () => {
    // Each level is evaluated twice: 2^60 evaluations without a bound.
    const node = {
      type: "object",
      properties: { next: { anyOf: [{ $ref: "#/$defs/Node" }, { $ref: "#/$defs/Node" }] }, end: { const: 1 } },
    };
    const validate = lazyValidator({ $ref: "#/$defs/Node", $defs: { Node: node } });
    let value: Json = { end: 2 };
    for (let i = 0; i < 60; i++) value = { next: value };
    inTime(() =>
      expect(validate(value)).toMatchObject([{ keyword: "schema", message: "too deeply nested to validate" }]),
    );
    expect(validate({ next: { next: { end: 1 } } })).toEqual([]);
  });
});
