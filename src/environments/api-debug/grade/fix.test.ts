import { describe, expect, it } from "vitest";
import type { Json } from "../../../core/json.ts";
import { type Action, actionSchema } from "../action.ts";
import { brokenBy, type Draft, toAttempt, withEdit } from "../draft.ts";
import { type Fault, inRequest } from "../faults/fault.ts";
import type { Operation } from "../operation.ts";
import { body, deleteCustomer, putCustomer, request, world } from "../testing/fixture.ts";
import type { World } from "../world.ts";
import { gradeFix } from "./fix.ts";
import { merge } from "./merge.ts";

const reference: Draft = { ...request(), body, malformed: {} };

const missing = inRequest("missing_required_field", "body", { place: "/name" });
const wrongType = inRequest("wrong_field_type", "body", { place: "/limit", to: "250" });
const unknown = inRequest("extra_unknown_field", "body", { place: "/debug", to: true });
const badDate = inRequest("datetime_format_error", "body", { place: "/since", to: "01.03.2026" });
const malformed = inRequest("malformed_json_value", "parse", { place: "/items/0/city", token: "Oslo" });
const noAuth = inRequest("missing_auth_header", "auth", { place: "Authorization" });
const mediaType = inRequest("wrong_content_type", "media-type", { place: "Content-Type", to: "text/plain" });
const method = inRequest("wrong_http_method", "method", { place: "http_method", to: "POST" });
const parameter = inRequest("wrong_field_type", "parameters", { place: "query.dry", to: "maybe" });
const path = inRequest("wrong_field_type", "parameters", { place: "endpoint", to: "/v2/customers/seven" });
const moved: Fault = {
  ...inRequest("redirect_loop", "route", { place: "endpoint", to: "/old" }),
  world: { moved: { from: "/old", to: "/v2/customers/7" } },
};
const limited: Fault = {
  ...inRequest("rate_limit_headers", "limits", { place: "Retry-After", to: 0 }),
  world: { retryAfter: 30 },
};

/** Breaks the reference by the faults, answers, and grades. */
function grade(faults: Fault[], action: Action, credentialTry = 1): number | string {
  const surroundings: World = Object.assign(world(), ...faults.map((fault) => fault.world));
  const right: Draft = { ...reference, wait: surroundings.retryAfter ?? 0 };
  const broken = brokenBy(right, faults);
  const merged = merge(putCustomer, toAttempt(putCustomer, broken), action);
  if ("problem" in merged) return merged.problem;
  return gradeFix(putCustomer, surroundings, right, faults, merged, credentialTry).value;
}

const bodyWith = (change: { [key: string]: Json | undefined }): Action => ({
  fixed_request: JSON.stringify({ ...Object(body), ...change }),
});

describe("gradeFix", () => {
  const cases: [string, Fault, Action][] = [
    ["a missing field", missing, bodyWith({})],
    ["a wrong type", wrongType, bodyWith({})],
    ["an unknown field", unknown, bodyWith({})],
    ["a date", badDate, bodyWith({})],
    ["a malformed value", malformed, bodyWith({})],
    ["a missing credential", noAuth, { fixed_headers: { authorization: "bearer good" } }],
    ["a media type", mediaType, { fixed_headers: { "CONTENT-TYPE": "application/json; charset=utf-8" } }],
    ["a method", method, { fixed_method: "put" }],
    ["a query parameter", parameter, { fixed_query: { dry: true } }],
    ["a path parameter", path, { fixed_endpoint: "/v2/customers/7" }],
    ["a moved endpoint", moved, { fixed_endpoint: "https://shop.test/v2/customers/7" }],
    ["a used-up limit", limited, { wait_seconds: 45 }],
  ];

  it.each(cases)("pays the repair of %s in full", (_what, fault, action) => {
    expect(grade([fault], action)).toBe(1);
  });

  it.each(cases)("pays nothing for %s left as it is", (_what, fault) => {
    expect(grade([fault], { fixed_headers: {} })).toBe(0);
  });

  it("pays nothing for another repair when the request now goes to another wrong endpoint", () => {
    expect(grade([moved, parameter], { fixed_query: { dry: true } })).toBe(0.5);
    expect(grade([moved, parameter], { fixed_query: { dry: true }, fixed_endpoint: "/" })).toBe(0);
  });

  it("takes any writing of the same meaning", () => {
    const text = JSON.stringify({ ...Object(body), since: "2026-03-01T11:00:00+01:00" }).replace(
      '"limit":250',
      '"limit":2.50e2',
    );
    expect(grade([missing], { fixed_request: text })).toBe(1);
    expect(grade([badDate], bodyWith({ since: "2026-03-01T12:00:00.000+02:00" }))).toBe(1);
    expect(grade([missing], { fixed_request: Object(body) })).toBe(1);
    expect(
      grade([missing], { fixed_request: JSON.stringify(Object.fromEntries(Object.entries(Object(body)).reverse())) }),
    ).toBe(1);
  });

  it("pays the share of faults that are repaired", () => {
    expect(grade([missing, wrongType], bodyWith({ limit: "250" }))).toBe(0.5);
    expect(grade([noAuth, wrongType], { fixed_headers: { Authorization: "Bearer good" } })).toBe(0.5);
    expect(grade([malformed, missing], { fixed_headers: {}, ...bodyWith({}) })).toBe(1);
    expect(grade([malformed, missing], bodyWith({ name: undefined }))).toBe(0.5);
  });

  it("wants the value of the intent, not just a valid one", () => {
    expect(grade([missing], bodyWith({ name: "Somebody" }))).toBe(0);
    expect(grade([wrongType], bodyWith({ limit: 251 }))).toBe(0);
    expect(grade([badDate], bodyWith({ since: "2026-03-02T10:00:00Z" }))).toBe(0);
    expect(grade([path], { fixed_endpoint: "/v2/customers/8" })).toBe(0);
    expect(grade([parameter], { fixed_query: { dry: false } })).toBe(0);
  });

  it("takes no deletion for a repair, but of an unknown field", () => {
    expect(grade([wrongType], bodyWith({ limit: undefined }))).toBe(0);
    expect(grade([badDate], bodyWith({ since: undefined }))).toBe(0);
  });

  it.each<[string, Action]>([
    ["a right value", bodyWith({ plan: "paid" })],
    ["a right member", bodyWith({ tags: ["x"] })],
    ["an item", bodyWith({ items: [{ city: "Oslo" }] })],
    ["null for absent", bodyWith({ tags: null })],
    ["a header", { ...bodyWith({}), fixed_headers: { "X-More": "1" } }],
    ["a query parameter", { ...bodyWith({}), fixed_query: { more: "1" } }],
    ["a prototype in the query", { ...bodyWith({}), fixed_query: { constructor: "1" } }],
    ["__proto__", { fixed_request: JSON.stringify(body).replace("{", '{"__proto__": {"a": 1}, ') }],
    ["the method", { ...bodyWith({}), fixed_method: "DELETE" }],
    ["the endpoint", { ...bodyWith({}), fixed_endpoint: "/v2/customers/8" }],
    ["the query behind the endpoint", { ...bodyWith({}), fixed_endpoint: "/v2/customers/7?dry=false" }],
    ["the credential", { ...bodyWith({}), fixed_headers: { Authorization: "Bearer old" } }],
    ["a header, removed", { ...bodyWith({}), fixed_headers: { Authorization: null } }],
    ["the precision of a number", { fixed_request: JSON.stringify(body).replace("250", "250.00000000000000001") }],
    ["the body, emptied", { fixed_request: "" }],
  ])("pays nothing when %s changes beside the repair", (_what, action) => {
    expect(grade([missing], action)).toBe(0);
  });

  it.each<[string, Action]>([
    ["a date that was right, in a notation the server refuses", bodyWith({ since: "2026-03-01 10:00:00Z" })],
    ["a date by less than a millisecond", bodyWith({ since: "2026-03-01T10:00:00.0001Z" })],
    ["what the answer may be", { ...bodyWith({}), fixed_headers: { Accept: "application/json;q=0" } }],
    [
      "__proto__ of an object",
      actionSchema.parse({ fixed_request: JSON.parse(`{"__proto__": {}, ${JSON.stringify(body).slice(1)}`) }),
    ],
  ])("pays nothing when %s changes", (_what, action) => {
    expect(grade([missing], action)).toBe(0);
  });

  it("takes the same body in another media type that the operation takes", () => {
    const form = "application/x-www-form-urlencoded";
    const both: Operation = putCustomer.body
      ? { ...putCustomer, body: { ...putCustomer.body, mediaTypes: [...putCustomer.body.mediaTypes, form] } }
      : putCustomer;
    const text = new URLSearchParams({ name: "Ana Ruiz", email: "ana@acme.io", limit: "250" }).toString();
    const right: Draft = { ...reference, body: { name: "Ana Ruiz", email: "ana@acme.io", limit: 250 } };
    const submit = (fault: Fault, action: Action) => {
      const merged = merge(both, toAttempt(both, fault.edit ? withEdit(right, fault.edit) : right), action);
      return "problem" in merged ? merged.problem : gradeFix(both, world(), right, [fault], merged).value;
    };
    const asForm = { fixed_headers: { "Content-Type": form }, fixed_request: text };
    expect([submit(mediaType, asForm), submit(missing, asForm)]).toEqual([1, 1]);
    expect(submit(mediaType, { ...asForm, fixed_request: text.replace("250", "251") })).toBe(0);
    expect(submit(mediaType, { fixed_headers: { "Content-Type": form } })).toBe(0);
    expect(submit(mediaType, { fixed_headers: { "Content-Type": "application/json" }, fixed_request: text })).toBe(0);
  });

  it("refuses what is given twice", () => {
    expect(grade([missing], { fixed_request: JSON.stringify(body).replace("{", '{"name": 1, ') })).toMatch(/twice/);
    expect(grade([noAuth], { fixed_headers: { Authorization: "Bearer good", authorization: "Bearer old" } })).toMatch(
      /twice/,
    );
  });

  it("refuses what cannot be sent", () => {
    expect(grade([missing], { fixed_request: "{" })).toMatch(/cannot be read/);
    expect(grade([missing], { fixed_request: "[".repeat(1000) })).toMatch(/deeper/);
    expect(grade([moved], { fixed_endpoint: "elsewhere" })).toMatch(/not a path/);
  });

  it("pays 1/n² for the n-th credential tried", () => {
    expect(grade([noAuth], { fixed_headers: { Authorization: "Bearer good" } }, 3)).toBeCloseTo(1 / 9);
    expect(grade([missing], bodyWith({}), 3)).toBe(1);
  });

  it("needs no body where the operation has none", () => {
    const right: Draft = { ...reference, method: "DELETE", query: {}, body: undefined };
    const broken = toAttempt(deleteCustomer, withEdit(right, { place: "Authorization" }));
    const merged = merge(deleteCustomer, broken, {
      fixed_headers: { Authorization: "Bearer good" },
      fixed_request: "",
    });
    if ("problem" in merged) throw new Error(merged.problem);
    expect(gradeFix(deleteCustomer, world(), right, [noAuth], merged).value).toBe(1);
  });
});
