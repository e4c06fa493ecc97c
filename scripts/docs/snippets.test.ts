import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { runnableSnippets } from "./snippets.ts";

const execute = promisify(execFile);
const root = resolve(import.meta.dirname, "../..");
const pages = ["README.md", "CONTRIBUTING.md", ...readdirSync(join(root, "docs")).map((name) => `docs/${name}`)];
const snippets = pages
  .filter((page) => page.endsWith(".md"))
  .flatMap((page) => runnableSnippets(readFileSync(join(root, page), "utf8")).map((snippet) => ({ page, ...snippet })));

/** A folder that looks like the project from the reader's seat: `fettle` and `npx fettle` run the source. */
function seat(): { folder: string; env: NodeJS.ProcessEnv } {
  const folder = mkdtempSync(join(tmpdir(), "fettle-docs-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ["examples", "src", "node_modules", "tsconfig.json", "package.json", "checkpoints"])
    symlinkSync(join(root, name), join(folder, name));
  const tsx = JSON.stringify(join(root, "node_modules/.bin/tsx"));
  const main = JSON.stringify(join(root, "src/cli/main.ts"));
  script(folder, "fettle", `exec ${tsx} ${main} "$@"`);
  script(folder, "npx", `[ "$1" = fettle ] && shift && exec ${tsx} ${main} "$@"; exec ${tsx} "$@"`);
  return { folder, env: { ...process.env, NO_COLOR: "1", PATH: `${folder}${delimiter}${process.env.PATH}` } };
}

function script(folder: string, name: string, line: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${line}\n`);
  chmodSync(join(folder, name), 0o755);
}

describe("snippets of the documentation", () => {
  it("are found", () => {
    expect(runnableSnippets("x\n```ts run\nconst a = 1;\n```\n```sh\nno\n```\n")).toEqual([
      { language: "ts", code: "const a = 1;", line: 2 },
    ]);
    expect(snippets.length).toBeGreaterThan(0);
  });

  it.each(snippets)("$page:$line runs", { timeout: 120_000 }, async ({ language, code }) => {
    const { folder, env } = seat();
    const options = { cwd: folder, env, timeout: 110_000 };
    if (language === "sh") await execute("sh", ["-euc", code], options);
    else {
      writeFileSync(join(folder, "snippet.ts"), code);
      await execute(join(root, "node_modules/.bin/tsx"), ["snippet.ts"], options);
    }
  });
});
