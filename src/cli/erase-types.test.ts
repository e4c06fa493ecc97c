import { expect, it } from "vitest";
import { eraseTypes } from "./erase-types.ts";

it("leaves everything but types in its place", async () => {
  expect(await eraseTypes("const a: number = 1;\nexport default a as unknown;\n", "mine.ts")).toBe(
    "const a         = 1;\nexport default a           ;\n",
  );
});

it.each([
  ["const a = 1;\nconst b = ;\n", "mine.ts, line 2, column 11: Expression expected"],
  [
    "enum E { a }\n",
    "mine.ts, line 1, column 1: TypeScript enum cannot simply be erased: write it in plain JavaScript",
  ],
  [
    "class A { constructor(private x: number) {} }\n",
    "mine.ts, line 1, column 31: TypeScript parameter property cannot simply be erased: write it in plain JavaScript",
  ],
])("says where the fault is: %j", async (source, message) => {
  await expect(eraseTypes(source, "mine.ts")).rejects.toThrow(new SyntaxError(message));
});
