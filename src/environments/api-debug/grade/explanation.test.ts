import { describe, expect, it } from "vitest";
import { brokenBy, type Draft } from "../draft.ts";
import { type Fault, inRequest } from "../faults/fault.ts";
import { body, putCustomer, request, world } from "../testing/fixture.ts";
import { gradeExplanation } from "./explanation.ts";
import { explanationOf } from "./remedies.ts";

const reference: Draft = { ...request(), body, malformed: {} };
const wrongType = inRequest("wrong_field_type", "body", { place: "/limit", to: "250" });
const unknown = inRequest("extra_unknown_field", "body", { place: "/debug", to: true });
const nested = inRequest("missing_required_field", "body", { place: "/items/0/city" });
const noAuth = inRequest("missing_auth_header", "auth", { place: "Authorization" });

function grade(faults: Fault[], text: string): number {
  const broken = brokenBy(reference, faults);
  return gradeExplanation(putCustomer, world(), reference, broken, faults, text).value;
}

describe("gradeExplanation", () => {
  it("gives the reference explanation 1", () => {
    const faults = [wrongType, unknown, nested, noAuth];
    expect(explanationOf({ reference, faults, world: world() })).toBe(
      '/limit wrong_field_type: 250; /debug extra_unknown_field: remove; /items/0/city missing_required_field: "Oslo"; Authorization missing_auth_header: "ops"',
    );
    expect(grade(faults, explanationOf({ reference, faults, world: world() }))).toBe(1);
  });

  it("reads plain English", () => {
    expect(grade([wrongType], "The limit has a wrong field type: it should be 250, a number.")).toBe(1);
    expect(
      grade([unknown, wrongType], "debug is an extra unknown field and was removed.\nlimit: wrong_field_type, now 250"),
    ).toBe(1);
    expect(grade([noAuth], "There is a missing auth header: Authorization must be Bearer good")).toBe(1);
  });

  it("wants place, cause and value of one fault in one statement", () => {
    expect(grade([wrongType], "limit was wrong_field_type")).toBe(0);
    expect(grade([wrongType], "limit is now 250")).toBe(0);
    expect(grade([wrongType], "limit is now 2500, it was wrong_field_type")).toBe(0);
    expect(grade([wrongType], "limit is now 250; email was a wrong_field_type")).toBe(0);
    expect(grade([nested], "city: missing_required_field, Oslo")).toBe(0);
  });

  it("is an F1: missing and wrong claims both cost", () => {
    expect(grade([wrongType, unknown], "/limit wrong_field_type: 250")).toBeCloseTo(2 / 3);
    expect(
      grade([wrongType], "/limit wrong_field_type: 250; /name missing_required_field; /plan invalid_enum_value"),
    ).toBeCloseTo(2 / 4);
    expect(grade([wrongType], "/limit wrong_field_type invalid_enum_value malformed_json_value: 250")).toBeCloseTo(
      2 / 4,
    );
  });

  it("does not count what is denied", () => {
    expect(grade([wrongType], "/limit is not a wrong_field_type: 250")).toBe(0);
    expect(grade([wrongType], "/limit has no such wrong_field_type: 250")).toBe(0);
    expect(grade([wrongType], "/name has no wrong_field_type; /limit wrong_field_type: 250")).toBe(1);
  });

  it("reads on where a statement names no place of its own", () => {
    expect(grade([wrongType], "The limit is a text. It is a wrong_field_type, and should be 250.")).toBe(1);
    expect(
      grade([wrongType, unknown], "/limit is wrong_field_type.\nIt becomes 250.\n/debug extra_unknown_field. Removed."),
    ).toBe(1);
    expect(grade([wrongType], "It is a wrong_field_type: 250.")).toBe(0);
  });

  it("takes a negation elsewhere for what it is", () => {
    expect(grade([wrongType], "/limit is a text, which is not allowed: wrong_field_type, must be 250")).toBe(1);
    expect(grade([wrongType], "/limit must not be a text (wrong_field_type); it has to be 250")).toBe(1);
  });

  it.each([
    "It is false that %",
    "% - none of this is true",
    "%. That is not true.",
    "% is false",
    "I see no sign of any %",
  ])("counts no statement that is denied: %s", (frame) => {
    expect(
      grade(
        [wrongType],
        frame.replace(
          "%",
          frame.endsWith("any %") ? "wrong_field_type at /limit: 250" : "/limit wrong_field_type: 250",
        ),
      ),
    ).toBe(0);
  });

  it("lets false be a value", () => {
    const dry = inRequest("wrong_field_type", "body", { place: "/limit", to: "no" });
    const flagged: Draft = { ...reference, body: { ...Object(body), limit: false } };
    const text = "/limit is a wrong_field_type: the right value is false";
    expect(gradeExplanation(putCustomer, world(), flagged, reference, [dry], text).value).toBe(1);
  });

  it("grades nothing beyond 600 characters", () => {
    const text = "/limit wrong_field_type: 250;".padEnd(601, " ");
    expect([grade([wrongType], text.slice(0, 600)), grade([wrongType], text)]).toEqual([1, 0]);
  });
});
