import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../../core/json.ts";
import { Random } from "../../../core/random.ts";
import { parseJsonText } from "../json-text.ts";
import { lazyValidator } from "../openapi/validator.ts";
import { malformedToken, notADateTime, notAnEmail, notInList, ofAnotherType } from "./values.ts";

const seeds = fc.nat().map((seed) => new Random(seed));
const keywordsOf = (schema: object, value: Json) => lazyValidator(schema as never)(value).map(({ keyword }) => keyword);

describe("spoiled values", () => {
  it("are no e-mail addresses", () => {
    const names = fc.stringMatching(/^[a-z]{1,8}(\.[a-z]{1,8})?$/);
    fc.assert(
      fc.property(names, fc.constantFrom("acme.io", "mail.example.com"), seeds, (user, domain, random) => {
        expect(keywordsOf({ type: "string", format: "email" }, notAnEmail(`${user}@${domain}`, random))).toEqual([
          "format",
        ]);
      }),
    );
  });

  it("are no RFC 3339 dates", () => {
    const dates = fc
      .date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true })
      .map((date) => date.toISOString());
    fc.assert(
      fc.property(dates, fc.constantFrom("date", "date-time"), seeds, (iso, format, random) => {
        const value = format === "date" ? iso.slice(0, 10) : iso;
        expect(keywordsOf({ type: "string", format }, notADateTime(value, random))).toEqual(["format"]);
      }),
    );
  });

  it("are in no list", () => {
    const lists = fc.oneof(
      fc.uniqueArray(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 1, maxLength: 5 }),
      fc.uniqueArray(fc.integer(), { minLength: 1, maxLength: 5 }),
    );
    fc.assert(
      fc.property(lists, seeds, (list, random) => {
        const wrong = notInList(list[0] ?? "", list, random);
        expect(list).not.toContain(wrong);
        expect(typeof wrong).toBe(typeof list[0]);
      }),
    );
  });

  it("are of another type", () => {
    const type = (value: Json) => (Array.isArray(value) ? "array" : value === null ? "null" : typeof value);
    const values = fc.oneof(
      fc.string(),
      fc.double({ noNaN: true }),
      fc.boolean(),
      fc.array(fc.string()),
      fc.constant({ a: 1 }),
    );
    fc.assert(
      fc.property(values, seeds, (value, random) => {
        expect(type(ofAnotherType(value, random))).not.toBe(type(value));
      }),
    );
  });

  it("are malformed alone: the text around them stays JSON", () => {
    const values = fc.oneof(
      fc.stringMatching(/^[\w @.:,'"-]{0,20}$/),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant<Json>([1]),
    );
    fc.assert(
      fc.property(values, seeds, (value, random) => {
        const token = malformedToken(value, random);
        const text = `{\n  "before": 1,\n  "at": ${token},\n  "after": 2\n}`;
        expect(() => JSON.parse(text)).toThrow();
        expect(parseJsonText(text)).toMatchObject({ malformed: [{ pointer: "/at" }], value: { before: 1, after: 2 } });
      }),
      { numRuns: 500 },
    );
  });
});
