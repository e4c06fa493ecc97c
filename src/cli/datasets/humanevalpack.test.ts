import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { goodRow } from "../../environments/code-debug/testing/rows.ts";
import { openDataset } from "./humanevalpack.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "fettle-dataset-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, rows: readonly object[]): string {
  const path = join(folder, name);
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  return path;
}

const noTest = { ...goodRow, task_id: "Python/2", test: "assert doubled([" };
const noBug = { ...goodRow, task_id: "Python/1", buggy_solution: goodRow.canonical_solution };

it("certifies a file once, says what is excluded and why, and keeps the result", async () => {
  const path = write("three.jsonl", [goodRow, noBug, noTest]);
  const cache = join(folder, "cache");
  const [first, second]: [string[], string[]] = [[], []];
  const library = await openDataset(path, { cache, note: (line) => first.push(line) });
  expect(library.exercises.map(({ id }) => id)).toEqual(["Python/0"]);
  expect(first[0]).toMatch(/Certifying 3 rows/);
  expect(first.slice(1)).toEqual([
    expect.stringMatching(
      /three\.jsonl: functions 1, bugs of the dataset 1, bugs made \d+, pairs \d+, rows excluded 2/,
    ),
    "  excluded Python/1: the buggy solution passes its test.",
    expect.stringMatching(/^ {2}excluded Python\/2: .* does not compile: .*[^.]\.$/),
  ]);
  expect(await openDataset(path, { cache, note: (line) => second.push(line) })).toEqual(library);
  expect(second).toEqual(first.slice(1));
  const kept = readdirSync(join(cache, "code-debug"));
  expect(kept).toHaveLength(1);
  const file = join(cache, "code-debug", kept[0] ?? "");
  const other = readFileSync(file, "utf8").replace(/Python\/0/, "Python/9");
  for (const damaged of ["half a fi", "null", "{}", other]) {
    writeFileSync(file, damaged);
    expect(await openDataset(path, { cache })).toEqual(library);
  }
}, 60_000);

it("refuses a file of which no row certifies, one that is not there, and what is no such file", async () => {
  const path = write("none.jsonl", [noBug]);
  await expect(openDataset(path, { cache: join(folder, "cache") })).rejects.toMatchObject({
    code: "bad_input_file",
    message: expect.stringMatching(/No row of .*none\.jsonl could be certified/),
    hint: expect.stringMatching(/Python\/1: the buggy solution passes its test\.$/),
  });
  await expect(openDataset(join(folder, "nowhere.jsonl"))).rejects.toMatchObject({
    code: "bad_input_file",
    message: expect.stringMatching(/nowhere\.jsonl cannot be read/),
  });
  await expect(openDataset(folder)).rejects.toMatchObject({
    code: "bad_input_file",
    message: `The dataset ${folder} cannot be read: it is a folder.`,
  });
  const giant = join(folder, "giant.jsonl");
  writeFileSync(giant, "");
  truncateSync(giant, 100_000_001);
  await expect(openDataset(giant)).rejects.toMatchObject({
    code: "bad_input_file",
    message: expect.stringMatching(/giant\.jsonl cannot be read: it is larger than 100000000 bytes\.$/),
  });
}, 60_000);
