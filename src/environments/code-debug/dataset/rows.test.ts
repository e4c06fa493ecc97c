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

it("reads one row a line; a byte order mark, empty lines and other members are ignored", () => {
  const text = `\uFEFF${JSON.stringify({ ...row, instruction: "x" })}\n\n${JSON.stringify({ ...row, task_id: "Python/1" })}\n`;
  expect(readRows(text, "x").map(({ task_id }) => task_id)).toEqual(["Python/0", "Python/1"]);
});

it.each([
  ["", /x has no rows/],
  [`${JSON.stringify(row)}\n{"task_id": `, /x, line 2: this is no JSON/],
  ["[1]", /x, line 1: the row: /],
  [JSON.stringify({ ...row, test: undefined }), /x, line 1: test: /],
  [JSON.stringify({ ...row, entry_point: "f(" }), /x, line 1: entry_point: it has to be the name of a function/],
  [`${JSON.stringify(row)}\n\n${JSON.stringify(row)}`, /x, line 3: task_id: line 1 has "Python\/0" as well/],
  [JSON.stringify({ ...row, bug_type: "typo" }), /x, line 1: bug_type: /],
])("refuses %j", (text, message) => {
  expect(() => readRows(text, "x")).toThrow(message);
});
