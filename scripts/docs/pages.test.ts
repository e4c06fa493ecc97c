import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { replaceBlock } from "./markdown.ts";
import { generatedPages } from "./pages.ts";

describe("generated documentation", () => {
  it.each(Object.entries(generatedPages))("%s is current (npm run docs)", async (file, make) => {
    const current = readFileSync(file, "utf8");
    expect(await make(current)).toBe(current);
  });
});

describe("replaceBlock", () => {
  it("replaces what stands between the marks, and insists on them", () => {
    expect(replaceBlock("a\n<!-- t -->\nold\n<!-- /t -->\nb", "t", "new")).toBe("a\n<!-- t -->\nnew\n<!-- /t -->\nb");
    expect(() => replaceBlock("a", "t", "new")).toThrow(/missing/);
  });
});
