import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { LineFile } from "./line-file.ts";

async function path(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "fettle-lines-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, "sub", "a.jsonl");
}

it("grows in the order written, and can be read as soon as it is flushed", async () => {
  const file = await LineFile.create(await path());
  for (let i = 0; i < 1000; i++) file.write(`${i}\n`);
  expect(file.backlog).toBeGreaterThan(0);
  await file.flush();
  expect(file.backlog).toBe(0);
  expect(await readFile(file.path, "utf8")).toBe(Array.from({ length: 1000 }, (_, i) => `${i}\n`).join(""));
  file.write("end\n");
  await file.close();
  expect(await readFile(file.path, "utf8")).toMatch(/999\nend\n$/);
});

it("replaces what was there with the first write, not before", async () => {
  const name = await path();
  const first = await LineFile.create(name);
  await writeFile(name, "old\n");
  await first.close();
  expect(await readFile(name, "utf8")).toBe("old\n");
  const second = await LineFile.create(name);
  second.write("");
  await second.close();
  expect(await readFile(name, "utf8")).toBe("");
});

it("says which file cannot be written", async () => {
  await expect(LineFile.create("/dev/null/a.jsonl")).rejects.toMatchObject({
    code: "bad_input_file",
    message: expect.stringContaining("/dev/null/a.jsonl cannot be written"),
  });
  const full = await LineFile.create("/dev/full").catch(() => null);
  if (!full) return;
  full.write("x\n");
  await expect(full.flush()).rejects.toMatchObject({ code: "bad_input_file" });
  expect(() => full.write("y\n")).toThrow(/cannot be written/);
  await expect(full.close()).rejects.toMatchObject({ code: "bad_input_file" });
});
