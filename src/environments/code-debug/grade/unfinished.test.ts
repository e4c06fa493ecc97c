import { expect, test } from "vitest";
import { isUnfinished } from "./unfinished.ts";

test.each(["timed out", "ended the process", "MemoryError: "])(
  "an endless loop is told of alike, whichever limit it meets: %s",
  (answer) => expect(isUnfinished(answer)).toBe(true),
);

test("other exceptions are told of by name", () => expect(isUnfinished("ValueError: timed out")).toBe(false));
