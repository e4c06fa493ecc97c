/** Datasets for code-debug that cannot be had, or of which rows cannot be used. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import type { Row } from "../../src/environments/code-debug/dataset/rows.ts";
import { goodRow as good } from "../../src/environments/code-debug/testing/rows.ts";
import { type BadInput, type Judged, judgeRefusal, judgeSuccess } from "./bad-outcome.ts";
import { type Ended, fettle } from "./fettle.ts";
import { listen, refusingPort } from "./local-server.ts";

/** Rows that are not certified, by why. */
const uncertified: Record<string, Row> = {
  "the buggy solution passes its test": { ...good, buggy_solution: good.canonical_solution },
  "the reference fails its test": { ...good, canonical_solution: "    return helper(sum(values))\n" },
  "the source defines no function doubled": { ...good, prompt: "x = 1\n", canonical_solution: "" },
  "does not compile": { ...good, test: "def check(doubled):\n    assert doubled([" },
  "the examples alone show its bug": { ...good, test: good.example_test },
};
const badRows = Object.values(uncertified).map((row, i) => ({ ...row, task_id: `bad/${i}` }));

interface Run {
  ended: Ended;
  /** Its folder, which a command that fails does not make. */
  folder: string;
  /** Its cache, for nobody else. */
  cache: string;
}

/** `fettle evaluate code-debug` with the oracle on a dataset. */
async function evaluate(base: string, dataset: string, hub?: string): Promise<Run> {
  const [folder, cache] = [`${base}.run`, `${base}.cache`];
  const ended = await fettle(
    [
      ...["evaluate", "code-debug", "--dataset", dataset, "--model", "oracle", "--levels", "fix-docstring"],
      ...["--split", "train", "--n", "8", "--no-baselines", "--out", folder],
    ],
    { XDG_CACHE_HOME: cache, LOCALAPPDATA: cache, ...(hub !== undefined && { HF_ENDPOINT: hub }) },
  );
  return { ended, folder, cache };
}

/** Refused as expected, with nothing left behind that a later command would take for good. */
function judgeUnusable({ ended, folder, cache }: Run, expected: { code: number; message: RegExp }): Judged {
  const judged = judgeRefusal(ended, expected);
  if (existsSync(folder)) judged.problems.push("it made a run folder");
  if (existsSync(join(cache, "fettle/datasets"))) judged.problems.push("it kept what it fetched");
  return judged;
}

/** The good row is played, the others are named with their reasons and never played. */
function judgeExcluded({ ended, folder }: Run): Judged {
  const problems = judgeSuccess(ended, "the evaluation");
  const excluded = ended.err.split("\n").filter((line) => line.startsWith("  excluded "));
  if (excluded.length !== badRows.length) problems.push(`${excluded.length} rows excluded, not ${badRows.length}`);
  for (const [i, why] of Object.keys(uncertified).entries())
    if (!excluded.some((line) => line.startsWith(`  excluded bad/${i}: `) && line.includes(why)))
      problems.push(`bad/${i} is not excluded because ${why}`);
  const truths = existsSync(folder) ? readFileSync(join(folder, "private.jsonl"), "utf8").trimEnd().split("\n") : [];
  const played = truths.map((line): string => JSON.parse(line).secret.exercise.id);
  if (played.length !== 8 || played.some((id) => id !== good.task_id))
    problems.push(`it played ${played.join(", ") || "nothing"}`);
  return { code: ended.code, message: excluded.map((line) => line.trim()).join(" "), problems };
}

/** Bad datasets; files, runs and caches are kept in the folder. */
export function badDatasets(folder: string): BadInput[] {
  const base = (name: string) => join(folder, name.replaceAll(/\W+/g, "-"));
  const hub = (name: string, answer: RequestListener, expected: { code: number; message: RegExp }): BadInput => ({
    name,
    async play() {
      const server = await listen(answer);
      try {
        return judgeUnusable(await evaluate(base(name), "humanevalpack", server.origin), expected);
      } finally {
        server.close();
      }
    },
  });
  const file = (name: string, rows: readonly unknown[], message: RegExp): BadInput => ({
    name,
    async play() {
      return judgeUnusable(await evaluate(base(name), write(name, rows)), { code: 2, message });
    },
  });
  function write(name: string, rows: readonly unknown[]): string {
    const path = `${base(name)}.jsonl`;
    writeFileSync(path, rows.map((row) => `${typeof row === "string" ? row : JSON.stringify(row)}\n`).join(""));
    return path;
  }
  return [
    {
      name: "dataset, no network",
      async play() {
        const run = await evaluate(base("no network"), "humanevalpack", `http://127.0.0.1:${await refusingPort()}`);
        return judgeUnusable(run, { code: 3, message: /humanevalpack\.jsonl: .*ECONNREFUSED/ });
      },
    },
    hub("dataset, 500", (_, response) => response.writeHead(500).end("oops"), {
      code: 3,
      message: /humanevalpack\.jsonl: the Hub answered 500\.$/,
    }),
    hub("dataset, wrong checksum", (_, response) => response.end(`${JSON.stringify(good)}\n`), {
      code: 2,
      message: /has SHA-256 [0-9a-f]{64}, not [0-9a-f]{64}: it has changed, or was damaged on its way\.$/,
    }),
    file("dataset, no JSON", [good, '{"task_id": '], /jsonl, line 2: this is no JSON\.$/),
    file("dataset, another shape", [{ ...good, test: undefined }], /jsonl, line 1: test: .*\.$/),
    file("dataset, no usable row", badRows, /No row of .* could be certified\.$/),
    {
      name: "dataset, unusable rows",
      async play() {
        return judgeExcluded(await evaluate(base("unusable rows"), write("unusable rows", [good, ...badRows])));
      },
    },
  ];
}
