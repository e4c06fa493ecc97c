import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { Checkpoints } from "./checkpoints.ts";
import { TabularEngine } from "./testing/tabular-engine.ts";

const engine = new TabularEngine({ vocabulary: 4 });
const schema = z.object({ steps: z.int() });

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "checkpoints-"));
});
afterEach(() => rm(folder, { recursive: true }));

test("the newest whole checkpoint is kept, and halves are cleared away", async () => {
  const checkpoints = new Checkpoints(join(folder, "new"), schema);
  expect(await checkpoints.latest()).toBeNull();
  for (const steps of [1, 2]) await checkpoints.write(engine, { steps }, { "a.txt": "a" });
  await mkdir(join(folder, "new", "checkpoint-000003.writing"));
  expect(await checkpoints.latest()).toEqual({ folder: join(folder, "new", "checkpoint-000002"), state: { steps: 2 } });
  await checkpoints.write(engine, { steps: 3 }, { "a.txt": "a" });
  expect(await readdir(join(folder, "new"))).toEqual(["checkpoint-000003"]);
  expect(await readdir(join(folder, "new", "checkpoint-000003"))).toEqual(expect.arrayContaining(["a.txt"]));
});

test("the millionth follows the one before", async () => {
  const checkpoints = new Checkpoints(folder, schema);
  await checkpoints.write(engine, { steps: 1 }, {});
  await rename(join(folder, "checkpoint-000001"), join(folder, "checkpoint-999999"));
  await mkdir(join(folder, "checkpoint-000002"));
  expect((await checkpoints.latest())?.state).toEqual({ steps: 1 });
  for (const steps of [2, 3]) await checkpoints.write(engine, { steps }, {});
  expect(await readdir(folder)).toEqual(["checkpoint-1000001"]);
});

test("a state of something else is refused", async () => {
  const checkpoints = new Checkpoints(folder, schema);
  await checkpoints.write(engine, { steps: 1 }, {});
  const other = new Checkpoints(folder, z.object({ rounds: z.int() }));
  await expect(other.latest()).rejects.toMatchObject({ code: "bad_run_folder" });
  await writeFile(join(folder, "checkpoint-000001", "training.json"), "{");
  await expect(checkpoints.latest()).rejects.toMatchObject({ code: "bad_run_folder" });
});

test("a folder that cannot be written to is named", async () => {
  await writeFile(join(folder, "file"), "");
  const writing = new Checkpoints(join(folder, "file", "checkpoints"), schema).write(engine, { steps: 1 }, {});
  await expect(writing).rejects.toMatchObject({ code: "bad_run_folder", message: expect.stringContaining(folder) });
});
