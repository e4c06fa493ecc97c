/**
 * `--openapi` with published documents of others, from npm packages, and with documents that cannot be used. From the
 * published ones every level has to give certified tasks on which the oracle earns 1 and no-op 0; the others have to end
 * with exit code 2 and one clear message, or name the operation that is skipped.
 *
 *   npx tsx scripts/bars/openapi.ts [--n 200]
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import type { Summary } from "../../src/evaluation/summary.ts";
import { fettle } from "./fettle.ts";

const { values } = parseArgs({ options: { n: { type: "string", default: "200" } } });
const published = [
  "@scalar/galaxy/dist/latest.yaml",
  "@readme/oas-examples/3.1/json/train-travel.json",
  "@readme/oas-examples/3.0/yaml/star-trek.yaml",
  "shipengine-openapi/openapi.yaml",
];
const folder = mkdtempSync(join(tmpdir(), "fettle-openapi-"));
const problems: string[] = [];

async function oracleOn(document: string): Promise<void> {
  const path = join("node_modules", document);
  const { usable, skipped } = JSON.parse((await fettle(["environments", "--openapi", path, "--json"])).out);
  const out = join(folder, document.replaceAll("/", "-"));
  const evaluation = await fettle([
    ...["evaluate", "api-debug", "--openapi", path, "--model", "oracle", "--split", "train"],
    ...["--n", values.n, "--no-baselines", "--out", out, "--json"],
  ]);
  if (evaluation.code !== 0) {
    problems.push(`${document}: ${evaluation.err}`);
    return;
  }
  const { levels }: Summary = JSON.parse(evaluation.out);
  const parts = levels.map(({ level, metrics, refused }) => {
    if (metrics.return.mean !== 1 || metrics.errors > 0) problems.push(`${document}, ${level}: the oracle failed`);
    if (metrics.tasks === 0) problems.push(`${document}, ${level}: no task`);
    return `${level} ${metrics.tasks}${refused > 0 ? ` (${refused} seeds refused)` : ""}`;
  });
  console.log(
    `openapi ${document}: ${usable.length} operations, ${skipped.length} skipped; oracle 1 on ${parts.join(", ")}`,
  );
}

const operation = (schema: object) => ({
  post: {
    operationId: "create",
    requestBody: { required: true, content: { "application/json": { schema } } },
    responses: { "200": { description: "done" } },
  },
});
const document = (paths: object) => JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths });
const sound = operation({ type: "object", required: ["a"], properties: { a: { type: "string" } } });
const evil = operation({
  type: "object",
  required: ["a"],
  properties: { a: { type: "string", pattern: "^(a|a)*(?=b)\\1$" } },
});
const outside = operation({ $ref: "../secret.json#/A" });

/** What cannot be used: how it is laid out, what is given to `--openapi`, and whether it is refused or skipped. */
const unusable: { name: string; files: Record<string, string>; path: string; skipped?: string }[] = [
  { name: "broken YAML", files: { "broken.yaml": "openapi: 3.1.0\npaths: {a: [\n" }, path: "broken.yaml" },
  { name: "missing file", files: {}, path: "nowhere.yaml" },
  { name: "Swagger 2.0", files: { "old.json": '{"swagger":"2.0","paths":{}}' }, path: "old.json" },
  { name: "empty directory", files: { "empty/.keep": "" }, path: "empty" },
  {
    name: "malicious pattern",
    files: { "evil.json": document({ "/evil": evil, "/sound": sound }) },
    path: "evil.json",
    skipped: "/evil",
  },
  {
    name: "$ref outside its folder",
    files: {
      "in/api.json": document({ "/outside": outside, "/sound": sound }),
      "secret.json": '{"A":{"type":"string"}}',
    },
    path: "in",
    skipped: "/outside",
  },
];

async function refuse({ name, files, path, skipped }: (typeof unusable)[number]): Promise<void> {
  const base = join(folder, name.replaceAll(/\W+/g, "-"));
  mkdirSync(base, { recursive: true });
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(base, file)), { recursive: true });
    writeFileSync(join(base, file), text);
  }
  const started = performance.now();
  const { code, out, err } = await fettle(["environments", "--openapi", join(base, path)]);
  const said = (skipped === undefined ? err : out).replaceAll(`${base}/`, "").trim();
  const line = said
    .split("\n")
    .find((text) => (skipped === undefined ? true : text.startsWith("skipped") && text.includes(skipped)));
  if (code !== (skipped === undefined ? 2 : 0) || line === undefined || line === "" || /^\s+at /m.test(err))
    problems.push(`${name}: exit code ${code}, ${said}`);
  if (performance.now() - started > 10_000) problems.push(`${name}: it took ${performance.now() - started} ms`);
  console.log(`openapi ${name}: exit code ${code}: ${line}`);
}

try {
  for (const file of published) await oracleOn(file);
  for (const one of unusable) await refuse(one);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const problem of problems) console.log(`openapi problem: ${problem}`);
console.log(
  `openapi: ${published.length} published documents, ${unusable.length} unusable ones, ${problems.length} problems`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
