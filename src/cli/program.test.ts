import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { commands } from "./commands.ts";
import { fettle } from "./testing/fettle.ts";

/** A file in a folder of its own, which goes away with the test. */
function scratch(name: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "fettle-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const example = "examples/arithmetic.ts";

describe("fettle", () => {
  it("lists every command without loading it", async () => {
    const { code, out } = await fettle(["--help"]);
    expect(code).toBe(0);
    for (const { name, about } of commands) {
      expect(out).toContain(name);
      expect(out.replace(/\s+/g, " ")).toContain(about);
    }
  });

  it.each([
    [["shw"], /unknown command 'shw'[\s\S]*Did you mean show\?/],
    [["show", example, "--levle", "x"], /unknown option '--levle'[\s\S]*Did you mean --level\?/],
    [["show"], /missing required argument 'target'/],
    [["show", example, "--level", "x"], /has no level "x"[\s\S]*Levels: operator, number\./],
    [["show", example, "--seed", "-1"], /--seed: -1 does not fit/],
    [["show", example, "--set", "x=1"], /"arithmetic" has no option "x"/],
    [["show", "api-debug", "--set", "verbosity"], /--set verbosity: write NAME=VALUE/],
    [["show", "api-debug", "--set", "verbosity=loud"], /--set verbosity=loud: Invalid option/],
    [["show", example, "--openapi", "x.yaml"], /--openapi is for api-debug/],
    [["show", "api-debug", "--openapi", ""], /--openapi: it is given, but names nothing\.\s+Give a value/],
    [["show", "api-debugg", "--openapi", "x.yaml"], /no environment "api-debugg"[\s\S]*api-debug, code-debug/],
    [["show", "code-debugg", "--dataset", "humanevalpack"], /no environment "code-debugg"/],
    [["show", "./nowhere.ts", "--dataset", "humanevalpack"], /no file \.\/nowhere\.ts/],
    [["show", "api-debug", "--openapi", "nowhere.yaml"], /nowhere\.yaml: no such file/],
    [["show", "api-debug", "--dataset", "humanevalpack"], /--dataset is for code-debug/],
    [["show", "code-debug", "--dataset", "nowhere.jsonl"], /The dataset nowhere\.jsonl cannot be read/],
    [["show", "api-debug", "extra"], /too many arguments/],
    [["evaluate", "api-debug", "--model", "nobody"], /"nobody" is no model[\s\S]*Policies: oracle/],
    [["show", "api-debugg"], /no environment "api-debugg"/],
    [["show", "./nowhere.ts"], /no file \.\/nowhere\.ts/],
    [["show", "src/core/json.ts"], /exports no environment/],
  ])("%j ends with exit code 2 and one clear message", async (argv, message) => {
    const { code, out, err } = await fettle(argv);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(message);
    expect(err).not.toMatch(/^\s+at /m);
  });

  it("writes results and errors as JSON on stdout", async () => {
    const shown = await fettle(["show", example, "--json"]);
    expect(JSON.parse(shown.out)).toMatchObject({ environment: "arithmetic", level: "operator", seed: 0 });
    const failed = await fettle(["--json", "show", example, "--level", "x"]);
    expect(failed.code).toBe(2);
    expect(JSON.parse(failed.out)).toMatchObject({ error: { code: "unknown_level" } });
  });

  it("counts a single operation as one", async () => {
    const [size, name] = [{ type: "integer" }, { type: "string" }];
    const body = { type: "object", required: ["name", "size"], properties: { name, size, note: name } };
    const post = {
      operationId: "make",
      requestBody: { content: { "application/json": { schema: body } } },
      responses: { 201: { description: "made" } },
    };
    const document = { openapi: "3.0.0", info: { title: "Things", version: "1" }, paths: { "/things": { post } } };
    const file = scratch("things.json", JSON.stringify({ ...document, servers: [{ url: "https://api.example.com" }] }));
    const { code, err } = await fettle(["show", "api-debug", "--openapi", file]);
    expect({ code, err }).toEqual({ code: 0, err: `1 operation from ${file}.\n` });
  });

  it("changes an option of the environment", async () => {
    const shown = await fettle(["show", "api-debug", "--level", "hard", "--set", "verbosity=status", "--json"]);
    expect(JSON.parse(shown.out)).toMatchObject({ level: "hard" });
  });

  it("reads a configuration file and prints its schema", async () => {
    const file = scratch("show.yaml", "level: number\nseed: 5\n");
    const shown = await fettle(["show", example, "--config", file, "--seed", "6", "--json"]);
    expect(JSON.parse(shown.out)).toMatchObject({ level: "number", seed: 6 });
    const schema = await fettle(["show", "--schema", "x", "--json"]);
    expect(JSON.parse(schema.out)).toMatchObject({ properties: { seed: { type: "integer" } } });
  });

  it("reports an environment that cannot be loaded without a stack", async () => {
    const file = scratch("broken.mjs", "export default {;\n");
    const { code, err } = await fettle(["show", file]);
    expect(code).toBe(2);
    expect(err).toMatch(/broken\.mjs cannot be loaded/);
  });
});
