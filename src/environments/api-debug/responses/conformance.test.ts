import { describe, expect, it } from "vitest";
import { putCustomer } from "../testing/fixture.ts";
import { departures } from "./conformance.ts";

const json = { "Content-Type": "application/json" };
const success = (body: unknown, status = 200) =>
  departures(putCustomer, {
    response: { status, headers: json, body: JSON.stringify(body) },
    rightStatus: 200,
    isError: false,
  });
const failure = (
  body: unknown,
  { status = 422, headers = json }: { status?: number; headers?: Record<string, string> } = {},
) =>
  departures(putCustomer, {
    response: { status, headers, body: typeof body === "string" ? body : JSON.stringify(body) },
    rightStatus: 422,
    isError: true,
  });

describe("departures of a success", () => {
  const right = { id: 7, name: "Ana", email: "ana@acme.io" };

  it.each([
    [right, []],
    [{ id: 7, name: "Ana" }, []],
    [{ id: 7 }, [{ label: "missing_response_field", place: "/name" }]],
    [{ ...right, id: "7" }, [{ label: "wrong_response_type", place: "/id" }]],
    [{ ...right, name: null }, [{ label: "wrong_response_type", place: "/name" }]],
    [{ ...right, _trace: "x" }, [{ label: "extra_response_field", place: "/_trace" }]],
    [{ ...right, email: "ana" }, [{ label: null, place: "/email" }]],
  ])("%j", (body, expected) => {
    expect(success(body)).toEqual(expected);
  });

  it("include the status", () => {
    expect(success(right, 500)).toEqual([{ label: "wrong_status_code", place: "status_code" }]);
  });
});

describe("departures of an error", () => {
  const right = { code: "missing", message: "name is required", field: "/name" };
  const inconsistent = (place: string) => [{ label: "inconsistent_error_format", place }];

  it.each([
    [right, []],
    [{ code: "missing", message: "x" }, []],
    [{ message: "x" }, inconsistent("/code")],
    [{ ...right, message: ["x"] }, inconsistent("/message")],
    [{ ...right, ok: false }, inconsistent("/ok")],
  ])("%j", (body, expected) => {
    expect(failure(body)).toEqual(expected);
  });

  it("include a page of a proxy and the status", () => {
    expect(failure("<html>", { headers: { "Content-Type": "text/html" } })).toEqual(inconsistent("Content-Type"));
    expect(failure(right, { status: 200 })).toEqual([{ label: "wrong_status_code", place: "status_code" }]);
  });
});
