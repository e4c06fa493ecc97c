import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { chooseRunFolder } from "./run-folders.ts";
import { showTraining } from "./show-run.ts";

const before = process.cwd();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fettle-runs-"));
  process.chdir(folder);
});
afterEach(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true });
});

it("numbers a folder whose name is taken: by a run, or by a file", () => {
  const choose = () => chooseRunFolder("evaluate-x/../y:z", { resume: false });
  expect(choose()).toBe(join("runs", "evaluate-x-..-y-z"));
  mkdirSync(choose(), { recursive: true });
  expect(choose()).toBe(join("runs", "evaluate-x-..-y-z"));
  writeFileSync(join(choose(), "config.json"), "{}");
  expect(choose()).toBe(join("runs", "evaluate-x-..-y-z-2"));
  writeFileSync(choose(), "a file");
  expect(choose()).toBe(join("runs", "evaluate-x-..-y-z-3"));
});

it("resumes only a run that is there", () => {
  expect(() => chooseRunFolder("train", { resume: true })).toThrow(expect.objectContaining({ code: "bad_run_folder" }));
  expect(chooseRunFolder("train", { out: "mine", resume: true })).toBe("mine");
});

it.each(['{"format":', '{"format":"another"}', "[]"])("says so of a report that is none: %s", async (text) => {
  expect(await showTraining(folder)).toBeNull();
  writeFileSync(join(folder, "report.json"), text);
  await expect(showTraining(folder)).rejects.toMatchObject({
    code: "bad_run_folder",
    message: expect.stringContaining("report.json"),
  });
});
