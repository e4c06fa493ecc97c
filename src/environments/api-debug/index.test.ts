import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { documents as builtIn } from "./catalogue/index.ts";
import { openApiDebug, readDocuments } from "./index.ts";
import { levelNames } from "./levels.ts";

describe("the user's documents", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "api-debug-"));
    for (const { provider, document } of builtIn.slice(0, 4))
      writeFileSync(join(folder, `${provider}.json`), JSON.stringify(document));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it("make tasks of every level, disjoint by provider", async () => {
    const environment = openApiDebug({ documents: [folder] });
    const options = environment.options.parse({});
    const providers: Record<string, Set<string>> = { train: new Set(), validation: new Set(), test: new Set() };
    for (const level of levelNames) {
      for (const split of ["train", "validation", "test"] as const) {
        for (let seed = 0; seed < 5; seed++) {
          const task = await environment.generate({ level, seed, split, options });
          providers[split]?.add(task.secret.operation.split(".")[0] ?? "");
        }
      }
    }
    const all = Object.values(providers).flatMap((set) => [...set]);
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBeGreaterThanOrEqual(3);
  });

  it("give other keys than the built-in ones", async () => {
    const request = { level: "easy", seed: 0, split: "train", options: openApiDebug().options.parse({}) } as const;
    const mine = await openApiDebug({ documents: [folder] }).generate(request);
    const theirs = await openApiDebug().generate(request);
    expect(mine.key).not.toBe(theirs.key);
    expect((await openApiDebug({ documents: [folder] }).generate(request)).key).toBe(mine.key);
  });

  it("are told apart though they name their operations alike", async () => {
    const [{ document } = expect.fail("no document")] = builtIn;
    const again = join(folder, "again.json");
    writeFileSync(again, JSON.stringify(document));
    const { operations } = await readDocuments([folder, again]);
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
  });

  it("are refused with one clear message", async () => {
    await expect(readDocuments([join(folder, "missing.yaml")])).rejects.toMatchObject({ code: "bad_input_file" });
    const environment = openApiDebug({ documents: [join(folder, "missing.yaml")] });
    await expect(async () =>
      environment.generate({ level: "easy", seed: 0, split: "train", options: environment.options.parse({}) }),
    ).rejects.toMatchObject({ code: "bad_input_file" });
  });
});

it("says which levels there are", () => {
  const environment = openApiDebug();
  const request = { level: "expert", seed: 0, split: "train", options: environment.options.parse({}) } as const;
  expect(() => environment.generate(request)).toThrow(/no level "expert"/);
});
