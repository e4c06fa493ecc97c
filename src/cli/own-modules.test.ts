import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";

it("takes an environment from a folder in which nothing is installed", { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "fettle-own-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "mine.ts");
  copyFileSync("examples/arithmetic.ts", file);
  const show = (path: string) =>
    execFileSync(process.execPath, ["--import", "tsx", "src/cli/main.ts", "show", path, "--seed", "7"], {
      encoding: "utf8",
    });
  expect(show(file)).toBe(show("examples/arithmetic.ts"));
});
