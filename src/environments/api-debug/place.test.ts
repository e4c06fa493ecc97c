import { describe, expect, it } from "vitest";
import { authPlace, essence, normalisePlace, normalisePlaces, placeKind } from "./place.ts";
import { deleteCustomer, putCustomer } from "./testing/fixture.ts";

describe("normalisePlace", () => {
  it.each([
    ["email", "/email"],
    ["/email", "/email"],
    [" `email` ", "/email"],
    ["address.city", "/address.city"],
    ["/address/city", "/address/city"],
    ["a/b", "/a~1b"],
    ["AUTHORIZATION", "authorization"],
    ["x-kind", "x-kind"],
    ["Content-Type", "content-type"],
    ["HTTP_METHOD", "http_method"],
    ["endpoint", "endpoint"],
    ["Retry-After", "retry-after"],
    ["query.dry", "query.dry"],
    ["constructor", "/constructor"],
    ["", ""],
  ])("reads %j as %j", (text, place) => {
    expect(normalisePlace(putCustomer, text)).toBe(place);
  });

  it("knows the headers of its operation only", () => {
    expect(normalisePlace(deleteCustomer, "X-Kind")).toBe("/X-Kind");
  });

  it("counts two spellings of one place once", () => {
    expect([...normalisePlaces(putCustomer, ["email", "/email", "authorization", "Authorization", ""])]).toEqual([
      "/email",
      "authorization",
    ]);
  });
});

it("tells kinds of places apart", () => {
  const places = ["/a", "query.a", "http_method", "endpoint", "status_code", "Retry-After", "X-Any", "constructor"];
  expect(places.map(placeKind)).toEqual(["body", "query", "method", "endpoint", "status", "wait", "header", "header"]);
});

it("knows where credentials travel", () => {
  expect(authPlace(putCustomer)).toBe("Authorization");
  expect(authPlace({ ...putCustomer, security: { type: "apiKey", in: "query", name: "key" } })).toBe("query.key");
  expect(authPlace({ ...putCustomer, security: { type: "apiKey", in: "header", name: "X-Key" } })).toBe("X-Key");
  expect(authPlace({ ...putCustomer, security: null })).toBeNull();
});

it("compares media types without their parameters", () => {
  expect(essence(" Application/JSON ; charset=utf-8")).toBe("application/json");
});
