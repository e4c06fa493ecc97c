import { describe, expect, it } from "vitest";
import type { Attempt } from "../draft.ts";
import { body, deleteCustomer, putCustomer, request, world } from "../testing/fixture.ts";
import { answer } from "./answer.ts";
import { receive } from "./receive.ts";

const bodyWith = (change: object) => JSON.stringify({ ...Object(body), ...change });
const verdictOf = (change: Partial<Attempt>, surroundings = world()) =>
  receive(putCustomer, surroundings, request(change));
const shown = (change: Partial<Attempt>, surroundings = world()) => {
  const verdict = verdictOf(change, surroundings);
  return verdict && [verdict.check, verdict.status, ...verdict.problems.map(({ place, label }) => `${place} ${label}`)];
};

describe("receive", () => {
  it("takes a right request", () => {
    expect(verdictOf({})).toBeNull();
    expect(receive(deleteCustomer, world(), request({ method: "DELETE", body: null }))).toBeNull();
  });

  it.each<[string, Partial<Attempt>, unknown[]]>([
    ["an unknown path", { endpoint: "/v1/customers/7" }, ["route", 404, "endpoint null"]],
    ["a method not offered", { method: "POST" }, ["method", 405, "http_method wrong_http_method"]],
    ["another operation's method", { method: "DELETE" }, ["method", 400, "http_method null"]],
    ["no credential", { headers: {} }, ["auth", 401, "Authorization missing_auth_header"]],
    [
      "an expired credential",
      { headers: { authorization: "bearer old" } },
      ["auth", 401, "Authorization expired_auth_token"],
    ],
    ["a revoked credential", { headers: { Authorization: "Bearer revoked" } }, ["auth", 401, "Authorization null"]],
    [
      "a credential of another scheme",
      { headers: { Authorization: "Basic eDp5" } },
      ["auth", 401, "Authorization null"],
    ],
    ["an unknown credential", { headers: { Authorization: "Bearer x" } }, ["auth", 401, "Authorization null"]],
    [
      "a media type not taken",
      { headers: { Authorization: "Bearer good", "Content-Type": "text/plain" } },
      ["media-type", 415, "Content-Type wrong_content_type"],
    ],
    ["text that is not JSON", { body: "{" }, ["parse", 400, "body null"]],
    ["one malformed value", { body: '{"name": Ana}' }, ["parse", 400, "/name malformed_json_value"]],
    ["a body that is too large", { body: `"${"x".repeat(300_000)}"` }, ["parse", 413, "body null"]],
    ["a missing parameter", { query: {} }, ["parameters", 422, "query.dry missing_required_field"]],
    ["a parameter of another type", { query: { dry: "maybe" } }, ["parameters", 422, "query.dry wrong_field_type"]],
    [
      "a path parameter of another type",
      { endpoint: "/v2/customers/seven" },
      ["parameters", 422, "endpoint wrong_field_type"],
    ],
    ["a missing field", { body: bodyWith({ name: undefined }) }, ["body", 422, "/name missing_required_field"]],
    [
      "a nested missing field",
      { body: bodyWith({ items: [{ city: "Oslo" }, {}] }) },
      ["body", 422, "/items/1/city missing_required_field"],
    ],
    ["a value of another type", { body: bodyWith({ limit: "250" }) }, ["body", 422, "/limit wrong_field_type"]],
    [
      "a wrong type where a list is asked for",
      { body: bodyWith({ plan: 3 }) },
      ["body", 422, "/plan wrong_field_type"],
    ],
    ["a bad address", { body: bodyWith({ email: "ana" }) }, ["body", 422, "/email invalid_email_format"]],
    ["null", { body: bodyWith({ name: null }) }, ["body", 422, "/name null_value_in_required"]],
    [
      "an unknown field",
      { body: bodyWith({ address: { city: "x", floor: 2 } }) },
      ["body", 422, "/address/floor extra_unknown_field"],
    ],
    ["a value not in the list", { body: bodyWith({ plan: "gold" }) }, ["body", 422, "/plan invalid_enum_value"]],
    ["a bad date", { body: bodyWith({ since: "1 March 2026" }) }, ["body", 422, "/since datetime_format_error"]],
    ["a value out of range", { body: bodyWith({ limit: -1 }) }, ["body", 422, "/limit null"]],
    [
      "__proto__",
      { body: '{"name":"a","email":"a@b.co","limit":1,"__proto__":{"x":1}}' },
      ["body", 422, "/__proto__ extra_unknown_field"],
    ],
  ])("refuses %s", (_what, change, expected) => {
    expect(shown(change)).toEqual(expected);
  });

  it("names every wrong value of a station at once", () => {
    expect(shown({ body: bodyWith({ limit: "1", email: "x" }) })).toEqual([
      "body",
      422,
      "/email invalid_email_format",
      "/limit wrong_field_type",
    ]);
  });

  it("answers the first objection in the order route, method, auth, media type, parse, parameters, body, limits", () => {
    const surroundings = world({ moved: { from: "/old", to: "/v2/customers/7" }, retryAfter: 30 });
    const wrong: Attempt = { method: "POST", endpoint: "/old", query: {}, headers: {}, body: "{", wait: 0 };
    const repairs: Partial<Attempt>[] = [
      { endpoint: "/v2/customers/7" },
      { method: "PUT" },
      { headers: { Authorization: "Bearer good" } },
      { headers: { Authorization: "Bearer good", "Content-Type": "application/json; charset=utf-8" } },
      { body: "{}" },
      { query: { dry: "false" } },
      { body: JSON.stringify(body) },
      { wait: 30 },
    ];
    const seen: (string | undefined)[] = [];
    let attempt = wrong;
    for (const repair of repairs) {
      seen.push(receive(putCustomer, surroundings, attempt)?.check);
      attempt = { ...attempt, ...repair };
    }
    expect(seen).toEqual(["route", "method", "auth", "media-type", "parse", "parameters", "body", "limits"]);
    expect(receive(putCustomer, surroundings, attempt)).toBeNull();
  });
});

describe("answer", () => {
  const sent = (change: Partial<Attempt>, surroundings = world(), verbosity: "field" | "code" | "status" = "field") =>
    answer(putCustomer, surroundings, verdictOf(change, surroundings), verbosity);

  it("carries the headers that HTTP asks for", () => {
    expect(sent({ method: "POST" }).headers.Allow).toBe("PUT, DELETE");
    expect(sent({ headers: {} }).headers["WWW-Authenticate"]).toBe('Bearer realm="shop"');
    expect(sent({ headers: { Authorization: "Bearer old" } }).headers["WWW-Authenticate"]).toContain(
      'error="invalid_token"',
    );
    expect(sent({ headers: { Authorization: "Bearer good" } }).headers.Accept).toBe("application/json");
    const moved = world({ moved: { from: "/old", to: "/v2/customers/7" } });
    expect(sent({ endpoint: "/old" }, moved)).toEqual({
      status: 308,
      headers: { Location: "/v2/customers/7" },
      body: "",
    });
    expect(sent({}, world({ retryAfter: 30 }))).toMatchObject({ status: 429, headers: { "Retry-After": "30" } });
  });

  it("shows a used-up limit on other refusals too", () => {
    expect(sent({ body: "{}" }, world({ retryAfter: 30 }))).toMatchObject({
      status: 422,
      headers: { "Retry-After": "30" },
    });
  });

  it("says as much as the verbosity allows", () => {
    const wrong = { body: bodyWith({ limit: "250" }) };
    expect(JSON.parse(sent(wrong).body)).toEqual({
      code: "type_mismatch",
      message: "/limit must be integer",
      field: "/limit",
    });
    expect(sent(wrong, world(), "code").body).toBe('{"code":"type_mismatch","message":"type_mismatch"}');
    expect(sent(wrong, world(), "status").body).toBe("");
    expect(sent({ headers: { Authorization: "Bearer old" } }, world(), "status").headers["WWW-Authenticate"]).toBe(
      'Bearer realm="shop"',
    );
  });
});
