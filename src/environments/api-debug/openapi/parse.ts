import { createRequire } from "node:module";
import { FettleError, messageOf } from "../../../core/errors.ts";
import { isObject, type RawObject } from "./document.ts";

/** Parsers are loaded on first use, and synchronously, as a `$ref` opens a file in the middle of reading another. */
const load = createRequire(import.meta.url);

/** Largest file read, in bytes. YAML takes about fifty times as long to read as JSON. */
export const largestFile = { json: 64_000_000, yaml: 16_000_000 };

/** Deepest nesting of a YAML document, in brackets and in blocks. */
const deepestYaml = 200;

/**
 * The object a JSON or YAML text stands for; what begins with a brace is JSON. Throws FettleError `bad_input_file` with
 * line and column.
 */
export function parseDocument(content: string, file: string): RawObject {
  const text = content.replace(/^\uFEFF/, "");
  const value = /^\s*[{[]/.test(text) ? parseJson(text, file) : parseYaml(text, file);
  if (isObject(value)) return value;
  throw notOpenApi(file);
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // Node words the place of a syntax error in several ways, or not at all.
    let message = messageOf(error);
    try {
      if (isShallow(text)) (load("lossless-json") as typeof import("lossless-json")).parse(text);
    } catch (located) {
      if (located instanceof SyntaxError) message = located.message;
    }
    const [, what = message, position] = /^(.*) at position (\d+)/s.exec(message) ?? [];
    throw broken(file, "JSON", what, position === undefined ? null : lineOf(text, Number(position)));
  }
}

function parseYaml(text: string, file: string): unknown {
  const { parseDocument: parse } = load("yaml") as typeof import("yaml");
  if (!isShallow(text)) throw broken(file, "YAML", "it is nested too deeply", null);
  try {
    // Duplicate keys are searched pairwise, which is quadratic.
    const document = parse(text, { uniqueKeys: false, merge: true, logLevel: "error" });
    const [first] = document.errors;
    if (first) throw broken(file, "YAML", what(first.message), first.linePos?.[0] ?? null);
    return document.toJS({ maxAliasCount: 10_000 });
  } catch (error) {
    if (FettleError.isInstance(error)) throw error;
    throw broken(file, "YAML", error instanceof RangeError ? "it is nested too deeply" : what(String(error)), null);
  }
}

/**
 * Bounds how deeply a text can nest before a recursive parser reads it, as an overflow of its stack can end the process:
 * brackets left open, and indentation with the dashes that nest within a line.
 */
function isShallow(text: string): boolean {
  let open = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === "[" || char === "{") open++;
    else if (open > 0 && (char === "]" || char === "}")) open--;
    if (open > deepestYaml) return false;
  }
  return !new RegExp(`^[ ?:-]{${2 * deepestYaml}}`, "m").test(text);
}

/** First line of a parser's message, without the place, which is said apart. */
function what(message: string): string {
  const line = message.split("\n", 1)[0] ?? "";
  return line.replace(/ at line \d+, column \d+:?$/, "").replace(/^\w*Error: /, "");
}

function lineOf(text: string, position: number): { line: number; col: number } {
  const before = text.slice(0, position);
  return { line: before.split("\n").length, col: position - before.lastIndexOf("\n") };
}

function broken(file: string, kind: string, problem: string, at: { line: number; col: number } | null): FettleError {
  const place = at ? ` at line ${at.line}, column ${at.col}` : "";
  return new FettleError("bad_input_file", `${file}: broken ${kind}${place}: ${problem.replace(/\.$/, "")}.`, {
    hint: `Correct the file; any ${kind} checker shows the place.`,
  });
}

export function notOpenApi(file: string): FettleError {
  return new FettleError("bad_input_file", `${file}: not an OpenAPI document: it has no "openapi" member.`, {
    hint: "Give an OpenAPI 3.0 or 3.1 document in JSON or YAML, or a folder of them.",
  });
}

/** Throws FettleError `bad_input_file` unless the object is an OpenAPI 3.0 or 3.1 document with paths. */
export function checkVersion(document: RawObject, file: string): void {
  if (Object.hasOwn(document, "swagger"))
    throw new FettleError(
      "bad_input_file",
      `${file}: Swagger ${String(document.swagger).slice(0, 10)}, which is not read.`,
      {
        hint: `Convert it to OpenAPI 3 first: npx swagger2openapi ${file} -o openapi.json`,
      },
    );
  if (!Object.hasOwn(document, "openapi")) throw notOpenApi(file);
  const version = String(document.openapi).slice(0, 10);
  if (!/^3\.[01](\.|$)/.test(version))
    throw new FettleError("bad_input_file", `${file}: OpenAPI ${version}, which is not read.`, {
      hint: "OpenAPI 3.0 and 3.1 are.",
    });
  if (!isObject(document.paths) || Object.keys(document.paths).length === 0)
    throw new FettleError("bad_input_file", `${file}: the document declares no paths.`, {
      hint: "Operations are taken from its paths.",
    });
}
