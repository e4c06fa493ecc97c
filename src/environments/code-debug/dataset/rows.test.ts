import { expect, it } from "vitest";
import { readRows } from "./rows.ts";

const row = {
  task_id: "Python/0",
  prompt: "",
  declaration: "",
  canonical_solution: "",
  buggy_solution: "",
  bug_type: "value misuse",
  entry_point: "f",
  docstring: "",
  test: "",
  example_test: "",
};

it("reads one row a line, and other members are ignored", () => {
  const text = `${JSON.stringify({ ...row, instruction: "x" })}\n\n${JSON.stringify({ ...row, task_id: "Python/1" })}\n`;
  expect(readRows(text, "x").map(({ task_id }) => task_id)).toEqual(["Python/0", "Python/1"]);
});

it.each([
  ["", /x has no rows/],
  [`${JSON.stringify(row)}\n{"task_id": `, /x, line 2: this is no JSON/],
  ["[1]", /x, line 1: the row: /],
  [JSON.stringify({ ...row, test: undefined }), /x, line 1: test: /],
  [JSON.stringify({ ...row, bug_type: "typo" }), /x, line 1: bug_type: /],
])("refuses %j", (text, message) => {
  expect(() => readRows(text, "x")).toThrow(message);
});
