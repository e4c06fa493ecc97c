import { describe, expect, it } from "vitest";
import { Random } from "../../core/random.ts";
import type { Draft } from "./draft.ts";
import { type Fault, inRequest } from "./faults/fault.ts";
import { intentOf, statedBy, summaryOf } from "./intent.ts";
import { body, putCustomer, request } from "./testing/fixture.ts";

const reference: Draft = { ...request({ headers: { "X-Kind": "a" } }), body, malformed: {} };
const at = (place: string): Fault => inRequest("wrong_field_type", "body", { place, to: 0 });
const intents = (faults: Fault[], draft: Draft = reference) =>
  Array.from({ length: 100 }, (_, seed) => intentOf(putCustomer, draft, faults, new Random(seed)) ?? "");

describe("statedBy", () => {
  it("puts every value into words", () => {
    expect(statedBy(putCustomer, reference).map(({ name, text }) => `${name} ${text}`)).toEqual([
      "id 7",
      "dry true",
      'kind "a"',
      'name "Ana Ruiz"',
      'email "ana@acme.io"',
      "limit 250",
      'plan "free"',
      'since "2026-03-01T10:00:00Z"',
      'city of address "Porto"',
      'city of items no. 1 "Oslo"',
      'city of items no. 2 "Bern"',
      "zip of items no. 2 null",
    ]);
  });

  it("keeps names apart that are the same in words", () => {
    const draft = { ...reference, body: { due_at: 1, dueAt: 2, id: 3 } };
    expect(statedBy(putCustomer, draft).map(({ name }) => name)).toEqual([
      "id of the path",
      "dry",
      "kind",
      "due_at",
      "dueAt",
      "id",
    ]);
  });
});

describe("intentOf", () => {
  it("states every value that is destroyed", () => {
    for (const text of intents([at("/limit"), at("/items"), at("query.dry"), at("endpoint")])) {
      for (const value of [
        "limit 250",
        'items no. 1 "Oslo"',
        'items no. 2 "Bern"',
        "items no. 2 null",
        "dry true",
        "id 7",
      ])
        expect(text).toContain(value);
      expect(text.startsWith("Replace a customer, with ")).toBe(true);
    }
  });

  it("leaves out about half of the others, at least one of the body, and has no order", () => {
    const texts = intents([at("/limit")]);
    const stated = texts.map((text) => text.split(", ").length - 2);
    expect(Math.min(...stated)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...stated)).toBeLessThan(11);
    const mean = stated.reduce((sum, one) => sum + one, 0) / stated.length;
    expect(mean).toBeGreaterThan(3.5);
    expect(mean).toBeLessThan(6);
    const places = texts.map((text) => text.slice(0, text.indexOf("limit 250")).split(", ").length);
    expect(new Set(places).size).toBeGreaterThan(4);
    const values = statedBy(putCustomer, reference).filter(({ place }) => place.startsWith("/"));
    for (const text of texts)
      expect(values.some(({ name, text: value }) => !text.includes(`${name} ${value}`))).toBe(true);
  });

  it("is null where it would be the whole request", () => {
    expect(intentOf(putCustomer, { ...reference, body: { limit: 250 } }, [at("/limit")], new Random(1))).toBeNull();
  });

  it("does not need a value", () => {
    const bare = { ...reference, endpoint: "/elsewhere", query: {}, headers: {}, body: undefined };
    expect(intentOf(putCustomer, bare, [], new Random(1))).toBe(summaryOf(putCustomer));
    expect(summaryOf(putCustomer)).toBe("Replace a customer.");
  });
});
