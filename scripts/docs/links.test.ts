import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const pages = [
  ...readdirSync(root).filter((name) => name.endsWith(".md")),
  ...readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

/** A heading's anchor, as GitHub makes it. */
function anchors(file: string): string[] {
  const headings = readFileSync(file, "utf8").matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, text = ""]) =>
    text
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );
}

describe("links of the documentation", () => {
  it.each(pages)("%s", (page) => {
    const file = join(root, page);
    const links = [...readFileSync(file, "utf8").matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
    for (const link of links.filter((target) => !/^[a-z]+:/.test(target))) {
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? file : join(dirname(file), path);
      expect(existsSync(target), `${page} links to ${link}`).toBe(true);
      if (anchor !== undefined) expect(anchors(target), `${page} links to ${link}`).toContain(anchor);
    }
  });
});
