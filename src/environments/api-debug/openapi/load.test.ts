import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { FettleError } from "../../../core/errors.ts";
import { Random } from "../../../core/random.ts";
import { sampleRequest } from "../sampling/request.ts";
import { loadDocuments } from "./load.ts";

const root = mkdtempSync(join(tmpdir(), "fettle-openapi-"));
let folder = root;
beforeEach(() => {
  folder = mkdtempSync(join(root, "case-"));
});
afterAll(() => rmSync(root, { recursive: true }));

function write(name: string, content: string | object): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

const body = (schema: object) => ({ requestBody: { required: true, content: { "application/json": { schema } } } });
const document = (paths: object, openapi = "3.1.0") => ({ openapi, info: { title: "Acme", version: "1" }, paths });
const good = document({ "/ok": { get: { responses: { 200: { description: "" } } } } });

function failure(path: string): FettleError {
  try {
    loadDocuments(path);
  } catch (error) {
    if (FettleError.isInstance(error)) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("bad input gives one clear message", () => {
  test.each<[string, string | object, RegExp]>([
    ["broken.yaml", "openapi: 3.1.0\npaths:\n  /a: {\n", /broken YAML at line 4, column 1: Flow map/],
    ["broken.yaml", "openapi: 3.1.0\n\tpaths: {}\n", /broken YAML at line 2, column 1: Tabs are not allowed/],
    ["broken.json", '{\n  "openapi": "3.1.0",\n}', /broken JSON at line 3, column 1/],
    ["deep.json", `{"openapi":${"[".repeat(100_000)}`, /broken JSON: /],
    ["swagger.json", { swagger: "2.0", paths: { "/a": {} } }, /Swagger 2\.0, which is not read/],
    ["other.json", { name: "x" }, /no "openapi" member/],
    ["text.yaml", "just some words", /no "openapi" member/],
    ["list.json", "[1, 2]", /no "openapi" member/],
    ["empty.yaml", "", /no "openapi" member/],
    ["future.json", document({ "/a": {} }, "4.0.0"), /OpenAPI 4\.0\.0, which is not read/],
    ["bare.json", document({}), /declares no paths/],
    ["deep.yaml", `a: ${"[".repeat(100_000)}`, /broken YAML: it is nested too deeply/],
    ["deep-blocks.yaml", `a:\n${"- ".repeat(50_000)}b`, /broken YAML: it is nested too deeply/],
    ["bomb.yaml", bomb(), /broken YAML: Excessive alias count/],
  ])("%s %#", (name, content, message) => {
    const error = failure(write(name, content));
    expect(error.message).toMatch(message);
    expect(error.message).toContain(name);
    expect(error.message).not.toContain("\n");
    expect([error.code, error.exit]).toEqual(["bad_input_file", 2]);
    expect(error.hint).toBeTruthy();
  });

  test("a missing file", () => {
    expect(failure(join(folder, "none.yaml")).message).toMatch(/none\.yaml: no such file or folder\.$/);
  });

  test("an empty directory, and one without documents", () => {
    expect(failure(folder).message).toMatch(/holds no \.json, \.yaml or \.yml file/);
    write("readme.md", "# Nothing");
    expect(failure(folder).message).toMatch(/holds no \.json, \.yaml or \.yml file/);
    write("package.json", { name: "x" });
    expect(failure(folder).message).toMatch(/not an OpenAPI document/);
  });

  test("a folder of broken files names the first", () => {
    write("a.yaml", "a: [");
    write("b.json", { swagger: "2.0" });
    expect(failure(folder).message).toMatch(
      /no usable OpenAPI document\. a\.yaml: broken YAML at line 1.* \(and 1 more\)$/,
    );
  });

  test("a document with a malicious pattern names the operation", () => {
    const path = write("evil.json", document({ "/a": { post: body({ type: "string", pattern: "^(?=(a+)+$)" }) } }));
    const error = failure(path);
    expect(error.message).toMatch(/none of its 1 operations is usable/);
    expect(error.hint).toMatch(/POST \/a, is skipped because pattern .* cannot be matched in linear time/);
    write("evil.json", document({ "/a": { post: body({ pattern: "^(?=(a+)+$)" }) }, "/ok": { get: {} } }));
    const loaded = loadDocuments(path);
    expect(loaded.operations.map(({ path }) => path)).toEqual(["/ok"]);
    expect(loaded.skipped).toMatchObject([{ operation: "acme POST /a" }]);
  });

  test("a pattern that would take for ever elsewhere is matched at once", () => {
    const [operation] = loadDocuments(
      write("slow.json", document({ "/a": { post: body({ type: "string", pattern: "^(a+)+$" }) } })),
    ).operations;
    const start = performance.now();
    expect(operation?.body?.validate(`${"a".repeat(50_000)}!`)).toHaveLength(1);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

describe("references to other files", () => {
  const refer = ($ref: string) => document({ "/a": { post: body({ $ref }) }, "/ok": { get: {} } });
  const reason = (path: string) => loadDocuments(path).skipped[0]?.reason;

  test("are followed inside the folder, from file to file", () => {
    const path = write("api.yaml", "openapi: 3.0.3\npaths:\n  /a:\n    $ref: paths/a.yaml\n");
    write(
      "paths/a.yaml",
      "post:\n  requestBody:\n    required: true\n    content:\n      application/json:\n        schema: {$ref: '../schemas.yaml#/Order'}\n",
    );
    write(
      "schemas.yaml",
      "Order:\n  type: object\n  required: [lines]\n  properties:\n    lines: {type: array, items: {$ref: '#/Line'}}\nLine: {type: object, required: [sku], properties: {sku: {type: string}}}\n",
    );
    for (const given of [path, folder]) {
      const { operations, skipped, rejected, documents } = loadDocuments(given);
      expect([skipped, rejected]).toEqual([[], []]);
      expect(documents).toHaveLength(1);
      expect(operations[0]?.body?.validate({ lines: [{}] })).toMatchObject([
        { pointer: "/lines/0/sku", keyword: "required" },
      ]);
    }
  });

  test.each([
    ["../secret.json#/a", "leads outside the folder"],
    ["/etc/passwd", "leads outside the folder"],
    ["%2e%2e/secret.json", "leads outside the folder"],
    ["sub/../../secret.json", "leads outside the folder"],
    ["..", "leads outside the folder"],
    [".", "leads outside the folder"],
    ["folder", "folder: cannot be read: it is no regular file"],
    ["http://example.com/a.json", "leaves the machine"],
    ["file:///etc/passwd", "leaves the machine"],
    ["//example.com/a.json", "leaves the machine"],
    ["missing.json#/a", "missing.json: cannot be read"],
    ["broken.json#/a", "broken.json: broken JSON"],
  ])("%s is refused", (reference, message) => {
    const path = write("api/openapi.json", refer(reference));
    write("secret.json", { a: { type: "string" } });
    write("api/broken.json", "{");
    write("api/folder/part.txt", "");
    expect(reason(path)).toContain(message);
    const inFolder = loadDocuments(join(folder, "api"));
    expect(inFolder.skipped[0]?.reason).toContain(message);
    expect(inFolder.operations.map(({ path }) => path)).toEqual(["/ok"]);
  });

  test("through a link that leads outside are refused", () => {
    const path = write("api/openapi.json", refer("link.json#/a"));
    symlinkSync(write("secret.json", { a: { type: "string" } }), join(folder, "api/link.json"));
    expect(reason(path)).toContain("leads outside the folder");
  });
});

describe("folders", () => {
  test("give all their documents, providers told apart", () => {
    write("one.json", { ...good, servers: [{ url: "https://api.one.co.uk/v1" }] });
    write(
      "deep/two.yaml",
      "openapi: 3.0.0\ninfo: {title: Two, version: '1', x-providerName: two.org}\npaths: {/b: {get: {}}}\n",
    );
    write("node_modules/three.json", good);
    write(".hidden/four.json", good);
    write("bad.yaml", "a: [");
    const { documents, rejected, operations } = loadDocuments(folder);
    expect(documents.map(({ file, provider, usable }) => [file, provider, usable])).toEqual([
      ["deep/two.yaml", "two.org", 1],
      ["one.json", "one.co.uk", 1],
    ]);
    expect(rejected).toMatchObject([{ file: "bad.yaml", reason: expect.stringContaining("broken YAML") }]);
    expect(operations.map(({ id }) => id)).toEqual(["two.org.get:/b", "one.co.uk.get:/ok"]);
  });

  test("keep the ids of several versions apart, as files one after the other do", () => {
    const files = ["v1.json", "v2.json"].map((name) => write(name, good));
    const ids = new Set<string>();
    for (const loaded of [[loadDocuments(folder)], files.map((file) => loadDocuments(file, ids))])
      expect(loaded.flatMap(({ operations }) => operations.map(({ id }) => id))).toEqual([
        "acme.get:/ok",
        "acme.get:/ok#2",
      ]);
  });

  test("have a hash that any change changes", () => {
    const path = write("api.json", document({ "/a": { $ref: "part.json" } }));
    const hashes = ["First", "Second", "First"].map((summary) => {
      write("part.json", { get: { summary } });
      return loadDocuments(path).hash;
    });
    expect(hashes[1]).not.toBe(hashes[0]);
    expect(hashes[2]).toBe(hashes[0]);
  });
});

describe("published documents", () => {
  const packages = join(import.meta.dirname, "../../../../node_modules");
  test.each([
    ["@scalar/galaxy", "dist/latest.yaml", 9, 9],
    ["@readme/oas-examples", "3.1/json/train-travel.json", 7, 7],
    ["@readme/oas-examples", "3.0/yaml/star-trek.yaml", 120, 120],
    ["shipengine-openapi", "openapi.yaml", 69, 59],
  ])("%s %s", (name, file, usable, drawable) => {
    const { operations } = loadDocuments(join(packages, name, file));
    expect(operations).toHaveLength(usable);
    const drawn = operations.filter((operation) => {
      try {
        const { values } = sampleRequest(operation, new Random(operation.id));
        expect(operation.body?.validate(values.body ?? null) ?? []).toEqual([]);
        return true;
      } catch (error) {
        expect(error).toMatchObject({ code: "no_task" });
        return false;
      }
    });
    expect(drawn.length).toBe(drawable);
  });
});

/** YAML whose aliases expand to 9^8 values. */
function bomb(): string {
  const levels = Array.from({ length: 8 }, (_, i) => `l${i + 1}: &l${i + 1} [${Array(9).fill(`*l${i}`).join(", ")}]`);
  return `openapi: 3.1.0\nl0: &l0 [x]\n${levels.join("\n")}\npaths: {/a: {get: {}}}\n`;
}
